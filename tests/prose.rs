//! A lint of the prose that users read: plain sentences, short lines, and none of the phrases that nobody understands.
//!
//! A page is a name and a text: a page of the repository, the docstrings of a file, or the help of a command.
//! Another source of pages is one more function in [`pages`].

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Words of the longest sentence.
const LONGEST: usize = 30;
/// Words of a page's mean sentence at most, headings left out.
const MEAN: f64 = 18.0;
/// Columns of a line, unless it is one sentence or one link. In sources the formatter bounds them.
const COLUMNS: usize = 100;

/// Folders with sources whose docstrings are read.
const SOURCES: [&str; 6] = ["games", "engines", "harness", "python/src", "web", "examples"];
/// Folders in them that are left out.
const NO_SOURCES: [&str; 4] = ["target", "tests", "benches", "node_modules"];

/// Phrases that must be said in plainer words, as whole words and in any case.
const PHRASES: [&str; 29] = [
    "so-manieth",
    "vouched for",
    "in vain",
    "but for",
    "of so many",
    "for want of",
    "be it",
    "held against",
    "anew",
    "who recomputes",
    "is to choose",
    "a mean that a game's rules favour neither seat for",
    "rules favour neither seat for",
    "were held against the fair score",
    "miss it by chance alone",
    "nothing is vouched for",
    "who recomputes them is found by",
    "takes the options that each game was found to want",
    "counted in place of timed",
    "what was tried in vain",
    "loses what the action that cut off wins",
    "scored 0.43 in the mean against itself with it",
    "of every so-manieth group",
    "ratings are left open",
    "may reach to both sides",
    "if the games of this run were played again",
    "if such games were drawn anew",
    "wins (won)",
    "over (won)",
];

/// What is read: where it comes from, and what it says.
#[derive(Clone)]
struct Page {
    name: String,
    text: String,
    /// Whether its lines may have any width.
    wide: bool,
}

/// A paragraph, an item of a list or a heading.
struct Block {
    /// Its lines without markers, each with its number, from 1.
    lines: Vec<(usize, String)>,
    heading: bool,
}

impl Block {
    /// The text of its first lines in one line.
    fn first(&self, count: usize) -> String {
        self.lines[..count].iter().map(|(_, line)| &**line).collect::<Vec<_>>().join(" ")
    }

    /// The number of the line in which a sentence begins.
    fn line_of(&self, sentence: &Sentence) -> usize {
        let holds = |&count: &usize| plain(&self.first(count)).split_whitespace().count() > sentence.start;
        self.lines[(1..self.lines.len()).find(holds).unwrap_or(self.lines.len()) - 1].0
    }
}

/// Everything that is checked.
fn pages() -> Vec<Page> {
    [files(), docstrings(), helps()].concat()
}

/// The pages of the repository.
fn files() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut names = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(PathBuf::from).to_vec();
    for folder in ["docs", "docs/games", "docs/measurements"] {
        let entries = fs::read_dir(root.join(folder)).expect(folder);
        let files = entries.map(|entry| Path::new(folder).join(entry.expect(folder).file_name()));
        names.extend(files.filter(|file| file.extension().is_some_and(|extension| extension == "md")));
    }
    names.sort();
    let page = |path: PathBuf| Page {
        text: fs::read_to_string(root.join(&path)).expect("a page"),
        name: path.to_str().expect("a name").to_owned(),
        wide: false,
    };
    names.into_iter().map(page).collect()
}

/// The docstrings of each file of sources that has some.
fn docstrings() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    let mut folders: Vec<PathBuf> = SOURCES.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            if path.is_dir() && !NO_SOURCES.contains(&name) {
                folders.push(path);
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let page = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("it is below").to_str().expect("a name").to_owned();
        // The functions of the Python module are private in Rust.
        let all = name.starts_with("python");
        Page { text: docs(&fs::read_to_string(&path).expect("a source"), all), name, wide: true }
    };
    paths.into_iter().map(page).filter(|page| !page.text.trim().is_empty()).collect()
}

