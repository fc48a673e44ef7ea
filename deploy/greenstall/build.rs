//! The binary embeds the UI's files: rebuild it when a file is added or changed.
fn main() {
    println!("cargo::rerun-if-changed=../../ui/dist");
}
