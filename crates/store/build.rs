//! A new migration is embedded by a macro that cargo cannot see through: this makes it build again.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