/// The docstrings of modules and public items of a source, each in its lines; all others are empty. With `all` those
/// of private items too.
fn docs(source: &str, all: bool) -> String {
    let mut docs = vec![""; source.lines().count()];
    let mut pending: Vec<(usize, &str)> = Vec::new();
    let mut brackets = 0;
    // How far the public enumeration or trait that is open is indented.
    let mut open: Option<usize> = None;
    for (number, line) in source.lines().enumerate() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if line == "mod tests {" {
            break;
        } else if let Some(text) = code.strip_prefix("//!") {
            docs[number] = text;
        } else if let Some(text) = code.strip_prefix("///") {
            pending.push((number, text));
        } else if brackets > 0 || code.starts_with("#[") {
            brackets = (brackets + code.matches('[').count()).saturating_sub(code.matches(']').count());
        } else if !code.is_empty() && !code.starts_with("//") {
            if open.is_some_and(|at| indent <= at) && code.starts_with('}') {
                open = None;
            }
            let is_public = code.starts_with("pub ") || code.starts_with("macro_rules!") || open.is_some();
            if is_public || all {
                pending.iter().for_each(|&(number, text)| docs[number] = text);
            }
            pending.clear();
            let holds = ["pub enum ", "pub trait ", "pub unsafe trait "];
            if holds.iter().any(|start| code.starts_with(start)) && !code.ends_with('}') {
                open = Some(indent);
            }
        }
    }
    docs.join("\n")
}

/// The help of every command.
fn helps() -> Vec<Page> {
    let mut pages = Vec::new();
    let mut commands = vec![Vec::new()];
    while let Some(command) = commands.pop() {
        let mut program = Command::new(env!("CARGO_BIN_EXE_torneo"));
        program.args(&command).arg("--help").env("COLUMNS", "1000").env_remove("NO_COLOR");
        let output = program.output().expect("the program starts");
        assert!(output.status.success(), "torneo {} --help", command.join(" "));
        let help = String::from_utf8(output.stdout).expect("it is text");
        let subcommands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        for line in subcommands.take_while(|line| !line.is_empty()) {
            let name = line.strip_prefix("  ").and_then(|line| line.split(' ').next()).unwrap_or_default();
            if !name.is_empty() && name != "help" {
                commands.push([&*command, &[name.to_owned()]].concat());
            }
        }
        let name = ["torneo", &command.join(" "), "--help"].join(" ").replace("  ", " ");
        pages.push(Page { name, text: help_prose(&help), wide: false });
    }
    pages
}

/// A help text without what is added to the descriptions of options: defaults, possible values and the like.
fn without_notes(help: &str) -> String {
    let mut rest = help;
    let mut text = String::new();
    while let Some(start) = ["[default: ", "[possible values: ", "[aliases: ", "[env: "]
        .iter()
        .filter_map(|note| rest.find(note))
        .min()
    {
        let Some(length) = rest[start..].find(']') else { break };
        text.push_str(&rest[..start]);
        text.extend(rest[start..start + length].chars().filter(|letter| letter.is_whitespace()));
        rest = &rest[start + length + 1..];
    }
    text + rest
}

/// The prose of a help text, in its lines: no usage, no names of options and commands, no possible values, no examples.
fn help_prose(help: &str) -> String {
    #[derive(PartialEq)]
    enum Part {
        Prose,
        Items,
        Skipped,
    }
    let mut part = Part::Prose;
    let mut prose = Vec::new();
    let mut values = false;
    for line in without_notes(help).lines() {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        values &= !text.is_empty() && indent > 6;
        if indent == 0 && !text.is_empty() {
            let is_title = text.ends_with(':') && text.split(' ').count() < 3;
            part = match text {
                _ if text.starts_with("Usage:") || text.starts_with("Example") => Part::Skipped,
                _ if is_title => Part::Items,
                _ => Part::Prose,
            };
            prose.push(if part == Part::Prose { text.to_owned() } else { String::new() });
        } else if part == Part::Items && indent <= 6 && !text.is_empty() {
            prose.push(text.split_once("  ").map_or(String::new(), |(_, text)| format!("- {}", text.trim())));
        } else {
            values |= text == "Possible values:";
            prose.push(if part == Part::Skipped || values { String::new() } else { text.to_owned() });
        }
    }
    prose.join("\n")
}

