//! A server for people on this machine.

use std::io::Cursor;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;

use flate2::read::GzDecoder;
use percent_encoding::percent_decode_str;
use torneo_present::text::escape;
use torneo_registry::Registry;

use crate::bytes::Bytes;
use crate::http::{self, Body, Request, Response};
use crate::live::{Live, Report};
use crate::packed::{self, Cache};
use crate::site::Page;
use crate::{Results, Site};

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
    live: Option<Arc<Live>>,
    packed: Cache,
}

/// An answer before it is sent.
struct Answer {
    status: u16,
    content_type: &'static str,
    content: Content,
    policy: &'static str,
}

/// What an answer holds.
enum Content {
    /// Bytes as they are.
    Once(Bytes),
    /// Bytes of the page at a path, that others may ask for too.
    Page(String, Bytes),
    /// Bytes that are kept as gzip only.
    Packed(Bytes),
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
        let listener = TcpListener::bind(address).map_err(failed)?;
        let taken = listener.local_addr().map_err(failed)?;
        let live = results.map(|(registry, results)| Arc::new(Live::new(registry, results)));
        let desk = Desk { address: taken, site, live, packed: Cache::new(packed::MOST) };
        http::serve(listener, move |request| desk.answer(request)).map_err(failed)?;
        Ok(Server { address: taken })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Desk {
    fn answer(&self, request: &Request) -> Response {
        let Answer { status, content_type, content, policy } = self.found(request);
        let packs = has(request, "accept-encoding", "gzip");
        let (body, packed) = match content {
            Content::Page(path, bytes) if packs && bytes.len() >= LARGE => {
                match self.packed.packed(&path, &bytes) {
                    Some(packed) => (packed, true),
                    None => (bytes, false),
                }
            }
            Content::Once(bytes) | Content::Page(_, bytes) => (bytes, false),
            Content::Packed(bytes) => (bytes, true),
        };
        let mut headers = vec![
            ("content-type", content_type),
            ("content-security-policy", policy),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("vary", "Accept-Encoding"),
            ("cache-control", "no-cache"),
        ];
        if packed && packs {
            headers.push(("content-encoding", "gzip"));
        }
        let body = match packed && !packs {
            true => Body::Read(Box::new(GzDecoder::new(Cursor::new(body)))),
            false => Body::Whole(body),
        };
        Response { status, headers, body }
    }

    /// The answer to a request.
    fn found(&self, request: &Request) -> Answer {
        if !matches!(&*request.method, "GET" | "HEAD") {
            return Answer::error(405, "only GET is answered");
        }
        if !self.is_meant(request) {
            return Answer::error(403, "this name is not the server's");
        }
        let Some(path) = resolved(&request.path) else {
            return Answer::error(404, "there is no such page");
        };
        if is_foreign(request) {
            return self.refusal(&path, request.query.as_deref());
        }
        match (&*path, &self.live) {
            ("results.json", Some(live)) => match live.progress() {
                Ok(progress) => Answer::page(&path, Page::new(&path, progress), POLICY),
                Err(why) => Answer::error(500, &why.to_string()),
            },
            ("report.html", Some(live)) => match live.report() {
                Report::Packed(report) => Answer {
                    content: Content::Packed(report),
                    ..Answer::page(&path, Page::new(&path, Bytes::Static(&[])), REPORT_POLICY)
                },
                Report::Coming => Answer::coming(),
                Report::Failed(why) => Answer::error(500, &why),
            },
            _ => match self.site.page(&path) {
                Some(page) => Answer::page(&path, page.clone(), POLICY),
                None => Answer::error(404, &format!("there is no page `{path}`")),
            },
        }
    }

    /// What somebody sees who comes from another site: nothing of this one, and a link that leads on.
    fn refusal(&self, path: &str, query: Option<&str>) -> Answer {
        let query = query.map_or_else(String::new, |query| format!("?{query}"));
        let page = match self.site.page(path) {
            Some(_) => format!("/{path}{query}"),
            None => "/".to_owned(),
        };
        let text = format!(
            "<!doctype html><title>403</title><p>Another site has asked for this page. \
             <a href=\"{}\">Open it</a></p>\n",
            escape(&page)
        );
        Answer::of(403, text)
    }

    /// Whether a request names this server: pages from elsewhere that reach this machine by a name of theirs are not answered.
    fn is_meant(&self, request: &Request) -> bool {
        if !self.address.ip().is_loopback() {
            return true;
        }
        let Some(host) = request.host.as_deref() else { return false };
        let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        let name = name.map_or(host, |(name, _)| name);
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
    }
}

impl Answer {
    fn page(path: &str, page: Page, policy: &'static str) -> Answer {
        let content = Content::Page(path.to_owned(), page.body);
        Answer { status: 200, content_type: page.content_type, content, policy }
    }

    fn error(status: u16, why: &str) -> Answer {
        Answer::of(status, format!("<!doctype html><title>{status}</title><p>{}</p>\n", escape(why)))
    }

    /// The page that is shown until the report is made; it asks again.
    fn coming() -> Answer {
        let text = "<!doctype html><meta http-equiv=\"refresh\" content=\"1\"><link rel=\"icon\" href=\"data:,\"><title>503</title>\
                    <p>The report is being made. This page shows it as soon as it is there.</p>\n";
        Answer::of(503, text.to_owned())
    }

    fn of(status: u16, html: String) -> Answer {
        let page = Page::new("error.html", html.into_bytes());
        Answer { status, content_type: page.content_type, content: Content::Once(page.body), policy: POLICY }
    }
}

/// The path of a page that an address names: without the slash in front, and decoded. None for what is no text.
fn resolved(url: &str) -> Option<String> {
    let path = percent_decode_str(url.strip_prefix('/')?).decode_utf8().ok()?;
    Some(if path.is_empty() { "index.html".to_owned() } else { path.into_owned() })
}

/// Whether a page of another origin has made a request, as browsers tell it. A person who types an address, or follows a
/// link of this site, makes one of this origin or of none.
fn is_foreign(request: &Request) -> bool {
    let all = |name, fits: &dyn Fn(&str) -> bool| request.values(name).all(|value| value.is_some_and(fits));
    let own = request.host.as_ref().map(|host| format!("http://{host}"));
    let is_own = |origin: &str| own.as_ref().is_some_and(|own| origin.eq_ignore_ascii_case(own));
    !(all("sec-fetch-site", &|site| matches!(site, "same-origin" | "none")) && all("origin", &is_own))
}

/// Whether a header with a list has this item.
fn has(request: &Request, name: &str, item: &str) -> bool {
    let items = request.header(name).into_iter().flat_map(|list| list.split(','));
    let mut parts = items.map(|item| item.split(';').map(str::trim));
    parts.any(|mut parts| {
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(item))
            && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
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
        assert!(
            get("/games.json?x", "127.0.0.1").contains("{\"games\":[],\"dice\":false,\"results\":false}")
        );
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
