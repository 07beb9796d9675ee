//! The server: odd requests, many at once, slow ones, and those of other sites leave it as it was.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_torneo");

/// Requests of each kind.
const MANY: usize = 300;
/// KiB by which the program may grow: the cache has 32 MiB, the rest is what the allocator keeps.
const GROWTH: u64 = 64 << 10;

/// A server of the results of a small run.
struct Server {
    program: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let engines = ["--engines", "random", "greedy", "mcts(sims=20)"];
        let run = Command::new(PROGRAM)
            .args(["run", "--games", "three-mens-morris", "hazard", "--rounds", "20"])
            .args(engines)
            .arg("--out")
            .arg(&out)
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let mut program = Command::new(PROGRAM)
            .arg("web")
            .arg(&out)
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").split('/').next().unwrap();
        Server { address: address.parse().unwrap(), program, _folder: folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// The answer to a request, until the server closes the connection.
    fn asked(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // A request that is too large is answered before all of it is taken.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    fn get(&self, path: &str, headers: &str) -> Vec<u8> {
        self.asked(
            format!(
                "GET {path} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\n{headers}Connection: close\r\n\r\n",
                self.address
            )
            .as_bytes(),
        )
    }

    fn status(&self, path: &str, headers: &str) -> u16 {
        status(&self.get(path, headers))
    }

    /// KiB that the program holds.
    fn resident(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.program.id())).unwrap();
        let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

fn status(answer: &[u8]) -> u16 {
    let text = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
    text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

#[test]
fn odd_requests_leave_it_as_it_was() {
    let server = Server::start();
    assert_eq!(server.status("/", ""), 200);
    let before = server.resident();
    let host = server.address;
    let page = "/docs/configuration.html";
    let slashes = |n: usize| format!("{}{}", "/".repeat(n + 2), &page[1..]);
    // The request of each number, and what may be answered.
    type Kind<'a> = (&'a str, &'a dyn Fn(usize) -> String, &'a [u16]);
    let get = |path: String| {
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n")
    };
    let with = |headers: String| {
        format!(
            "GET {page} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n{headers}\r\nConnection: close\r\n\r\n"
        )
    };
    let body = |headers: &str, body: &str| {
        format!("GET {page} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n{headers}\r\n\r\n{body}")
    };
    let kinds: [Kind; 25] = [
        ("slashes before", &|n| get(slashes(n)), &[404]),
        ("slashes after", &|n| get(format!("{page}{}", "/".repeat(n + 1))), &[404]),
        ("slashes within", &|n| get(page.replacen("s/", &format!("s{}", "/".repeat(n + 2)), 1)), &[404]),
        ("dots", &|n| get(format!("{}{page}", "/.".repeat(n + 1))), &[404]),
        ("the folder above", &|n| get(format!("{}/etc/passwd", "/..".repeat(n + 1))), &[404]),
        ("encoded", &|n| get(format!("/docs/{}onfiguration.html", ["%63", "c"][n % 2])), &[200]),
        ("encoded twice", &|_| get("/docs/%2563onfiguration.html".to_owned()), &[404]),
        ("no text", &|n| get(format!("/%ff%{:02x}", 128 + n % 128)), &[404]),
        ("queries", &|n| get(format!("{page}?{}", "x".repeat(n))), &[200]),
        ("pages that are not there", &|n| get(format!("/page-{n}.html")), &[404]),
        ("long paths", &|n| get(format!("/{}", "x".repeat(7000 + n))), &[404]),
        ("large heads", &|n| with(format!("X: {}", "x".repeat(9000 + n))), &[400]),
        (
            "many headers",
            &|n| with((0..400 + n).map(|n| format!("x{n}: 1")).collect::<Vec<_>>().join("\r\n")),
            &[200],
        ),
        (
            "other methods",
            &|n| get(page.to_owned()).replacen("GET", ["POST", "PUT", "TRACE", "X"][n % 4], 1),
            &[405],
        ),
        ("the head alone", &|_| get(page.to_owned()).replacen("GET", "HEAD", 1), &[200]),
        (
            "bodies",
            &|n| {
                body(&format!("Content-Length: {n}"), &"x".repeat(n)).replacen(
                    "\r\n\r\n",
                    "\r\nConnection: close\r\n\r\n",
                    1,
                )
            },
            &[200],
        ),
        (
            "bodies that are too large",
            &|_| body("Content-Length: 99999999999", &"x".repeat(70_000)),
            &[0, 200],
        ),
        ("bodies in pieces", &|_| body("Transfer-Encoding: chunked", &"fff\r\n".repeat(20_000)), &[0, 200]),
        ("an old version", &|_| format!("GET {page} HTTP/1.0\r\nHost: {host}\r\n\r\n"), &[200]),
        ("another address", &|n| get(format!("http://site-{n}.example{page}")), &[403]),
        ("its own address", &|n| get(format!("http://{host}{page}?{n}")), &[200]),
        ("no host", &|_| format!("GET {page} HTTP/1.1\r\nConnection: close\r\n\r\n"), &[400]),
        ("words of TLS", &|n| format!("\u{16}\u{3}\u{1}{}", "x".repeat(n + 1)), &[400]),
        (
            "another host",
            &|n| get(page.to_owned()).replacen(&host.to_string(), &format!("site-{n}.example"), 1),
            &[403],
        ),
        ("no words", &|n| format!("{}\r\n\r\n", "\u{1}\u{2}x".repeat(n)), &[0, 400]),
    ];
    for (kind, request, expected) in kinds {
        for number in 0..MANY {
            let found = status(&server.asked(request(number).as_bytes()));
            assert!(expected.contains(&found), "{kind} {number}: {found}, not {expected:?}");
        }
        let grown = server.resident().saturating_sub(before);
        assert!(grown < GROWTH, "{kind}: {grown} KiB more");
    }
    assert_eq!(server.status("/", ""), 200);
}

#[test]
fn other_sites_get_nothing() {
    let server = Server::start();
    let own = format!("Origin: http://{}\r\n", server.address);
    for headers in ["", "Sec-Fetch-Site: same-origin\r\n", "Sec-Fetch-Site: none\r\n", &own] {
        for page in ["/", "/results.json", "/report.html"] {
            let answer = server.get(page, headers);
            assert_eq!(status(&answer), 200, "{page} {headers}");
            let head = String::from_utf8_lossy(&answer);
            assert!(head.contains("cross-origin-resource-policy: same-origin"), "{head}");
        }
    }
    let port = server.address.port();
    for headers in [
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        "sec-fetch-site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n",
        "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: \u{e9}\r\n",
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: https://127.0.0.1\r\n",
        &format!("Origin: http://localhost:{port}\r\n"),
        &format!("Origin: http://127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n"),
    ] {
        for page in ["/", "/results.json", "/report.html", "/nothing"] {
            assert_eq!(server.status(page, headers), 403, "{page} {headers}");
        }
    }
    // Somebody who follows a link can go on.
    let text = String::from_utf8(server.get("/index.html?a=b&c", "Sec-Fetch-Site: cross-site\r\n")).unwrap();
    assert!(text.contains("<a href=\"/index.html?a=b&amp;c\">"), "{text}");
    let text = String::from_utf8(server.get("//evil.example/", "Sec-Fetch-Site: cross-site\r\n")).unwrap();
    assert!(text.contains("<a href=\"/\">"), "{text}");
}

#[test]
fn silent_connections_are_closed() {
    let server = Server::start();
    let begun = format!("GET / HTTP/1.1\r\nHost: {}\r\n", server.address);
    let open: Vec<TcpStream> = (0..MANY)
        .map(|number| {
            let mut stream = server.connect();
            // Some say nothing, some begin to ask, some ask and take no answer.
            let said = match number % 3 {
                0 => "",
                1 => &begun,
                _ => &format!("{begun}\r\n"),
            };
            stream.write_all(said.as_bytes()).unwrap();
            stream
        })
        .collect();
    let began = Instant::now();
    assert_eq!(server.status("/", ""), 200);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    drop(open);
}

/// Clients that send a byte now and then have five seconds for a head like anybody, and keep nobody out meanwhile.
#[test]
fn slow_clients_keep_nobody_out() {
    const SLOW: usize = 400;
    let server = Server::start();
    let done = AtomicBool::new(false);
    let longest = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut streams: Vec<TcpStream> = (0..SLOW).map(|_| server.connect()).collect();
            let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}", server.address, "x".repeat(4000));
            for byte in head.bytes() {
                streams.iter_mut().for_each(|stream| _ = stream.write_all(&[byte]));
                std::thread::sleep(Duration::from_millis(200));
                if done.load(Ordering::Relaxed) {
                    return;
                }
            }
        });
        let mut longest = Duration::ZERO;
        let until = Instant::now() + Duration::from_secs(4);
        while Instant::now() < until {
            let began = Instant::now();
            assert_eq!(server.status("/", ""), 200);
            longest = longest.max(began.elapsed());
            std::thread::sleep(Duration::from_millis(20));
        }
        done.store(true, Ordering::Relaxed);
        longest
    });
    // Whoever waited for one of them would wait for the end of its five seconds.
    assert!(longest < Duration::from_millis(4500), "{longest:?}");
}