/// The marker of an item of a list at the start of a line, with the blanks after it.
fn marker(line: &str) -> Option<&str> {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let length = match line[digits..].chars().next()? {
        '-' | '*' | '+' if digits == 0 => 1,
        '.' | ')' if digits > 0 => digits + 1,
        _ => return None,
    };
    let rest = &line[length..];
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    (blanks > 0).then(|| &line[..length + blanks])
}

/// The blocks of a page without tables, code and HTML.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    let mut code = false;
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim().trim_start_matches("> ");
        if line.starts_with("```") || line.starts_with("~~~") {
            code = !code;
            open = false;
        } else if code || line.is_empty() || line.starts_with('|') || is_html(line) {
            open = false;
        } else if line.starts_with('#') {
            let text = line.trim_start_matches('#').trim_start().to_owned();
            blocks.push(Block { lines: vec![(number, text)], heading: true });
            open = false;
        } else if let Some(marker) = marker(line) {
            let text = line[marker.len()..].to_owned();
            blocks.push(Block { lines: vec![(number, text)], heading: false });
            open = true;
        } else if open {
            blocks.last_mut().expect("it is open").lines.push((number, line.to_owned()));
        } else {
            blocks.push(Block { lines: vec![(number, line.to_owned())], heading: false });
            open = true;
        }
    }
    blocks
}

fn is_html(line: &str) -> bool {
    line.starts_with('<') && !line.starts_with("<http")
}

/// A text with each stretch of code as one word, and with links as what they are shown as.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let fence = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let inside = &rest[start + fence..];
        let Some(end) = inside.find(&rest[start..start + fence]) else { break };
        plain.push_str(&rest[..start]);
        plain.push_str("CODE");
        rest = &inside[end + fence..];
    }
    plain.push_str(rest);
    while let Some(middle) = plain.find("](") {
        let Some(length) = plain[middle..].find(')') else { break };
        plain.replace_range(middle..=middle + length, "");
        if let Some(start) = plain[..middle].rfind('[') {
            plain.remove(start);
        }
    }
    plain
}

/// Whether a sentence ends at the end of this word.
fn ends(word: &str) -> bool {
    word.trim_end_matches(['"', '\'', ')', '*', '_', ']', '”', '’']).ends_with(['.', '!', '?', ':'])
}

/// A sentence of a block.
struct Sentence {
    text: String,
    /// Its words: what has a letter or a digit, between blanks.
    words: usize,
    /// What stands before it in the block, between blanks.
    start: usize,
}

/// The sentences of a plain text.
fn sentences(plain: &str) -> Vec<Sentence> {
    let all: Vec<&str> = plain.split_whitespace().collect();
    let mut sentences = Vec::new();
    let mut start = 0;
    for end in 1..=all.len() {
        if ends(all[end - 1]) || end == all.len() {
            let words = &all[start..end];
            let count = words.iter().filter(|word| word.contains(char::is_alphanumeric)).count();
            sentences.push(Sentence { text: words.join(" "), words: count, start });
            start = end;
        }
    }
    sentences.retain(|sentence| sentence.words > 0);
    sentences
}

/// Whether `phrase` stands in `text` as whole words; both are in small letters.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '-';
    text.match_indices(phrase).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + phrase.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Whether a line of a block is exactly one sentence.
