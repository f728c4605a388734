//! The templates are compiled in as a folder; a new file in it must be noticed.

fn main() {
    println!("cargo:rerun-if-changed=templates");
}
