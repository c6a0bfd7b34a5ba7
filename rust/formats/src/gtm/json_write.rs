//! A map as readable JSON: two spaces, one line for what is short, the map's own order. A change to one brush
//! changes that brush's lines.

use super::cursor::{Cursor, Item, float32s, float64s, int32s, int64s};
use super::document::Document;
use super::encode::Encoder;
use super::error::Error;
use super::node_kind::NodeKind;
use super::node_ref::NodeRef;
use super::scan::STRING_BYTE_MEMORY;
use super::scatter::{Columns, INSTANCES};
use super::terrain::{BYTE_KEYS, to_base64};
use super::value::Value;
use super::write::Cost;
use std::fmt::Write;

/// What fits in this many characters stands on one line.
const LINE: usize = 100;

impl Document {
    /// The map as readable JSON: two spaces, one line for what is short, the map's own order.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] for a map that would pass one of the budgets when it is read again.
    pub fn to_json(&self) -> Result<String, Error> {
        write(self)
    }
}

fn write(document: &Document) -> Result<String, Error> {
    cost(document).check()?;
    let mut json = Writer::default();
    json.open('{');
    let mut head = document.head();
    json.entries(&mut head, |key| key != "lightmap", |json, _, value| json.value(value));
    json.key("layers");
    json.nodes(document.layers());
    if let Some(lightmap) = document.lightmap() {
        json.key("lightmap");
        let mut encoder = Encoder::default();
        encoder.value(&Value::Dictionary(lightmap.to_json()));
        json.value(&mut Cursor::new(&encoder.finish()));
    }
    json.close('}');
    json.text.push('\n');
    Ok(json.text)
}

/// The cost of a map that is read from its JSON form: bytes that JSON has no other form for are texts then.
fn cost(document: &Document) -> Cost {
    let mut cost = Cost::of(document);
    let mut grow = |bytes: &[u8]| {
        let (size, text) = (bytes.len() as u64, (bytes.len() as u64).div_ceil(3) * 4);
        cost.grow(text - size, STRING_BYTE_MEMORY * text - (text + size));
    };
    document.head().each_bytes(|key| key != "lightmap", &mut grow);
    for node in document.nodes() {
        let is_terrain = node.kind() == NodeKind::Terrain;
        node.cursor().each_bytes(|key| !(is_terrain && BYTE_KEYS.contains(&key)), &mut grow);
    }
    cost
}

#[derive(Default)]
struct Writer {
    text: String,
    indent: usize,
    /// Whether the next entry is the first of its container.
    first: bool,
}

