//! What a log of Godot's complains about.

use crate::harness::runner_words::RUNNER_WORDS;

/// How the engine begins a complaint.
const COMPLAINTS: [&str; 6] =
    ["ERROR:", "WARNING:", "SCRIPT ERROR:", "SHADER ERROR:", "USER ERROR:", "USER WARNING:"];

/// What is a fault in whichever line it stands, announced or not.
const NEVER_WELCOME: [&str; 7] = [
    "SCRIPT ERROR",
    "panic",
    "Error loading extension",
    "handle_crash",
    "leaked",
    "still in use at exit",
    "ObjectDB instances",
];

/// What every screen without a graphics card makes the engine say.
const HARMLESS: &str = "WARNING: Could not set V-Sync mode";

/// How a suite announces a complaint; see `suite_log.gd`.
const ANNOUNCEMENT: &str = "EXPECT ";

/// The complaints in `log` that no suite announced, in order.
pub(crate) fn faults(log: &str) -> Vec<String> {
    let lines: Vec<String> = log.lines().map(without_colours).collect();
    let mut announced: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(ANNOUNCEMENT)).collect();
    let mut faults = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if line.starts_with(HARMLESS) || RUNNER_WORDS.iter().any(|word| line.starts_with(word)) {
            continue;
        }
        if NEVER_WELCOME.iter().any(|words| line.contains(words)) {
            faults.push(line.clone());
        } else if COMPLAINTS.iter().any(|word| line.starts_with(word)) {
            let message = message(&lines[index..]);
            match announced.iter().position(|fragment| message.contains(fragment)) {
                Some(found) => drop(announced.swap_remove(found)),
                None => faults.push(line.clone()),
            }
        }
    }
    faults
}

/// A complaint's text up to the line that says where in the engine it came from.
fn message(lines: &[String]) -> String {
    let end = lines.iter().position(|line| line.trim_start().starts_with("at: ")).unwrap_or(1);
    lines[..end].join("\n")
}

/// `line` without the escape sequences that colour it.
fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').map_or(part, |(_, text)| text));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_announcement_excuses_one_complaint() {
        let log = "EXPECT no such\nERROR: no such file\n   at: open (x.cpp:1)\nERROR: no such file\n   at: y";
        assert_eq!(faults(log), ["ERROR: no such file"]);
    }

    #[test]
    fn an_announcement_may_follow_its_complaint() {
        assert!(faults("WARNING: odd\n   at: z\nEXPECT odd\n").is_empty());
    }

    #[test]
    fn the_second_line_of_a_message_counts() {
        assert!(faults("EXPECT second\nERROR: first\nsecond\n   at: push_error (x)\n").is_empty());
        assert_eq!(faults("EXPECT third\nERROR: first\n   at: push_error (x)\nthird\n"), ["ERROR: first"]);
    }

    #[test]
    fn colours_do_not_hide_a_complaint() {
        assert_eq!(faults("\u{1b}[1;31mERROR:\u{1b}[0;91m bad\u{1b}[0m\n"), ["ERROR: bad"]);
    }

    #[test]
    fn panics_script_errors_and_leaks_cannot_be_announced() {
        for line in [
            "SCRIPT ERROR: Invalid call",
            "ERROR: [panic src/gtm.rs:3]",
            "thread '<unnamed>' panicked at src/gtm.rs:3",
            "ERROR: Error loading extension: res://x.gdextension",
            "WARNING: ObjectDB instances leaked at exit (run with --verbose for details).",
            "ERROR: 3 resources still in use at exit (run with --verbose for details).",
            "handle_crash: Program crashed with signal 11",
        ] {
            assert_eq!(faults(&format!("EXPECT {line}\n{line}\n")), [line]);
        }
    }

    #[test]
    fn the_runners_own_lines_are_not_complaints() {
        assert!(faults("RUN test_no_panic\nPASS test_no_panic\nFAIL test_leaked: ERROR: x\n").is_empty());
    }
}
