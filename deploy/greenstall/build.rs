//! The UI's files are built into the binary: a new file among them must lead to a new binary.
fn main() {
    println!("cargo::rerun-if-changed=../../ui/dist");
}
