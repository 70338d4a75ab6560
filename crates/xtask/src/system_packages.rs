//! The operating system's packages: which are missing, and how they get here.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::process::{Sign, StateLine, on_path, run_quiet, run_watched};

/// What the machine is to do; each needs the packages of the ones before it too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Purpose {
    /// Build and run the browser app.
    Web,
    /// Build and run the desktop window.
    Desktop,
    /// Run the browser and desktop tests.
    Tests,
}

/// How one sees that a Debian package (or what stands in for it) is there.
enum Sight {
    /// Any of these programs is on the `PATH`, from wherever it came.
    Program(&'static [&'static str]),
    /// dpkg has it installed.
    Installed,
}

use Sight::{Installed, Program};

const PACKAGES: &[(Purpose, &str, Sight)] = &[
    (Purpose::Web, "cmake", Program(&["cmake"])),
    (Purpose::Web, "make", Program(&["make"])),
    (Purpose::Web, "g++", Program(&["c++", "g++", "clang++"])),
    (Purpose::Web, "clang", Program(&["clang"])),
    (Purpose::Web, "libclang-dev", Installed),
    (Purpose::Desktop, "pkg-config", Program(&["pkg-config"])),
    (Purpose::Desktop, "libwebkit2gtk-4.1-dev", Installed),
    (Purpose::Desktop, "libayatana-appindicator3-dev", Installed),
    (Purpose::Desktop, "librsvg2-dev", Installed),
    (Purpose::Desktop, "libxdo-dev", Installed),
    (Purpose::Desktop, "dbus-x11", Installed),
    (Purpose::Tests, "xvfb", Installed),
    (Purpose::Tests, "xauth", Installed),
    (Purpose::Tests, "webkit2gtk-driver", Installed),
    (Purpose::Tests, "chromium", Program(&["chromium"])),
    (Purpose::Tests, "chromium-driver", Program(&["chromedriver"])),
    (Purpose::Tests, "imagemagick", Installed),
    (Purpose::Tests, "fonts-liberation", Installed),
];

/// What other systems call the packages of [`Purpose::Web`] and [`Purpose::Desktop`].
const ELSEWHERE: &[(&str, &str, &str)] = &[
    (
        "dnf",
        "sudo dnf install cmake make gcc-c++ clang clang-devel",
        "pkgconf-pkg-config webkit2gtk4.1-devel libayatana-appindicator-gtk3-devel librsvg2-devel libxdo-devel",
    ),
    (
        "pacman",
        "sudo pacman -S --needed base-devel cmake clang",
        "webkit2gtk-4.1 libayatana-appindicator librsvg xdotool",
    ),
    (
        "zypper",
        "sudo zypper install cmake make gcc-c++ clang clang-devel",
        "pkgconf webkit2gtk3-devel libayatana-appindicator3-devel librsvg-devel libxdo-devel",
    ),
    ("brew", "brew install cmake llvm", ""),
    (
        "winget",
        "winget install Kitware.CMake LLVM.LLVM Microsoft.VisualStudio.2022.BuildTools",
        "",
    ),
];

/// The Debian packages that are missing for a purpose, or elsewhere an error that says what to install.
pub fn missing(purpose: Purpose) -> Result<Vec<&'static str>> {
    let has_program = |name: &str| on_path(name).is_some();
    if on_path("dpkg-query").is_some() && on_path("apt-get").is_some() {
        let installed = installed_packages(purpose)?;
        return Ok(missing_among(purpose, has_program, |package| {
            installed.iter().any(|name| name == package)
        }));
    }
    match advice_elsewhere(purpose, has_program) {
        Some(advice) => bail!("{advice}"),
        None => Ok(Vec::new()),
    }
}

fn missing_among(
    purpose: Purpose,
    has_program: impl Fn(&str) -> bool,
    is_installed: impl Fn(&str) -> bool,
) -> Vec<&'static str> {
    let wanted = PACKAGES.iter().filter(|(needed_from, _, _)| *needed_from <= purpose);
    let absent = wanted.filter(|(_, package, sight)| match sight {
        Program(names) => !names.iter().any(|name| has_program(name)),
        Installed => !is_installed(package),
    });
    absent.map(|(_, package, _)| *package).collect()
}

fn installed_packages(purpose: Purpose) -> Result<Vec<String>> {
    let wanted = PACKAGES
        .iter()
        .filter(|(needed_from, _, _)| *needed_from <= purpose)
        .map(|(_, package, _)| package);
    let mut command = Command::new("dpkg-query");
    command
        .args(["--show", "--showformat=${db:Status-Status} ${Package}\\n"])
        .args(wanted)
        .stderr(Stdio::null());
    // It ends with an error as soon as one package is unknown; what it prints holds all the same.
    let output = command.output().context("dpkg-query could not be started")?;
    Ok(installed_in(&String::from_utf8_lossy(&output.stdout)))
}

/// The names in dpkg's list whose state is "installed" ("config-files" and the like are remains of removed ones).
fn installed_in(list: &str) -> Vec<String> {
    list.lines()
        .filter_map(|line| line.strip_prefix("installed "))
        .map(str::to_owned)
        .collect()
}

