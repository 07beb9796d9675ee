//! HTTP/1.1 for a small server (RFC 9110 and 9112): requests without bodies, answers, and a bounded number of connections, each
//! in a thread of its own.
//!
//! A connection has [`HEAD_TIME`] for the whole head of each request. Where all places are taken, the connection that has
//! waited longest without a whole head makes room, so slow and silent clients keep nobody out.

use std::collections::HashMap;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::bytes::Bytes;

/// Connections at the same time.
const CONNECTIONS: usize = 256;
/// How long a connection may take for the whole head of a request.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long a client may take nothing of an answer.
const SILENCE: Duration = Duration::from_secs(5);
/// How long an answer may take before another connection may have its place.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// How long is listened to a client after an answer that it may not wait for.
const FAREWELL: Duration = Duration::from_secs(1);
/// Most bytes of the head of a request.
const LONGEST_HEAD: usize = 8 << 10;
/// Most headers of a request: more do not fit.
const MOST_HEADERS: usize = LONGEST_HEAD / 4;
/// Bytes that are read at once, and those of a body that are gone past.
const PIECE: usize = 64 << 10;
/// How long is waited after a connection that could not be taken.
const PAUSE: Duration = Duration::from_millis(50);

/// The head of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The method, such as `GET`.
    pub method: String,
    /// The path with its slash in front, encoded.
    pub path: String,
    /// What stands behind a question mark.
    pub query: Option<String>,
    /// Whom the request is meant for: the authority of an absolute address, else the header `Host`.
    pub host: Option<String>,
    /// The headers, their names in small letters.
    headers: Vec<(String, Vec<u8>)>,
    /// Whether it is of HTTP/1.0: such a client knows no body in pieces.
    is_old: bool,
    has_body: bool,
    closes: bool,
}

impl Request {
    /// The values of a header; none for one that is not ASCII.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Option<&'a str>> {
        let all = self.headers.iter().filter(move |(known, _)| known == name);
        all.map(|(_, value)| std::str::from_utf8(value).ok().filter(|value| value.is_ascii()))
    }

    /// The first value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .and_then(|(_, value)| std::str::from_utf8(value).ok())
    }
}

/// What an answer holds.
pub enum Body {
    /// These bytes.
    Whole(Bytes),
    /// What is read while it is sent.
    Read(Box<dyn Read>),
}

/// An answer.
pub struct Response {
    /// The status, such as 200.
    pub status: u16,
    /// Headers, their names in small letters; those of the body and the connection are added.
    pub headers: Vec<(&'static str, &'static str)>,
    /// The body; for a `HEAD` nothing of it is sent.
    pub body: Body,
}

/// The words of the statuses that the server has.
fn phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "",
    }
}

/// Answers the requests that come to a listener, from now on.
///
/// # Errors
/// A thread that the system does not give.
pub fn serve(
    listener: TcpListener,
    answer: impl Fn(&Request) -> Response + Send + Sync + 'static,
) -> io::Result<()> {
    let (places, answer) = (Arc::new(Places::default()), Arc::new(answer));
    let accept = move || {
        loop {
            let place = listener.accept().and_then(|(stream, _)| Places::take(&places, stream));
            let answer = answer.clone();
            let spawned = place.and_then(|place| {
                thread::Builder::new()
                    .name("web: connection".to_owned())
                    .spawn(move || _ = converse(&place, &*answer))
            });
            if spawned.is_err() {
                // Too many files are open, or the client has gone.
                thread::sleep(PAUSE);
            }
        }
    };
    thread::Builder::new().name("web".to_owned()).spawn(accept).map(drop)
}

/// The connections that are open.
#[derive(Default)]
struct Places {
    open: Mutex<Open>,
    changed: Condvar,
}

#[derive(Default)]
struct Open {
    last: u64,
    connections: HashMap<u64, Connection>,
}

struct Connection {
    stream: Arc<TcpStream>,
    /// Since when it is waited for the head of a request, or since when it is answered.
    since: Instant,
    waits: bool,
}

