//! The `turnwise` program. It is built in one piece with the library: a part of its own would be
//! built after all others.

fn main() -> std::process::ExitCode {
    turnwise::cli::main()
}
