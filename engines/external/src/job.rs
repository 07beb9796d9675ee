//! Job objects of Windows: processes that have limits together and end together.
//!
//! No safe crate of those at hand bounds the memory of a job, so the functions of the system are called here and nowhere else.

use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::Child;
use std::ptr::{from_ref, null};

use windows_sys::Win32::Foundation::{HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
    JOB_OBJECT_LIMIT_JOB_MEMORY, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PROCESS_TIME,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NO_WINDOW, CREATE_SUSPENDED, OpenThread, ResumeThread, THREAD_SUSPEND_RESUME,
};

/// How a process is created that is put into a job: it waits for [`Job::admit`]. With a console of its own it does not
/// hear Ctrl-C.
pub const CREATION: u32 = CREATE_SUSPENDED | CREATE_NO_WINDOW;

/// Units of 100 nanoseconds in a second.
const UNITS: u64 = 10_000_000;

/// A job. The system ends its processes when the value is dropped, and when this process ends, in whatever way.
#[derive(Debug)]
pub struct Job(OwnedHandle);

impl Job {
    /// A job without processes. They may hold so many bytes together, and each may use so many seconds of a processor.
    ///
    /// # Errors
    /// What the system does not give.
    pub fn new(memory: Option<u64>, cpu: Option<u64>) -> io::Result<Job> {
        // SAFETY: no attributes and no name are allowed. The handle is new, so that this value alone owns it.
        let job = unsafe { owned(CreateJobObjectW(null(), null())) }?;
        let limits = limits(memory, cpu);
        // SAFETY: the pointer leads to a value of the type and the length that this class of information has.
        let set = unsafe {
            SetInformationJobObject(
                job.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                from_ref(&limits).cast(),
                size_of_val(&limits) as u32,
            )
        };
        succeeded(set)?;
        Ok(Job(job))
    }

    /// Puts a process that was created by [`CREATION`] into the job, and lets it run.
    ///
    /// # Errors
    /// The system refuses that; the process may stay as it is.
    pub fn admit(&self, process: &Child) -> io::Result<()> {
        // SAFETY: both handles are open as long as the values that are borrowed.
        succeeded(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle()) })?;
        resume(process.id())
    }

    /// Ends all processes of the job.
    pub fn end(&self) {
        // SAFETY: the handle is open. A job without processes is no error that matters.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}

fn limits(memory: Option<u64>, cpu: Option<u64>) -> JOBOBJECT_EXTENDED_LIMIT_INFORMATION {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    // A program that crashes ends without a window that asks what to do.
    let mut flags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if let Some(memory) = memory {
        flags |= JOB_OBJECT_LIMIT_JOB_MEMORY;
        limits.JobMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
    }
    if let Some(seconds) = cpu {
        flags |= JOB_OBJECT_LIMIT_PROCESS_TIME;
        limits.BasicLimitInformation.PerProcessUserTimeLimit =
            i64::try_from(seconds.saturating_mul(UNITS)).unwrap_or(i64::MAX);
    }
    limits.BasicLimitInformation.LimitFlags = flags;
    limits
}

/// Lets the threads of a suspended process run: it has one.
fn resume(process: u32) -> io::Result<()> {
    // SAFETY: the handle is new, so that this value alone owns it.
    let all = unsafe { owned(CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0)) }?;
    let mut entry = THREADENTRY32 { dwSize: size_of::<THREADENTRY32>() as u32, ..Default::default() };
    // SAFETY: the handle is open, and the entry says how long it is.
    let mut more = unsafe { Thread32First(all.as_raw_handle(), &raw mut entry) };
    let mut resumed = false;
    while more != 0 {
        if entry.th32OwnerProcessID == process {
            // SAFETY: the handle is new, so that this value alone owns it.
            let thread = unsafe { owned(OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID)) }?;
            // SAFETY: the handle is open and allows this.
            resumed |= unsafe { ResumeThread(thread.as_raw_handle()) } != u32::MAX;
        }
        // SAFETY: as for the first entry.
        more = unsafe { Thread32Next(all.as_raw_handle(), &raw mut entry) };
    }
    if resumed { Ok(()) } else { Err(io::Error::other("the program does not begin to run")) }
}

/// A handle as a value that closes it.
///
/// # Safety
/// The handle is none or new, and nobody else closes it.
unsafe fn owned(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it is open, and what the caller promises.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

fn succeeded(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
