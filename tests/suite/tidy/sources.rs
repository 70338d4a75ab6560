//! The sources as text.

use std::path::Path;

use characterchat_tests::checkout;

/// One source file.
pub struct Source {
    /// From the root of the checkout, with forward slashes.
    pub path: String,
    pub text: String,
}

impl Source {
    /// Lines with their numbers, but for comments.
    pub fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(number, line)| (number + 1, line));
        lines.filter(|(_, line)| {
            !["//", "*", "/*", "<!--"]
                .iter()
                .any(|comment| line.trim_start().starts_with(comment))
        })
    }
}

/// The files below the given places that have one of the endings.
pub fn sources(places: &[&str], endings: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    for place in places {
        collect(&checkout().join(place), endings, &mut found);
    }
    found.sort_by(|left, right| left.path.cmp(&right.path));
    found
}

fn collect(place: &Path, endings: &[&str], found: &mut Vec<Source>) {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    if place.is_dir() {
        if ["node_modules", "target", "dist", "gen"].contains(&name.as_ref()) {
            return;
        }
        for entry in std::fs::read_dir(place).unwrap() {
            collect(&entry.unwrap().path(), endings, found);
        }
    } else if place
        .extension()
        .is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted))
    {
        let path = place
            .strip_prefix(checkout())
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        found.push(Source {
            path,
            text: std::fs::read_to_string(place).unwrap(),
        });
    }
}

/// Functions of more than 60 lines: from a line that begins one to the first line that closes at the same indent.
pub fn long_functions(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().collect();
    let begins = |line: &str| {
        let line = line.trim_start();
        let rust = source.path.ends_with(".rs")
            && line
                .split('(')
                .next()
                .is_some_and(|head| head.split_whitespace().any(|word| word == "fn"));
        let script = !source.path.ends_with(".rs")
            && (line.contains("function ") || line.contains("=> {"))
            && !line.contains("describe(");
        (rust || script) && line.ends_with('{')
    };
    let mut long = Vec::new();
    for (first, line) in lines.iter().enumerate().filter(|(_, line)| begins(line)) {
        let indent = line.len() - line.trim_start().len();
        let closes = |line: &&str| line.len() - line.trim_start().len() == indent && line.trim_start().starts_with('}');
        let length = lines[first + 1..].iter().position(closes).map_or(0, |at| at + 2);
        if length > 60 {
            long.push(format!("{}:{}: a function of {length} lines", source.path, first + 1));
        }
    }
    long
}