/// A place that a connection has, until this is dropped or the place is given to another one.
struct Place {
    places: Arc<Places>,
    id: u64,
    stream: Arc<TcpStream>,
}

impl Places {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a place to a connection, as soon as there is one.
    fn take(places: &Arc<Places>, stream: TcpStream) -> io::Result<Place> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SILENCE))?;
        let stream = Arc::new(stream);
        let mut open = places.open();
        while open.connections.len() >= CONNECTIONS {
            if let Some(id) = open.to_leave() {
                let left = open.connections.remove(&id).expect("it is one of them");
                // Its thread reads the end and ends.
                let _ = left.stream.shutdown(Shutdown::Both);
            } else {
                let waited = places.changed.wait_timeout(open, FAREWELL);
                open = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        open.last += 1;
        let id = open.last;
        let connection = Connection { stream: stream.clone(), since: Instant::now(), waits: true };
        open.connections.insert(id, connection);
        Ok(Place { places: places.clone(), id, stream })
    }
}

impl Open {
    /// Who makes room: who has waited longest without a whole head, else who takes too long for an answer.
    fn to_leave(&self) -> Option<u64> {
        let longest = |waits: bool| {
            let all = self.connections.iter().filter(move |(_, one)| one.waits == waits);
            all.min_by_key(|(id, one)| (one.since, **id))
        };
        let answered = longest(false).filter(|(_, one)| one.since.elapsed() > ANSWER_TIME);
        longest(true).or(answered).map(|(id, _)| *id)
    }
}

impl Place {
    /// Notes that a head is waited for from now on, or that a request is answered.
    fn note(&self, waits: bool) {
        if let Some(one) = self.places.open().connections.get_mut(&self.id) {
            (one.since, one.waits) = (Instant::now(), waits);
        }
        self.places.changed.notify_one();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.open().connections.remove(&self.id);
        self.places.changed.notify_one();
    }
}

/// Answers requests until the client or the server ends that.
fn converse(place: &Place, answer: &dyn Fn(&Request) -> Response) -> io::Result<()> {
    let mut unread = Vec::new();
    loop {
        place.note(true);
        let request = match next_request(&place.stream, &mut unread)? {
            Next::Request(request) => request,
            Next::Nothing => return Ok(()),
            Next::Refused(status) => {
                send(&place.stream, None, &mut plain(status))?;
                return go_past(&place.stream);
            }
        };
        place.note(false);
        send(&place.stream, Some(&request), &mut answer(&request))?;
        if request.has_body {
            // No page needs a body.
            place.note(true);
            return go_past(&place.stream);
        }
        if request.closes {
            return Ok(());
        }
    }
}

/// What comes next of a connection.
enum Next {
    Request(Request),
    /// Its end, or nothing in time.
    Nothing,
    /// What is no request, or not in time.
    Refused(u16),
}

