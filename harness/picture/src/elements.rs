//! Pictures taken apart, so that those of a game, which have most of their elements in common, need little room.

/// The top-level parts of a picture in their order: the opening tag, each element whole, the closing tag. Put together again
/// they are the picture.
pub fn elements(svg: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0u32);
    while let Some(open) = svg[at..].find('<').map(|found| at + found) {
        let Some(end) = svg[open..].find('>').map(|found| open + found + 1) else { break };
        let tag = &svg[open..end];
        at = end;
        let (closes, empty) = (tag.starts_with("</"), tag.ends_with("/>"));
        if closes {
            depth = depth.saturating_sub(1);
        }
        // The picture's own tag is a part by itself; what is inside an element belongs to it.
        let whole = if closes { depth <= 1 } else { depth == 0 || (empty && depth == 1) };
        if !closes && !empty {
            depth += 1;
        }
        if whole {
            parts.push(&svg[start..end]);
            start = end;
        }
    }
    if start < svg.len() {
        parts.push(&svg[start..]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::elements;

    #[test]
    fn parts_are_whole_elements() {
        let svg = "<svg a=\"b\"><style>.x{y:z}</style><defs><path id=\"p\"/><g><path/></g></defs><rect/><text>a &lt; b</text></svg>\n";
        let parts = elements(svg);
        assert_eq!(
            parts,
            [
                "<svg a=\"b\">",
                "<style>.x{y:z}</style>",
                "<defs><path id=\"p\"/><g><path/></g></defs>",
                "<rect/>",
                "<text>a &lt; b</text>",
                "</svg>",
                "\n"
            ]
        );
        assert_eq!(parts.concat(), svg);
        assert_eq!(elements(""), Vec::<&str>::new());
    }
}