/// The whole head has its time, however often a byte of it comes.
#[test]
fn a_head_has_five_seconds() {
    let server = Server::start();
    let mut stream = server.connect();
    let began = Instant::now();
    let mut answer = [0; 12];
    stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    let read = loop {
        let _ = stream.write_all(b"G");
        match stream.read(&mut answer) {
            Ok(read) => break read,
            Err(_) => assert!(began.elapsed() < Duration::from_secs(20)),
        }
    };
    // The letters are no method, but they could go on for ever.
    assert!(read == 0 || matches!(status(&answer[..read]), 400 | 408), "{answer:?}");
    let took = began.elapsed();
    assert!((Duration::from_secs(4)..Duration::from_secs(20)).contains(&took), "{took:?}");
}

#[test]
fn the_report_is_made_once_for_many() {
    let server = Server::start();
    let before = server.resident();
    let began = Instant::now();
    let answers: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..60).map(|_| scope.spawn(|| server.get("/report.html", ""))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|answer| matches!(status(answer), 200 | 503)));
    let first = loop {
        let answer = server.get("/report.html", "");
        if status(&answer) == 200 {
            break answer;
        }
        assert!(began.elapsed() < Duration::from_secs(60));
    };
    let made = answers.iter().filter(|answer| status(answer) == 200);
    assert!(made.clone().all(|answer| *answer == first), "all get the same");
    // Whoever takes no compressed page gets the same page.
    let plain =
        server.asked(format!("GET /report.html HTTP/1.0\r\nHost: {}\r\n\r\n", server.address).as_bytes());
    assert!(String::from_utf8_lossy(&plain).to_lowercase().contains("<!doctype html>"));
    let grown = server.resident().saturating_sub(before);
    assert!(grown < 2 * GROWTH, "{grown} KiB more");
    // Much asked for, it is not made again.
    for _ in 0..MANY {
        assert_eq!(server.status("/report.html", ""), 200);
    }
}