/// Reads the next request. `unread` is what was read beyond the one before, and then beyond this one.
fn next_request(mut stream: &TcpStream, unread: &mut Vec<u8>) -> io::Result<Next> {
    let late = Instant::now() + HEAD_TIME;
    loop {
        match parsed(unread) {
            Ok(Some((request, length))) => {
                unread.drain(..length);
                return Ok(Next::Request(request));
            }
            Ok(None) if unread.len() < LONGEST_HEAD => {}
            _ => return Ok(Next::Refused(400)),
        }
        let left = late.saturating_duration_since(Instant::now());
        let mut part = [0; 2048];
        let read = if left.is_zero() {
            Err(ErrorKind::TimedOut.into())
        } else {
            stream.set_read_timeout(Some(left))?;
            stream.read(&mut part)
        };
        match read {
            Ok(0) => return Ok(Next::Nothing),
            Ok(read) => unread.extend_from_slice(&part[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
                let is_begun = !unread.iter().all(u8::is_ascii_whitespace);
                return Ok(if is_begun { Next::Refused(408) } else { Next::Nothing });
            }
            Err(error) => return Err(error),
        }
    }
}

/// The request that these bytes begin with, and its length; none if they end before its head does.
fn parsed(bytes: &[u8]) -> Result<Option<(Request, usize)>, ()> {
    let mut headers = vec![httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(length) = head.parse(bytes).map_err(|_| ())? else { return Ok(None) };
    if length > LONGEST_HEAD {
        return Err(());
    }
    let (Some(method), Some(target), Some(version)) = (head.method, head.path, head.version) else {
        return Err(());
    };
    let named = |header: &httparse::Header| (header.name.to_ascii_lowercase(), header.value.to_vec());
    let headers: Vec<(String, Vec<u8>)> = head.headers.iter().map(named).collect();
    let (method, is_old) = (method.to_owned(), version == 0);
    let (authority, target) = divided(target)?;
    let (path, query) = match target.split_once('?') {
        Some((path, query)) => (path.to_owned(), Some(query.to_owned())),
        None => (target.to_owned(), None),
    };
    let request =
        Request { method, path, query, host: None, headers, is_old, has_body: false, closes: false };
    let all = |name: &'static str| request.values(name).collect::<Vec<_>>();
    // RFC 9112, 3.2 and 3.2.2.
    let host = match (authority, &all("host")[..]) {
        (Some(authority), _) => Some(authority.to_owned()),
        (None, [Some(host)]) => Some((*host).to_owned()),
        (None, []) if is_old => None,
        _ => return Err(()),
    };
    let lengths = all("content-length");
    if !lengths.iter().flatten().all(|length| length.bytes().all(|byte| byte.is_ascii_digit())) {
        return Err(());
    }
    let has_body = !all("transfer-encoding").is_empty() || lengths.iter().any(|length| *length != Some("0"));
    let says_close = all("connection").into_iter().flatten().flat_map(|list| list.split(',')).any(|word| {
        let word = word.trim();
        word.eq_ignore_ascii_case("close")
    });
    let closes = is_old || says_close || has_body;
    Ok(Some((Request { host, has_body, closes, ..request }, length)))
}

/// The authority of an absolute address, and the path of a request's target (RFC 9112, 3.2).
fn divided(target: &str) -> Result<(Option<&str>, &str), ()> {
    const SCHEME: &str = "http://";
    if target.starts_with('/') || target == "*" {
        return Ok((None, target));
    }
    let is_absolute = target.get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME));
    if !is_absolute {
        // What `CONNECT` names is a host alone; no other method has that.
        return Err(());
    }
    let rest = &target[SCHEME.len()..];
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    if authority.is_empty() {
        return Err(());
    }
    Ok((Some(authority), if path.is_empty() { "/" } else { path }))
}

/// An answer to what is no request.
fn plain(status: u16) -> Response {
    let text = format!("{status} {}\n", phrase(status));
    let headers = vec![("content-type", "text/plain; charset=utf-8")];
    Response { status, headers, body: Body::Whole(text.into_bytes().into()) }
}

/// Sends an answer; there is no request where what came is none.
fn send(stream: &TcpStream, request: Option<&Request>, response: &mut Response) -> io::Result<()> {
    let mut to = BufWriter::with_capacity(PIECE, stream);
    write!(to, "HTTP/1.1 {} {}\r\n", response.status, phrase(response.status))?;
    for (name, value) in &response.headers {
        write!(to, "{name}: {value}\r\n")?;
    }
    if request.is_none_or(|request| request.closes) {
        write!(to, "connection: close\r\n")?;
    }
    let (is_old, sends) = request.map_or((true, true), |request| (request.is_old, request.method != "HEAD"));
    match &mut response.body {
        Body::Whole(bytes) => {
            write!(to, "content-length: {}\r\n\r\n", bytes.len())?;
            if sends {
                to.write_all(bytes)?;
            }
        }
        Body::Read(_) if !sends => write!(to, "\r\n")?,
        // The end of the connection is that of the body.
        Body::Read(from) if is_old => {
            write!(to, "\r\n")?;
            io::copy(from, &mut to)?;
        }
        Body::Read(from) => {
            write!(to, "transfer-encoding: chunked\r\n\r\n")?;
            let mut piece = vec![0; PIECE];
            loop {
                let read = from.read(&mut piece)?;
                write!(to, "{read:x}\r\n")?;
                to.write_all(&piece[..read])?;
                write!(to, "\r\n")?;
                if read == 0 {
                    break;
                }
            }
        }
    }
    to.flush()
}

