//! A brain's processes as the operating system sees them: memory, children, leftovers. Memory is measured on Linux
//! only.

use process_wrap::std::CommandWrap;
use std::path::Path;
use std::process::Command;

/// The environment variable that all processes of a run carry, whatever group or parent they have.
pub const MARK: &str = "TENGEN_MATCH";

#[cfg(target_os = "linux")]
mod system {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use procfs::process::{Process, all_processes};

    /// The process and its living descendants.
    fn tree(root: i32) -> Vec<Process> {
        let mut found: Vec<Process> = Process::new(root).into_iter().collect();
        let mut next = 0;
        while let Some(process) = found.get(next) {
            let children: Vec<Process> = process
                .tasks()
                .into_iter()
                .flatten()
                .flatten()
                .filter_map(|task| task.children().ok())
                .flatten()
                .filter_map(|child| Process::new(child as i32).ok())
                .collect();
            found.extend(children);
            next += 1;
        }
        found
    }

    /// Bytes that belong to the processes of a tree alone. Reading them is slow, so that they are
    /// only read where all resident pages are more than `limit`.
    pub fn unique_bytes(root: u32, limit: u64) -> Option<u64> {
        let tree = tree(root as i32);
        let resident =
            |process: &Process| Some(process.statm().ok()?.resident * procfs::page_size());
        let resident: u64 = tree.iter().filter_map(resident).sum();
        if resident <= limit {
            return Some(resident);
        }
        let unique = |process: &Process| -> Option<u64> {
            let rollup = process.smaps_rollup().ok()?;
            let sizes = rollup.memory_map_rollup.0.first()?.extension.map.clone();
            let size = |key: &str| sizes.get(key).copied().unwrap_or(0);
            Some(size("Private_Clean") + size("Private_Dirty"))
        };
        Some(tree.iter().filter_map(unique).sum())
    }

    /// The most pages that the process itself ever had resident, in bytes.
    pub fn peak_bytes(root: u32) -> Option<u64> {
        let status = Process::new(root as i32).ok()?.status().ok()?;
        status.vmhwm.map(|kilobytes| kilobytes << 10)
    }

    /// Kills what carries the mark, or one that continues it behind a `/`, until nothing does.
    pub fn kill_marked(mark: &str) {
        let own = std::process::id() as i32;
        let mut quiet_rounds = 0;
        for _ in 0..1000 {
            let mut found = 0;
            for process in all_processes().into_iter().flatten().flatten() {
                let is_marked = process.pid != own
                    && process.stat().is_ok_and(|stat| stat.state != 'Z')
                    && process.environ().is_ok_and(|variables| {
                        variables
                            .get(std::ffi::OsStr::new(super::MARK))
                            .and_then(|value| value.to_str()?.strip_prefix(mark))
                            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                    });
                if is_marked {
                    found += 1;
                    let _ = kill(Pid::from_raw(process.pid), Signal::SIGKILL);
                }
            }
            quiet_rounds = if found == 0 { quiet_rounds + 1 } else { 0 };
            if quiet_rounds == 2 {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }

    /// This process's resident bytes and open files.
    pub fn process_usage() -> Option<(u64, usize)> {
        let own = Process::myself().ok()?;
        Some((
            own.statm().ok()?.resident * procfs::page_size(),
            own.fd_count().ok()?,
        ))
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    /// Not known here.
    pub fn unique_bytes(_: u32, _: u64) -> Option<u64> {
        None
    }

    /// Not known here.
    pub fn peak_bytes(_: u32) -> Option<u64> {
        None
    }

    /// Groups, job objects and closed pipes have to do.
    pub fn kill_marked(_: &str) {}

    /// Not known here.
    pub fn process_usage() -> Option<(u64, usize)> {
        None
    }
}

pub use system::{kill_marked, peak_bytes, process_usage, unique_bytes};

/// Gives a command's process a group, or a job object, of its own, which is killed as one.
pub fn in_own_group(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    command
}

/// The bytes of all files in a folder and its folders.
pub fn folder_bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => folder_bytes(&entry.path()),
            _ => entry.metadata().map_or(0, |data| data.len()),
        })
        .sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_measured_and_marked_ones_are_killed() {
        let mark = format!("test-{}", std::process::id());
        let mut shell = Command::new("sh")
            .args(["-c", "sleep 100 & setsid sleep 100 & wait"])
            .env(MARK, format!("{mark}/1"))
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(100));
        let exact = unique_bytes(shell.id(), 0).unwrap();
        let rough = unique_bytes(shell.id(), u64::MAX).unwrap();
        assert!(exact > 0 && exact < rough, "{exact} of {rough}");
        assert!(peak_bytes(shell.id()).unwrap() > 0);
        kill_marked(&mark);
        assert!(!shell.wait().unwrap().success());
        let (bytes, files) = process_usage().unwrap();
        assert!(bytes > 1 << 20 && files > 2);
    }

    #[test]
    fn folders_have_sizes() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        std::fs::write(folder.path().join("in/file"), [0; 1000]).unwrap();
        std::fs::write(folder.path().join("file"), [0; 24]).unwrap();
        assert_eq!(folder_bytes(folder.path()), 1024);
        assert_eq!(folder_bytes(Path::new("/no/such/folder")), 0);
    }
}
