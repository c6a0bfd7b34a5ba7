//! The outline of a `.tscn`: its tags and properties, each with where its value lies. Values stay text.

use super::super::Error;
use super::super::packed::shown;
use std::ops::Range;

/// A tag in square brackets, or a property below one.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item<'a> {
    Tag(Tag<'a>),
    Property {
        name: String,
        /// Where the value lies in the text.
        value: Range<usize>,
    },
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    /// Where the text goes on behind the closing bracket.
    pub(super) end: usize,
}

impl Tag<'_> {
    /// The string that an attribute holds.
    pub(super) fn string(&self, attribute: &str) -> Option<String> {
        let (_, value) = self.attributes.iter().find(|(name, _)| *name == attribute)?;
        let quoted = value.trim_start_matches(['&', '^', '@']).strip_prefix('"')?.strip_suffix('"')?;
        Some(unescaped(quoted))
    }
}

/// Goes through a scene from one item to the next.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next item, `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Item<'a>>, Error> {
        self.skip_blank();
        match self.peek() {
            None => Ok(None),
            Some(b'[') => self.tag().map(|tag| Some(Item::Tag(tag))),
            Some(_) => self.property().map(Some),
        }
    }

    fn tag(&mut self) -> Result<Tag<'a>, Error> {
        self.at += 1;
        self.skip_blank();
        let name = self.identifier();
        let mut attributes = Vec::new();
        loop {
            self.skip_blank();
            if self.eat(b']') {
                return Ok(Tag { name, attributes, end: self.at });
            }
            let attribute = self.identifier();
            self.skip_blank();
            if attribute.is_empty() || !self.eat(b'=') {
                return Err(self.expected("attribute=value or a closing bracket in the tag"));
            }
            let value = self.value()?;
            attributes.push((attribute, self.slice(value)));
        }
    }

    fn property(&mut self) -> Result<Item<'a>, Error> {
        let mut name = String::new();
        while !self.eat(b'=') {
            if self.peek() == Some(b'"') {
                let quoted = self.string()?;
                name = unescaped(self.slice(quoted.start + 1..quoted.end - 1));
                continue;
            }
            let start = self.at;
            self.skip_while(|byte| byte != b'=' && byte != b'"');
            if self.peek().is_none() {
                return Err(self.expected("a property's value"));
            }
            // Godot leaves out white space wherever it stands in a name.
            name.extend(self.slice(start..self.at).chars().filter(|c| *c > ' '));
        }
        Ok(Item::Property { name, value: self.value()? })
    }

    /// Steps over one value, white space before it included.
    fn value(&mut self) -> Result<Range<usize>, Error> {
        self.skip_blank();
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string().map(|_| ())?,
            Some(b'&' | b'^' | b'@') => {
                self.at += 1;
                self.string()?;
            }
            Some(b'[' | b'{') => self.balanced()?,
            Some(b'#' | b'-' | b'+' | b'.' | b'0'..=b'9') => {
                self.skip_while(|byte| byte.is_ascii_alphanumeric() || b"#-+._".contains(&byte));
            }
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => self.word()?,
            _ => return Err(self.expected("a value")),
        }
        Ok(start..self.at)
    }

    /// A word such as `true`, or a constructor with its brackets, which may stand on the next line.
    fn word(&mut self) -> Result<(), Error> {
        let is_typed = matches!(self.identifier(), "Array" | "Dictionary");
        let end = self.at;
        self.skip_blank();
        if is_typed && self.peek() == Some(b'[') {
            self.balanced()?;
            self.skip_blank();
        }
        if self.peek() == Some(b'(') {
            return self.balanced();
        }
        self.at = end;
        Ok(())
    }

    /// Steps over brackets and all that is in them.
    fn balanced(&mut self) -> Result<(), Error> {
        let mut depth = 0_usize;
        loop {
            self.skip_blank();
            match self.peek() {
                None => return Err(self.expected("a closing bracket")),
                Some(b'"') => {
                    self.string()?;
                    continue;
                }
                Some(b'(' | b'[' | b'{') => depth += 1,
                Some(b')' | b']' | b'}') => depth -= 1,
                Some(_) => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Steps over a string and returns where it lies, its quotes included.
    fn string(&mut self) -> Result<Range<usize>, Error> {
        let start = self.at;
        if !self.eat(b'"') {
            return Err(self.expected("a string"));
        }
        loop {
            self.skip_while(|byte| byte != b'"' && byte != b'\\');
            match self.peek() {
                None => return Err(self.expected("a closing quote")),
                Some(b'"') => break,
                Some(_) => self.at = (self.at + 2).min(self.text.len()),
            }
        }
        self.at += 1;
        Ok(start..self.at)
    }

    fn identifier(&mut self) -> &'a str {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.slice(start..self.at)
    }

    /// Steps over white space and comments.
    fn skip_blank(&mut self) {
        loop {
            self.skip_while(|byte| byte <= b' ');
            if self.peek() != Some(b';') {
                return;
            }
            self.skip_while(|byte| byte != b'\n');
        }
    }

    fn skip_while(&mut self, skips: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|byte| !skips(*byte)).unwrap_or(rest.len());
    }

    fn eat(&mut self, byte: u8) -> bool {
        let eaten = self.peek() == Some(byte);
        self.at += usize::from(eaten);
        eaten
    }

    /// A part of the text; its ends are ASCII characters or the ends of the text.
    fn slice(&self, part: Range<usize>) -> &'a str {
        self.text.get(part).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn expected(&self, expected: &'static str) -> Error {
        let before = self.text.as_bytes().get(..self.at).unwrap_or_default();
        let found = self.text.get(self.at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let line = before.split(|byte| *byte == b'\n').count();
        Error::scene_syntax(line, expected, &shown(found))
    }
}

/// The text of a string, without its quotes.
fn unescaped(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut rest = quoted;
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let mut after = escape.chars();
        match after.next() {
            Some('b') => text.push('\u{8}'),
            Some('t') => text.push('\t'),
            Some('n') => text.push('\n'),
            Some('f') => text.push('\u{c}'),
            Some('r') => text.push('\r'),
            Some(width @ ('u' | 'U')) => {
                let digits = if width == 'u' { 4 } else { 6 };
                let number = after.as_str().get(..digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                text.extend(number.and_then(char::from_u32));
                after = after.as_str().get(digits..).unwrap_or_default().chars();
            }
            other => text.extend(other),
        }
        rest = after.as_str();
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outline(text: &str) -> Result<Vec<String>, Error> {
        let mut scanner = Scanner::new(text);
        let mut outline = Vec::new();
        while let Some(item) = scanner.next()? {
            outline.push(match item {
                Item::Tag(tag) => format!("[{}]", tag.name),
                Item::Property { name, value } => format!("{name} = {}", &text[value]),
            });
        }
        Ok(outline)
    }

    #[test]
    fn values_end_where_godot_ends_them() {
        let text = "[gd_scene format=4]\n\
            ; a = [comment]\n\
            [node name=\"A\" groups=[\"x]\", &\"y\"] type=\"Node\"]\n\
            a = true\n\
            [node name=\"B\"]\n\
            b = -1.5e-3\n\
            c = Array[Dictionary]([{\n\"k]\": [1, 2] ; ) comment\n}])\n\
            d = \"multi\nline = \\\"]\" e = PackedByteArray\n(\n0,\n1)\n\
            \"quoted name\" = &\"x\"\n\
            spaced name=#ff00ff\n\
            f = null[node name=\"C\"]\n";
        let expected = [
            "[gd_scene]",
            "[node]",
            "a = true",
            "[node]",
            "b = -1.5e-3",
            "c = Array[Dictionary]([{\n\"k]\": [1, 2] ; ) comment\n}])",
            "d = \"multi\nline = \\\"]\"",
            "e = PackedByteArray\n(\n0,\n1)",
            "quoted name = &\"x\"",
            "spacedname = #ff00ff",
            "f = null",
            "[node]",
        ];
        assert_eq!(outline(text).unwrap(), expected);
    }

    #[test]
    fn attributes_are_unescaped() {
        let text = r#"[node name="a \"b\" \\ \t\u00e9\U01F600\q" parent = ^"x/y" index="0"]"#;
        let Ok(Some(Item::Tag(tag))) = Scanner::new(text).next() else { panic!("no tag") };
        assert_eq!(tag.string("name").as_deref(), Some("a \"b\" \\ \té😀q"));
        assert_eq!(tag.string("parent").as_deref(), Some("x/y"));
        assert_eq!(tag.string("type"), None);
        assert_eq!(tag.end, text.len());
    }

    #[test]
    fn broken_syntax_says_the_line() {
        for (text, line) in [
            ("[node\n name=\"a\"", 2),
            ("[node =\"a\"]", 1),
            ("a = \"never\nclosed", 2),
            ("\n\na = (1, [2)", 3),
            ("a\nb", 2),
            ("a = ", 1),
            ("a = ]", 1),
            ("a = &b", 1),
        ] {
            let error = outline(text).expect_err(text);
            assert_eq!(error.fault().place, format!("line {line} of the scene"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC*|[\\[\\](){}=;\"\\\\ab&^#\n é]*") {
            let _ = outline(&text);
        }
    }
}