/// Ends the answers, and goes past a little of what the client still sends, for a short time: if the connection were closed with
/// that unread, the client might not hear the answer.
fn go_past(mut stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let (late, mut left, mut part) = (Instant::now() + FAREWELL, PIECE, [0; 4096]);
    loop {
        let time = late.saturating_duration_since(Instant::now());
        if left == 0 || time.is_zero() {
            return Ok(());
        }
        stream.set_read_timeout(Some(time))?;
        match stream.read(&mut part) {
            Ok(read) if read > 0 => left = left.saturating_sub(read),
            _ => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Option<Request> {
        parsed(text.as_bytes()).unwrap_or(None).map(|(request, _)| request)
    }

    fn host(target: &str, headers: &str) -> Option<String> {
        request(&format!("GET {target} HTTP/1.1\r\n{headers}\r\n"))?.host
    }

    #[test]
    fn an_absolute_address_is_the_host() {
        assert_eq!(host("/", "Host: localhost:1283\r\n").as_deref(), Some("localhost:1283"));
        for headers in ["Host: localhost\r\n", "", "Host: a\r\nHost: b\r\n"] {
            assert_eq!(host("http://evil.example/", headers).as_deref(), Some("evil.example"), "{headers}");
            assert_eq!(host("HTTP://a@b:1?c", headers).as_deref(), Some("a@b:1"), "{headers}");
        }
        let absolute = request("GET http://localhost:1/a/b?c=d HTTP/1.1\r\n\r\n").unwrap();
        assert_eq!((&*absolute.path, absolute.query.as_deref()), ("/a/b", Some("c=d")));
        assert_eq!(request("GET http://localhost HTTP/1.1\r\n\r\n").unwrap().path, "/");
        assert_eq!(request("GET / HTTP/1.0\r\n\r\n").unwrap().host, None);
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let host = "Host: a\r\n";
        for (target, headers) in [
            ("/", ""),
            ("/", "Host: a\r\nHost: a\r\n"),
            ("/", "Host: \u{e9}\r\n"),
            ("a", host),
            ("ftp://a/", host),
            ("https://a/", host),
            ("http:///", host),
            ("/", "Host: a\r\nContent-Length: -1\r\n"),
            ("/", "Host: a\r\nno header\r\n"),
        ] {
            let text = format!("GET {target} HTTP/1.1\r\n{headers}\r\n");
            assert_eq!(parsed(text.as_bytes()), Err(()), "{text}");
        }
        for text in ["\u{16}\u{3}\u{1}\u{2}\r\n", "GET /\r\n\r\n", "PRI * HTTP/2.0\r\n\r\n"] {
            assert_eq!(parsed(text.as_bytes()), Err(()), "{text}");
        }
        assert_eq!(parsed(b"GET / HTTP/1.1\r\nHost: a\r\n"), Ok(None));
    }

    #[test]
    fn who_waited_longest_makes_room() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = Arc::new(TcpStream::connect(listener.local_addr().unwrap()).unwrap());
        let now = Instant::now();
        let ago = |seconds| now.checked_sub(Duration::from_secs(seconds)).unwrap();
        let mut open = Open::default();
        let mut add = |id, seconds, waits| {
            open.connections.insert(id, Connection { stream: stream.clone(), since: ago(seconds), waits });
            open.to_leave()
        };
        assert_eq!(add(1, 9, false), None, "an answer has its time");
        assert_eq!(add(2, 11, false), Some(2));
        assert_eq!(add(3, 1, true), Some(3));
        assert_eq!(add(4, 4, true), Some(4));
        assert_eq!(add(5, 3, true), Some(4));
    }
}
