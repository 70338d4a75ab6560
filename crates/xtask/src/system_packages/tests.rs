use super::*;

#[test]
fn nothing_is_missing_when_everything_is_there() {
    assert!(missing_among(Purpose::Tests, |_| true, |_| true).is_empty());
}

#[test]
fn a_purpose_asks_for_its_own_packages_and_those_before_it() {
    let web = missing_among(Purpose::Web, |_| false, |_| false);
    assert_eq!(web, ["cmake", "make", "g++", "clang", "libclang-dev"]);
    let desktop = missing_among(Purpose::Desktop, |_| false, |_| false);
    assert!(desktop.starts_with(&web) && desktop.contains(&"libwebkit2gtk-4.1-dev") && !desktop.contains(&"chromium"));
    let tests = missing_among(Purpose::Tests, |_| false, |_| false);
    assert!(tests.starts_with(&desktop) && tests.contains(&"chromium-driver"));
}

#[test]
fn a_program_counts_wherever_it_came_from() {
    let missing = missing_among(Purpose::Web, |program| program == "clang++", |_| true);
    assert_eq!(missing, ["cmake", "make", "clang"]);
}

#[test]
fn removed_packages_with_remains_are_not_installed() {
    let list = "installed cmake\nconfig-files clang\nnot-installed xvfb\ninstalled libclang-dev\n";
    assert_eq!(installed_in(list), ["cmake", "libclang-dev"]);
}

#[test]
fn progress_is_read_from_apt() {
    let mut count = Count::default();
    assert_eq!(count.to_string(), "reading the list of packages");
    for line in [
        "Reading package lists...",
        "1 upgraded, 2 newly installed, 0 to remove and 7 not upgraded.",
        "Need to get 9,123 kB/12.3 MB of archives.",
        "Get:1 somewhere bookworm/main amd64 cmake amd64 3.25.1-1 [8,692 kB]",
        "Get:2 somewhere bookworm/main amd64 make amd64 4.3-4.1 [396 kB]",
    ] {
        count.read(line);
    }
    assert_eq!(count.to_string(), "downloaded 2 of 3 packages (9,123 kB/12.3 MB)");
    count.read("Setting up make (4.3-4.1) ...");
    assert_eq!(count.to_string(), "installed 1 of 3 packages");
}

#[test]
fn other_systems_get_the_exact_command() {
    let advice = advice_elsewhere(Purpose::Web, |program| program == "pacman").unwrap();
    assert!(
        advice.contains("sudo pacman -S --needed base-devel cmake clang"),
        "{advice}"
    );
    assert!(!advice.contains("webkit"), "{advice}");
    let advice = advice_elsewhere(Purpose::Desktop, |program| program == "dnf").unwrap();
    assert!(advice.contains("webkit2gtk4.1-devel"), "{advice}");
    let advice = advice_elsewhere(Purpose::Web, |_| false).unwrap();
    assert!(
        advice.contains("package manager") && advice.contains("cmake"),
        "{advice}"
    );
    assert_eq!(
        advice_elsewhere(Purpose::Web, |program| program == "cmake" || program == "clang"),
        None
    );
}