fn is_one_sentence(block: &Block, index: usize) -> bool {
    let starts = index == 0 || ends(&plain(&block.lines[index - 1].1));
    let line = plain(&block.lines[index].1);
    starts && sentences(&line).len() == 1 && (index + 1 == block.lines.len() || ends(&line))
}

/// Whether a line is a link or an address and nothing else.
fn is_link(line: &str) -> bool {
    let line = line.trim_end_matches(['.', ',', ':', ';']);
    let is_address = line.trim_matches(['<', '>']).starts_with("http") && !line.contains(' ');
    let is_markdown = line.trim_start_matches('!').starts_with('[')
        && line.ends_with(')')
        && line.matches("](").count() == 1
        && !line[line.find("](").unwrap_or(0)..].contains(' ');
    is_address || is_markdown
}

/// What is wrong with a page.
fn lint(page: &Page) -> Vec<String> {
    let mut complaints = Vec::new();
    let (mut words, mut count) = (0, 0);
    let name = &page.name;
    let columns: Vec<usize> = page.text.lines().map(|line| line.chars().count()).collect();
    for block in blocks(&page.text) {
        let line = block.lines[0].0;
        let text = plain(&block.first(block.lines.len()));
        for sentence in sentences(&text) {
            if sentence.words > LONGEST {
                complaints.push(format!(
                    "{name}:{}: a sentence of {} words, at most {LONGEST} are allowed: {}",
                    block.line_of(&sentence),
                    sentence.words,
                    sentence.text
                ));
            }
            if !block.heading {
                words += sentence.words;
                count += 1;
            }
        }
        let small = text.to_lowercase();
        for phrase in PHRASES.iter().filter(|phrase| has_phrase(&small, phrase)) {
            complaints.push(format!("{name}:{line}: \"{phrase}\" must be said in plainer words: {text}"));
        }
        for (index, (line, text)) in block.lines.iter().enumerate() {
            let width = columns[line - 1];
            if width > COLUMNS && !page.wide && !is_link(text) && !is_one_sentence(&block, index) {
                complaints
                    .push(format!("{name}:{line}: {width} columns, at most {COLUMNS} are allowed: {text}"));
            }
        }
    }
    let mean = f64::from(u32::try_from(words).expect("few words")) / f64::from(count.max(1));
    if mean > MEAN {
        complaints.push(format!(
            "{name}: its sentences have {mean:.1} words in the mean, at most {MEAN} are allowed"
        ));
    }
    complaints
}

/// What a stranger reads first is short.
#[test]
fn the_readme_has_at_most_700_words() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let words = fs::read_to_string(path).expect("the README").split_whitespace().count();
    assert!(words <= 700, "README.md has {words} words");
}

#[test]
fn pages_are_plain() {
    let pages = pages();
    assert!(pages.len() > 600, "{}", pages.len());
    let complaints: Vec<String> = pages.iter().flat_map(lint).collect();
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

/// The complaints about a text.
fn complaints(text: &str) -> Vec<String> {
    lint(&Page { name: "page".to_owned(), text: text.to_owned(), wide: false })
}

fn words(count: usize) -> String {
    vec!["word"; count].join("\n")
}

#[test]
fn long_sentences_are_found() {
    assert_eq!(complaints(&(words(30) + ".")).len(), 1, "the mean of the page");
    let found = complaints(&format!("# Title\n\nShort.\n{}. Short. Short.", words(31)));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("page:4: a sentence of 31 words"), "{found:?}");
    let found = complaints(&format!("- One.\n- Two.\n  {}\n- Three.", words(31)));
    assert!(found[0].starts_with("page:3: a sentence of 31 words"), "{found:?}");
}

