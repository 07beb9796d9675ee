//! A server for people on this machine.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;
use oxhttp::model::{Body, Method, Request, Response};
use percent_encoding::percent_decode_str;
use torneo_picture::escape;
use torneo_registry::Registry;

use crate::site::Page;
use crate::{Results, Site};

/// Connections at the same time; others wait.
const CONNECTIONS: usize = 256;
/// Bytes from which a page is worth compressing.
const LARGE: usize = 1024;

/// What a page may load: nothing from elsewhere.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The same for the report, which has its script inside.
const REPORT_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; \
                             base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
#[error("cannot serve at {address}: {why}")]
pub struct ServerError {
    address: SocketAddr,
    why: std::io::Error,
}

/// A site that is served, as long as the program runs.
pub struct Server {
    address: SocketAddr,
}

/// What answers are made of.
struct Desk {
    address: SocketAddr,
    site: Site,
    live: Option<Live>,
    packed: Mutex<HashMap<String, Arc<[u8]>>>,
}

/// A run whose results grow.
struct Live {
    registry: Registry,
    folder: PathBuf,
    results: Mutex<Results>,
}

/// An answer before it is sent.
struct Answer {
    status: u16,
    page: Page,
    policy: &'static str,
}

impl Server {
    /// Answers at an address from now on; port 0 takes one that is free.
    ///
    /// # Errors
    /// An address that cannot be had.
    pub fn start(
        address: SocketAddr,
        site: Site,
        results: Option<(Registry, Results)>,
    ) -> Result<Server, ServerError> {
        let failed = |why: std::io::Error| ServerError { address, why };
        let taken = TcpListener::bind(address).and_then(|probe| probe.local_addr()).map_err(failed)?;
        let live = results.map(|(registry, results)| Live {
            registry,
            folder: results.folder().to_owned(),
            results: Mutex::new(results),
        });
        let desk = Desk { address: taken, site, live, packed: Mutex::default() };
        let server = oxhttp::Server::new(move |request| desk.answer(request)).bind(taken);
        server.with_max_concurrent_connections(CONNECTIONS).spawn().map_err(failed)?;
        Ok(Server { address: taken })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Desk {
    fn answer(&self, request: &Request<Body>) -> Response<Body> {
        let url = request.uri().path();
        let Answer { status, page, policy } = if !matches!(*request.method(), Method::GET | Method::HEAD) {
            Answer::error(405, "only GET is answered")
        } else if !self.is_meant(request) {
            Answer::error(403, "this name is not the server's")
        } else {
            self.found(url)
        };
        let packs = header(request, "accept-encoding").is_some_and(|value| value.contains("gzip"));
        let pack = packs && page.body.len() >= LARGE;
        let mut response = Response::builder()
            .status(status)
            .header("Content-Type", page.content_type)
            .header("Content-Security-Policy", policy)
            .header("X-Content-Type-Options", "nosniff")
            .header("Referrer-Policy", "no-referrer")
            .header("Cache-Control", "no-cache");
        if pack {
            response = response.header("Content-Encoding", "gzip");
        }
        let body = match (pack, page.body) {
            _ if request.method() == Method::HEAD => Body::empty(),
            (true, body) => Body::from(self.packed(url, &body).to_vec()),
            (false, Cow::Borrowed(body)) => Body::from(body),
            (false, Cow::Owned(body)) => Body::from(body),
        };
        response.body(body).expect("the headers are ASCII")
    }

    /// Whether a request names this server: pages from elsewhere that reach this machine by a name of theirs are not answered.
    fn is_meant(&self, request: &Request<Body>) -> bool {
        if !self.address.ip().is_loopback() {
            return true;
        }
        let Some(host) = header(request, "host") else { return false };
        let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        let name = name.map_or(host, |(name, _)| name);
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
    }

    fn found(&self, url: &str) -> Answer {
        let Ok(path) = percent_decode_str(url.trim_start_matches('/')).decode_utf8() else {
            return Answer::error(404, "there is no such page");
        };
        let path = if path.is_empty() { "index.html" } else { &*path };
        match (path, &self.live) {
            ("results.json", Some(live)) => live.progress(),
            ("report.html", Some(live)) => live.report(),
            _ => match self.site.page(path) {
                Some(page) => Answer { status: 200, page: page.clone(), policy: POLICY },
                None => Answer::error(404, &format!("there is no page `{path}`")),
            },
        }
    }

    /// A page compressed; those that stay as they are only once.
    fn packed(&self, url: &str, body: &[u8]) -> Arc<[u8]> {
        let stays = self.site.page(url.trim_start_matches('/')).is_some_and(|known| known.body == body);
        let mut known = self.packed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(packed) = known.get(url).filter(|_| stays) {
            return packed.clone();
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(body).expect("memory takes what is written");
        let packed: Arc<[u8]> = encoder.finish().expect("memory takes what is written").into();
        if stays {
            known.insert(url.to_owned(), packed.clone());
        }
        packed
    }
}

impl Live {
    fn progress(&self) -> Answer {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        match results.progress() {
            Ok(progress) => {
                let text = serde_json::to_vec(&progress).expect("progress is plain data");
                Answer { status: 200, page: Page::new("results.json", text), policy: POLICY }
            }
            Err(error) => Answer::error(500, &error.to_string()),
        }
    }

    fn report(&self) -> Answer {
        match Results::report(&self.registry, &self.folder) {
            Ok(html) => {
                let page = Page::new("report.html", html.into_bytes());
                Answer { status: 200, page, policy: REPORT_POLICY }
            }
            Err(error) => Answer::error(500, &error.to_string()),
        }
    }
}

impl Answer {
    fn error(status: u16, why: &str) -> Answer {
        let page = format!("<!doctype html><title>{status}</title><p>{}</p>\n", escape(why));
        Answer { status, page: Page::new("error.html", page.into_bytes()), policy: POLICY }
    }
}

fn header<'a>(request: &'a Request<Body>, name: &'static str) -> Option<&'a str> {
    request.headers().get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpStream;

    use super::*;
    use crate::Modules;

    /// The answer to a request, as it comes over the wire.
    fn asked(server: &Server, request: &str) -> String {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn only_pages_of_the_site_are_served_and_only_here() {
        let site = Site::of(&Registry::new(), serde_json::json!([]), &Modules::none(), None);
        let server = Server::start(([127, 0, 0, 1], 0).into(), site, None).unwrap();
        let get = |path: &str, host: &str| {
            asked(&server, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
        };
        let page = get("/", "localhost:8080");
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>torneo"), "{page}");
        assert!(page.contains("content-security-policy: default-src 'self'"), "{page}");
        assert!(get("/games.json?x", "127.0.0.1").contains("{\"games\":[],\"results\":false}"));
        assert!(get("/games.json", "[::1]:99").starts_with("HTTP/1.1 200"));
        for path in
            ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/%ff", "/results.json", "/%3Cb%3E"]
        {
            let answer = get(path, "localhost");
            assert!(answer.starts_with("HTTP/1.1 404") && !answer.contains("<b>"), "{path}: {answer}");
        }
        assert!(get("/", "evil.example").starts_with("HTTP/1.1 403"));
        let post = asked(
            &server,
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        );
        assert!(post.starts_with("HTTP/1.1 405"), "{post}");
    }

    #[test]
    fn the_documentation_is_served_and_its_links_lead_on() {
        let site = Site::of(&Registry::new(), serde_json::json!([]), &Modules::none(), None);
        let server = Server::start(([127, 0, 0, 1], 0).into(), site, None).unwrap();
        let get = |path: &str| {
            let answer = asked(
                &server,
                &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
            );
            assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
            answer
        };
        assert!(get("/").contains("<a href=\"docs/index.html\">Documentation</a>"));
        let list = get("/docs/index.html");
        let link = list.split("<a href=\"../docs/tour").nth(1).and_then(|rest| rest.split('"').next());
        let tour = get(&format!("/docs/tour{}", link.unwrap()));
        assert!(tour.contains("A tour of torneo</h1>"), "{tour}");
        assert!(tour.contains("href=\"../docs/configuration.html\""), "{tour}");
        assert!(get("/docs/configuration.html").contains("content-type: text/html"));
    }
}
