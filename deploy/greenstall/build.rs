//! Makes cargo rebuild the binary, which embeds the UI's files, when one of these files is added or changed.
fn main() {
    println!("cargo::rerun-if-changed=../../ui/dist");
}
