//! Has the migrations, which are built in, looked at again when there is a new one.

fn main() {
    println!("cargo::rerun-if-changed=../migrations");
}
