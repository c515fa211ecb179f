//! Files and folders that nobody else on this machine may look into: what Turnwise keeps holds
//! hashes, keys and addresses, and may lie where everybody looks.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::Result;
use std::path::Path;

/// Makes a folder and those around it. One that is there stays as it is.
///
/// # Errors
/// Says why there is none.
pub fn folder(path: &Path) -> Result<()> {
    let mut folder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

/// Makes a new file, to be written.
///
/// # Errors
/// Where there is one already, and where there cannot be one.
pub fn file(path: &Path) -> Result<File> {
    let mut file = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    file.write(true).create_new(true).open(path)
}
