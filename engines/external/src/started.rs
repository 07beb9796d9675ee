//! A program that was started, with what the system needs to end it.

#[cfg(not(windows))]
pub use std::process::Child as Started;

#[cfg(windows)]
pub use windows::Started;

#[cfg(windows)]
mod windows {
    use std::io;
    use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use crate::job::Job;

    /// A process in a job of its own, with everything that it starts. The job ends with this value.
    #[derive(Debug)]
    pub struct Started {
        /// Its standard input, until somebody takes it.
        pub stdin: Option<ChildStdin>,
        /// Its standard output, until somebody takes it.
        pub stdout: Option<ChildStdout>,
        /// Its standard error, until somebody takes it.
        pub stderr: Option<ChildStderr>,
        child: Mutex<Child>,
        id: u32,
        job: Job,
    }

    impl Started {
        /// Lets a process run that was created suspended, within limits of memory in bytes and of processor seconds.
        ///
        /// # Errors
        /// The system gives no job. The process has ended then.
        pub fn of(mut child: Child, memory: Option<u64>, cpu: Option<u64>) -> io::Result<Started> {
            match Job::new(memory, cpu).and_then(|job| job.admit(&child).map(|()| job)) {
                Ok(job) => Ok(Started {
                    stdin: child.stdin.take(),
                    stdout: child.stdout.take(),
                    stderr: child.stderr.take(),
                    id: child.id(),
                    child: Mutex::new(child),
                    job,
                }),
                Err(error) => {
                    let _ = child.kill();
                    Err(error)
                }
            }
        }

        fn child(&self) -> MutexGuard<'_, Child> {
            self.child.lock().unwrap_or_else(PoisonError::into_inner)
        }

        /// The process id. No other process has it as long as this value lives.
        pub fn id(&self) -> u32 {
            self.id
        }

        /// Ends the process with everything that it started.
        pub fn kill(&self) -> io::Result<()> {
            self.job.end();
            Ok(())
        }

        /// Waits for the end of the process.
        pub fn wait(&self) -> io::Result<ExitStatus> {
            self.child().wait()
        }

        /// How the process ended; none while it runs.
        pub fn try_wait(&self) -> io::Result<Option<ExitStatus>> {
            self.child().try_wait()
        }
    }
}