#[test]
fn code_is_one_word_and_tables_are_left_out() {
    let code = format!("`{}` short: (this \"too.\") And this.", words(40));
    assert_eq!(sentences(&plain(&code)).len(), 3);
    assert!(complaints(&code).is_empty());
    assert!(complaints(&format!("| {} |\n", vec!["word"; 40].join(" "))).is_empty());
    assert!(complaints(&format!("```\n{}\n```\nA word.", vec!["word"; 40].join(" "))).is_empty());
    assert_eq!(plain("See [the page](a.md#b) and `x y`."), "See the page and CODE.");
}

#[test]
fn items_and_headings_are_sentences_of_their_own() {
    let text = format!("# {}\n- {}\n- {}\n1. {}", words(2), words(12), words(12), words(12));
    assert!(complaints(&text.replace("\nword", " word")).is_empty());
}

#[test]
fn long_means_are_found() {
    let sentence = |count| words(count) + ".\n";
    assert!(complaints(&(sentence(18) + &sentence(18))).is_empty());
    let found = complaints(&(sentence(18) + &sentence(19)));
    assert_eq!(found, ["page: its sentences have 18.5 words in the mean, at most 18 are allowed"]);
}

#[test]
fn phrases_are_found_as_whole_words() {
    for text in ["Nothing\nbut for this.", "It begins Anew, always.", "Who recomputes it?"] {
        assert_eq!(complaints(text).len(), 1, "{text}");
    }
    for text in ["It takes butter, but forever.", "A mane, `anew`, and a canew.", "May it be; it may."] {
        assert!(complaints(text).is_empty(), "{text}");
    }
    assert!(PHRASES.iter().all(|phrase| phrase.to_lowercase() == *phrase));
}

#[test]
fn wide_lines_are_found() {
    let wide = "wide".repeat(24);
    assert_eq!(complaints(&format!("A line {wide}. And another.")).len(), 1);
    assert!(complaints(&format!("A line {wide}, one sentence.\nAnother one.")).is_empty());
    assert!(complaints(&format!("<https://example.org/{wide}>")).is_empty());
    assert!(complaints(&format!("- [a page](https://example.org/{wide})")).is_empty());
}

#[test]
fn docstrings_of_public_items_are_read() {
    let source = "//! A module.
/// A type.
#[derive(
    Clone,
)]
pub struct Type {
    /// A public field.
    pub public: u8,
    /// A private field.
    private: u8,
}
/// A private function.
fn private() {}
/// An enumeration.
pub enum Enumeration {
    /// A variant.
    Variant,
}
impl Type {
    /// A method.
    pub fn method() {}
}
mod tests {
    /// A function of a test.
    pub fn test() {}
}
";
    let read = |all| docs(source, all).lines().map(str::trim).map(str::to_owned).collect::<Vec<_>>();
    let public = read(false);
    assert_eq!(
        (&*public[0], &*public[1], &*public[6], &*public[8]),
        ("A module.", "A type.", "A public field.", "")
    );
    let public: Vec<&String> = public.iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(
        public,
        ["A module.", "A type.", "A public field.", "An enumeration.", "A variant.", "A method."]
    );
    assert_eq!(read(true).iter().filter(|line| !line.is_empty()).count(), 8);
}

#[test]
fn prose_of_help_is_read() {
    let help = "Play a game

Usage: torneo play [OPTIONS] <GAME>
                   <ENGINE>

Arguments:
  <GAME>  The game

Options:
      --out <DIR>  The folder [default: results/NAME, with the name
                   of the file] that is
                   written
      --long
          A long text.

          Possible values:
          - one: the first

  -h, --help       Print help

Example: torneo play hazard
         torneo play thud

That is all.
";
    let prose = help_prose(help);
    assert_eq!(prose.lines().count(), help.lines().count());
    let lines: Vec<&str> = prose.lines().filter(|line| !line.is_empty()).collect();
    let expected =
        ["Play a game", "- The game", "- The folder", "that is", "written", "A long text.", "- Print help"];
    assert_eq!(lines, [&expected[..], &["That is all."]].concat());
}