/// What to install where there is no apt, or nothing when the programs and libraries are there.
fn advice_elsewhere(purpose: Purpose, has_program: impl Fn(&str) -> bool) -> Option<String> {
    let tools_there = ["cmake", "clang"].iter().all(|name| has_program(name));
    let libraries_there = purpose == Purpose::Web || !cfg!(target_os = "linux") || webkit_there();
    if tools_there && libraries_there {
        return None;
    }
    let known = ELSEWHERE.iter().find(|(manager, _, _)| has_program(manager));
    let how = match known {
        Some((_, for_web, _)) if purpose == Purpose::Web => (*for_web).to_owned(),
        Some((_, for_web, for_desktop)) => format!("{for_web} {for_desktop}").trim_end().to_owned(),
        None => "with your system's package manager: cmake, make, a C++ compiler, clang with libclang, and for the \
                 window WebKitGTK 4.1, Ayatana AppIndicator, librsvg and libxdo, each with its headers"
            .to_owned(),
    };
    Some(format!(
        "Some programs that the build needs are missing, and this system has no apt to install them with. \
         Nothing was changed. Install them, then run the command again:\n  {how}"
    ))
}

fn webkit_there() -> bool {
    let mut command = Command::new("pkg-config");
    command
        .args(["--exists", "webkit2gtk-4.1", "librsvg-2.0"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Installs Debian packages; asks for the user's password through sudo when not root.
pub fn install(packages: &[&str]) -> Result<()> {
    let rights = rights_to_install(packages)?;
    let kept = "Packages that were already unpacked stay installed; run the command again when the cause is gone";
    let failed = format!("The list of packages could not be brought up to date. {kept}");
    run_quiet(apt(&rights, &["update"]), &failed)?;
    let mut arguments = vec![
        "-o",
        "DPkg::Lock::Timeout=600",
        "install",
        "-y",
        "--no-install-recommends",
    ];
    arguments.extend(packages);
    let mut count = Count::default();
    let mut state = StateLine::default();
    run_watched(
        apt(&rights, &arguments),
        &format!("The packages could not be installed. {kept}"),
        |sign| {
            if let Sign::Line(line) = sign {
                count.read(line);
                state.show(&count.to_string());
            }
        },
    )?;
    Ok(())
}

/// What to put before a command that only root may run.
#[derive(Debug, PartialEq, Eq)]
enum Rights {
    Own,
    Sudo,
}

fn rights_to_install(packages: &[&str]) -> Result<Rights> {
    if is_root()? {
        return Ok(Rights::Own);
    }
    if on_path("sudo").is_some() {
        return Ok(Rights::Sudo);
    }
    bail!(
        "Packages must be installed, which only root may do, and there is no sudo here. Nothing was changed. \
         Let an administrator run this, then run the command again:\n  \
         apt-get update && apt-get install --no-install-recommends {}",
        packages.join(" ")
    )
}

fn apt(rights: &Rights, arguments: &[&str]) -> Command {
    let mut command = match rights {
        Rights::Own => Command::new("env"),
        Rights::Sudo => {
            let mut command = Command::new("sudo");
            command.arg("env");
            command
        }
    };
    // In English, because the lines are read for the progress; without questions, because nobody sees them.
    command
        .args(["LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"])
        .args(arguments);
    command
}

fn is_root() -> Result<bool> {
    let output = Command::new("id")
        .arg("-u")
        .output()
        .context("the program id could not be started")?;
    Ok(output.stdout.trim_ascii() == b"0")
}

/// How far apt has come, read from its lines.
#[derive(Default, Debug, PartialEq, Eq)]
struct Count {
    packages: usize,
    size: String,
    downloaded: usize,
    set_up: usize,
}

impl Count {
    fn read(&mut self, line: &str) {
        if line.starts_with("Get:") {
            self.downloaded += 1;
        } else if line.starts_with("Setting up ") {
            self.set_up += 1;
        } else if let Some(rest) = line.strip_prefix("Need to get ") {
            let size = rest.split(" of archives").next().unwrap_or_default();
            size.clone_into(&mut self.size);
        } else if line.contains(" newly installed, ") {
            let numbers = line.split([' ', ',']).filter_map(|word| word.parse::<usize>().ok());
            // Upgraded and newly installed ones; then come those to remove and those not upgraded.
            self.packages = numbers.take(2).sum();
        }
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        if self.set_up > 0 {
            write!(formatter, "installed {} of {} packages", self.set_up, self.packages)
        } else if self.downloaded > 0 {
            write!(
                formatter,
                "downloaded {} of {} packages ({})",
                self.downloaded, self.packages, self.size
            )
        } else {
            write!(formatter, "reading the list of packages")
        }
    }
}

/// Whether a program belongs to the operating system, so that a package of it can add to it.
pub fn belongs_to_system(program: &Path) -> bool {
    on_path("dpkg-query").is_some() && program.starts_with("/usr/bin")
}

#[cfg(test)]
mod tests;