impl Writer {
    fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.indent += 1;
        self.first = true;
    }

    fn close(&mut self, bracket: char) {
        self.indent -= 1;
        if !std::mem::take(&mut self.first) {
            self.line();
        }
        self.text.push(bracket);
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.indent));
    }

    /// Begins the next entry on a line of its own.
    fn next(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.text.push(',');
        }
        self.line();
    }

    fn key(&mut self, key: &str) {
        self.next();
        self.text.push_str(&quoted(key));
        self.text.push_str(": ");
    }

    /// The entries of the dictionary before the cursor, those that `keep` names, each through `value`.
    fn entries<'a>(
        &mut self,
        cursor: &mut Cursor<'a>,
        keep: impl Fn(&str) -> bool,
        mut value: impl FnMut(&mut Self, &str, &mut Cursor<'a>),
    ) {
        let Item::Dictionary(count) = cursor.item() else { return };
        for _ in 0..count {
            let key = cursor.key();
            if keep(key) {
                self.key(key);
                value(self, key, cursor);
            } else {
                cursor.skip();
            }
        }
    }

    fn nodes<'d>(&mut self, nodes: impl Iterator<Item = NodeRef<'d>>) {
        self.open('[');
        for node in nodes {
            self.next();
            self.node(node);
        }
        self.close(']');
    }

    fn node(&mut self, node: NodeRef<'_>) {
        self.open('{');
        let is_scatter = node.kind() == NodeKind::Scatter;
        self.entries(
            &mut node.cursor(),
            |_| true,
            |json, key, value| match (is_scatter && key == INSTANCES).then(|| Columns::read(value)).flatten()
            {
                Some(columns) => json.instances(&columns),
                None => json.value(value),
            },
        );
        let children = node.children();
        if children.len() > 0 {
            self.key("children");
            self.nodes(children);
        }
        self.close('}');
    }

    fn instances(&mut self, columns: &Columns<'_>) {
        self.open('[');
        for instance in columns.iter() {
            self.next();
            let numbers: Vec<String> = instance.iter().map(|number| float(*number)).collect();
            let _ = write!(self.text, "[{}]", numbers.join(", "));
        }
        self.close(']');
    }

    /// The cursor's next value: on this line when it is short.
    fn value(&mut self, cursor: &mut Cursor<'_>) {
        let start = self.text.len();
        let mut ahead = cursor.clone();
        if inline(&mut self.text, &mut ahead, start + LINE) {
            *cursor = ahead;
            return;
        }
        self.text.truncate(start);
        match cursor.item() {
            Item::Dictionary(count) => {
                self.open('{');
                for _ in 0..count {
                    self.key(cursor.key());
                    self.value(cursor);
                }
                self.close('}');
            }
            Item::Array(count) => {
                self.open('[');
                for _ in 0..count {
                    self.next();
                    self.value(cursor);
                }
                self.close(']');
            }
            Item::Int32s(bytes) => self.scalars(int32s(bytes).map(|number| number.to_string())),
            Item::Int64s(bytes) => self.scalars(int64s(bytes).map(|number| number.to_string())),
            Item::Float32s(bytes) => self.scalars(float32s(bytes).map(|number| float(f64::from(number)))),
            Item::Float64s(bytes) => self.scalars(float64s(bytes).map(float)),
            scalar => self.text.push_str(&scalar_text(scalar)),
        }
    }

    /// Numbers, as many on a line as fit.
    fn scalars(&mut self, numbers: impl Iterator<Item = String>) {
        self.open('[');
        let mut column = usize::MAX;
        for number in numbers {
            if column.saturating_add(number.len()) > LINE {
                self.next();
                column = 0;
            } else {
                self.text.push_str(", ");
            }
            column += number.len() + 2;
            self.text.push_str(&number);
        }
        self.close(']');
    }
}

/// Writes the cursor's next value on one line; `false` when the text would pass `end`.
fn inline(text: &mut String, cursor: &mut Cursor<'_>, end: usize) -> bool {
    let item = cursor.item();
    match item {
        Item::Dictionary(count) => {
            text.push('{');
            for index in 0..count {
                text.push_str(if index > 0 { ", " } else { "" });
                text.push_str(&quoted(cursor.key()));
                text.push_str(": ");
                if !inline(text, cursor, end) {
                    return false;
                }
            }
            text.push('}');
        }
        Item::Array(count) => {
            text.push('[');
            for index in 0..count {
                text.push_str(if index > 0 { ", " } else { "" });
                if !inline(text, cursor, end) {
                    return false;
                }
            }
            text.push(']');
        }
        // Arrays that are packed have too many numbers for a line.
        Item::Int32s(_) | Item::Int64s(_) | Item::Float32s(_) | Item::Float64s(_) => return false,
        scalar => text.push_str(&scalar_text(scalar)),
    }
    text.len() <= end
}

fn scalar_text(item: Item<'_>) -> String {
    match item {
        Item::Bool(value) => value.to_string(),
        Item::Int(value) => value.to_string(),
        Item::Float(value) => float(value),
        Item::String(text) => quoted(text),
        Item::Bytes(bytes) => quoted(&to_base64(bytes)),
        _ => "null".to_owned(),
    }
}

/// A float in its shortest exact form; null when it is not finite.
fn float(value: f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { "null".to_owned() }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
