//! Numbers and switches in the text of properties.

/// The numbers of a text that are separated by spaces, up to the first word that is none.
pub fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map_while(number).collect()
}

/// The one number that a text holds.
pub fn number(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| number.is_finite())
}

/// The one whole number that a text holds; of a fraction what stands before the point.
pub fn integer(text: &str) -> Option<i64> {
    let whole = || number(text).map(f64::trunc).filter(|number| number.abs() < i64::MAX as f64);
    text.trim().parse::<i64>().ok().or_else(|| whole().map(|number| number as i64))
}

/// Whether a text says yes or no; nothing at all says no. `None` when it says neither.
pub fn boolean(text: &str) -> Option<bool> {
    let text = text.trim();
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "" | "false" | "no" | "off" => Some(false),
        _ => number(text).map(|number| number != 0.0),
    }
}

/// Whether a property is switched on: anything that does not say no.
pub(crate) fn is_on(text: &str) -> bool {
    boolean(text).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_yes_or_no_in_several_words() {
        for yes in ["1", "true", "True", "yes", "on", " ON ", "2", "-1", "0.5"] {
            assert_eq!(boolean(yes), Some(true), "{yes}");
        }
        for no in ["0", "false", "no", "off", "NO", "", "  ", "0.0"] {
            assert_eq!(boolean(no), Some(false), "{no}");
        }
        assert_eq!(boolean("maybe"), None);
        assert!(is_on("maybe"));
    }

    #[test]
    fn whole_numbers_lose_their_fractions_and_stay_in_range() {
        let of = |text| integer(text);
        assert_eq!(
            [of("12"), of(" -3.9 "), of("9007199254740993")],
            [Some(12), Some(-3), Some(9_007_199_254_740_993)]
        );
        assert_eq!([of("abc"), of("1e30"), of("nan"), of("")], [None; 4]);
    }
}
