//! Numbers in the text of properties.

/// The numbers of a text that are separated by spaces, up to the first word that is none.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map_while(number).collect()
}

/// The one number that a text holds.
pub(crate) fn number(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Whether a property is switched on: neither empty nor 0 nor false.
pub(crate) fn is_on(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && !text.eq_ignore_ascii_case("false") && number(text) != Some(0.0)
}
