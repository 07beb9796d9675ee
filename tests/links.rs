//! Every link between the pages leads somewhere, and the list of pages is whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The Markdown files of a folder, by their paths in the repository.
fn pages_in(folder: &str) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect(folder);
    let files = entries.map(|entry| Path::new(folder).join(entry.expect(folder).file_name()));
    files.filter(|file| file.extension().is_some_and(|extension| extension == "md")).collect()
}

fn pages() -> BTreeSet<PathBuf> {
    let mut pages = BTreeSet::from(["README.md", "CONTRIBUTING.md"].map(PathBuf::from));
    for folder in ["docs", "docs/games", "docs/measurements"] {
        pages.extend(pages_in(folder));
    }
    pages
}

/// What a page links to, and the anchors of its headings.
#[derive(Default)]
struct Contents {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

fn contents(markdown: &str) -> Contents {
    let mut contents = Contents::default();
    let mut heading: Option<String> = None;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                contents.links.push(dest_url.into_string());
            }
            Event::Html(text) | Event::InlineHtml(text) => contents.links.extend(attributes(&text)),
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().expect("a heading"));
                let times = seen.entry(anchor.clone()).or_default();
                contents.anchors.insert(if *times == 0 { anchor } else { format!("{anchor}-{times}") });
                *times += 1;
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    contents
}

/// The links of a stretch of HTML.
fn attributes(html: &str) -> Vec<String> {
    let mut links = Vec::new();
    for attribute in ["href=\"", "src=\"", "srcset=\""] {
        let values = html.split(attribute).skip(1);
        links.extend(values.filter_map(|value| value.split('"').next()).map(str::to_owned));
    }
    links
}

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|&letter| letter.is_alphanumeric() || " -_".contains(letter));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// The path without `.` and `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(whole.pop(), "{} leaves the repository", path.display()),
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    whole
}

/// What is wrong with a link of a page.
fn complaint(page: &Path, link: &str, all: &BTreeMap<PathBuf, Contents>) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let target = match path {
        "" => page.to_owned(),
        path => resolved(&page.parent().expect("a file").join(path)),
    };
    if !all.contains_key(&target) && !root().join(&target).exists() {
        return Some(format!("{}: {link} leads to no file", page.display()));
    }
    let anchor = anchor?;
    let read;
    let known = if let Some(known) = all.get(&target) {
        known
    } else {
        read = contents(&fs::read_to_string(root().join(&target)).unwrap_or_default());
        &read
    };
    (!known.anchors.contains(anchor)).then(|| format!("{}: {link} leads to no heading", page.display()))
}

#[test]
fn links_lead_somewhere() {
    let read = |page: PathBuf| {
        let text = fs::read_to_string(root().join(&page)).expect("a page");
        (page, contents(&text))
    };
    let all: BTreeMap<PathBuf, Contents> = pages().into_iter().map(read).collect();
    let mut complaints = Vec::new();
    for (page, contents) in &all {
        complaints.extend(contents.links.iter().filter_map(|link| complaint(page, link, &all)));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(all.values().map(|contents| contents.links.len()).sum::<usize>() > 200);
}

#[test]
fn the_list_names_every_page_once() {
    let list = fs::read_to_string(root().join("docs/README.md")).expect("the list");
    let mut times: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for link in contents(&list).links {
        *times.entry(resolved(&Path::new("docs").join(link))).or_default() += 1;
    }
    let mut pages = pages_in("docs");
    pages.remove(Path::new("docs/README.md"));
    pages.extend(pages_in("docs/measurements"));
    pages.insert("docs/games/README.md".into());
    for page in pages {
        let times = times.get(&page).copied().unwrap_or(0);
        assert_eq!(times, 1, "docs/README.md lists {} {times} times", page.display());
    }
}

#[test]
fn dead_links_are_found() {
    let page =
        contents("# A `b` c: d\n# Twice\n# Twice\n[x](#twice-1) [y](b.md#no)\n\n<a href=\"q.md\">q</a>");
    assert_eq!(page.links, ["#twice-1", "b.md#no", "q.md"]);
    assert_eq!(page.anchors.iter().collect::<Vec<_>>(), ["a-b-c-d", "twice", "twice-1"]);
    let all = BTreeMap::from([(PathBuf::from("docs/a.md"), page)]);
    let check = |link| complaint(Path::new("docs/a.md"), link, &all);
    assert!(check("#twice-1").is_none() && check("https://example.org/").is_none());
    assert!(check("#thrice").expect("a complaint").contains("no heading"));
    assert!(check("nowhere.md").expect("a complaint").contains("no file"));
    assert!(check("engines.md").is_none() && check("engines.md#alpha-beta").is_none());
    assert!(check("engines.md#nothing-of-this-name").is_some());
}
