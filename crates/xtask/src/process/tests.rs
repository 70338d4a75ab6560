use super::*;

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

#[test]
fn output_and_errors_keep_their_order() {
    let written = run_quiet(shell("echo a; echo b >&2; echo c"), "it failed").unwrap();
    assert_eq!(written, "a\nb\nc\n");
}

#[test]
fn each_line_is_watched_as_it_comes() {
    let mut seen = Vec::new();
    run_watched(shell("printf 'one\\r\\ntwo'"), "it failed", |sign| {
        if let Sign::Line(line) = sign {
            seen.push(line.to_owned());
        }
    })
    .unwrap();
    assert_eq!(seen, ["one", "two"]);
}

#[test]
fn a_failure_says_what_failed_and_how() {
    let error = run_quiet(shell("exit 3"), "The build failed").unwrap_err().to_string();
    assert!(error.starts_with("The build failed") && error.contains('3'), "{error}");
}

#[test]
fn a_missing_program_is_named() {
    let error = run_quiet(Command::new("no-such-program-here"), "it failed")
        .unwrap_err()
        .to_string();
    assert!(error.contains("no-such-program-here"), "{error}");
}

#[test]
fn a_grandchild_that_holds_the_output_open_does_not_hang_the_step() {
    let started = Instant::now();
    let written = run_quiet(shell("sleep 30 & echo done"), "it failed").unwrap();
    assert_eq!(written, "done\n");
    assert!(started.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_program_is_asked_to_end_before_it_is_ended() {
    let (mut child, lines) = start_with_lines(shell(
        "trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done",
    ))
    .unwrap();
    assert_eq!(lines.recv_timeout(Duration::from_secs(10)).unwrap(), "up");
    stop(&mut child).unwrap();
    assert_eq!(lines.recv_timeout(Duration::from_secs(10)).unwrap(), "bye");
}

#[test]
fn durations_and_sizes_are_readable() {
    assert_eq!(duration(Duration::from_millis(4_240)), "4.2 s");
    assert_eq!(duration(Duration::from_secs(200)), "3 min 20 s");
    assert_eq!(megabytes(98_362_432), "98 MB");
}
