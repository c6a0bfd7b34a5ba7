//! Maps that something took for text on their way. Section "Container layout" of the format.

use std::fmt;

/// The first eight bytes of a binary map.
pub const MAGIC: [u8; 8] = *b"\x89GTM\r\n\x1a\n";

/// How a file was changed on its way through something that takes it for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mangling {
    /// CR LF became LF.
    CrLfToLf,
    /// LF became CR LF, also where it was CR LF already.
    LfToCrLf,
    /// LF became CR LF, except where it was CR LF already, as git does it.
    GitLfToCrLf,
    /// Line ends became CR.
    ToCr,
    /// The top bit of every byte was stripped.
    SevenBits,
    /// Read as Latin-1 and written as UTF-8.
    Utf8,
    /// Read as UTF-8 and written with replacement characters.
    Utf8Replaced,
    /// Something else behind the first four bytes.
    Unknown,
}

impl fmt::Display for Mangling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CrLfToLf => "by a line ending conversion (CR LF to LF)",
            Self::LfToCrLf => "by a line ending conversion (LF to CR LF)",
            Self::GitLfToCrLf => "by git's line ending conversion (LF to CR LF)",
            Self::ToCr => "by a line ending conversion (to CR)",
            Self::SevenBits => "by a transfer that strips the top bit",
            Self::Utf8 => "by a conversion to UTF-8",
            Self::Utf8Replaced => "by a UTF-8 round trip with replacement characters",
            Self::Unknown => "in its last four bytes",
        })
    }
}

/// What happened to a file whose first bytes are these, when they are no longer those of a map.
pub(super) fn mangling(bytes: &[u8]) -> Option<Mangling> {
    let known: [(&[u8], Mangling); 8] = [
        (b"\x89GTM\n", Mangling::CrLfToLf),
        (b"\x89GTM\r\r\n", Mangling::LfToCrLf),
        (b"\x89GTM\r\n\x1a\r", Mangling::GitLfToCrLf),
        (b"\x89GTM\r\x1a", Mangling::ToCr),
        (b"\x09GTM", Mangling::SevenBits),
        (b"\xC2\x89GTM", Mangling::Utf8),
        (b"\xEF\xBF\xBDGTM", Mangling::Utf8Replaced),
        (b"\x89GTM", Mangling::Unknown),
    ];
    let cut_short = MAGIC.starts_with(bytes);
    known.into_iter().find(|(start, _)| bytes.starts_with(start) && !cut_short).map(|(_, how)| how)
}
