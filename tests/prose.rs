//! A lint of the prose that users read: plain sentences, short lines, and none of the phrases that nobody understands.
//!
//! A page is a name and a text. Another source of pages, such as help texts, is one more function in [`pages`].

use std::fs;
use std::path::{Path, PathBuf};

/// Words of the longest sentence.
const LONGEST: usize = 30;
/// Words of a page's mean sentence at most, headings left out.
const MEAN: f64 = 18.0;
/// Columns of a line, unless it is one sentence or one link.
const COLUMNS: usize = 100;

/// Pages that are not plain yet.
const EXEMPT: [&str; 4] =
    ["README.md", "docs/first-move-advantage.md", "docs/results.md", "docs/statistics.md"];

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
struct Page {
    name: String,
    text: String,
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
    files()
}

/// The pages of the repository.
fn files() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut names = vec![PathBuf::from("README.md"), PathBuf::from("CONTRIBUTING.md")];
    for folder in ["docs", "docs/games", "docs/measurements"] {
        let entries = fs::read_dir(root.join(folder)).expect(folder);
        let files = entries.map(|entry| Path::new(folder).join(entry.expect(folder).file_name()));
        names.extend(files.filter(|file| file.extension().is_some_and(|extension| extension == "md")));
    }
    names.sort();
    let page = |path: PathBuf| Page {
        text: fs::read_to_string(root.join(&path)).expect("a page"),
        name: path.to_str().expect("a name").to_owned(),
    };
    names.into_iter().map(page).filter(|page| !EXEMPT.contains(&&*page.name)).collect()
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
            if width > COLUMNS && !is_link(text) && !is_one_sentence(&block, index) {
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

#[test]
fn pages_are_plain() {
    let pages = pages();
    assert!(pages.len() > 70, "{}", pages.len());
    let complaints: Vec<String> = pages.iter().flat_map(lint).collect();
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn exempt_pages_exist() {
    for name in EXEMPT {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        assert!(path.is_file(), "{name} is exempt and does not exist");
    }
}

/// The complaints about a text.
fn complaints(text: &str) -> Vec<String> {
    lint(&Page { name: "page".to_owned(), text: text.to_owned() })
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
