//! The client's process: when it is gone, nobody will ever say `exit`.

use std::sync::Arc;
use std::time::Duration;

use crate::lsp::transport::lifecycle::Lifecycle;

/// How often the process is looked for.
const EVERY: Duration = Duration::from_secs(2);

/// Ends the server when the process with this id is gone.
///
/// A process that cannot be seen to begin with (the client runs in another container, or the platform has no way to
/// look) is not watched: then the end of the input tells.
pub fn watch(id: u32, lifecycle: Arc<Lifecycle>) {
    let Some(mut client) = Client::find(id) else {
        tracing::info!(id, "the client's process cannot be seen and is not watched");
        return;
    };
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(EVERY);
        loop {
            ticks.tick().await;
            if client.is_gone() {
                tracing::warn!(id, "the client's process is gone");
                lifecycle.end();
                return;
            }
        }
    });
}

/// A process that was there.
#[cfg(not(windows))]
struct Client(u32);

#[cfg(not(windows))]
impl Client {
    fn find(id: u32) -> Option<Client> {
        is_alive(id).then_some(Client(id))
    }

    fn is_gone(&mut self) -> bool {
        !is_alive(self.0)
    }
}

/// A process that was there. While its handle is held no other gets its id.
#[cfg(windows)]
struct Client(waitpid_any::WaitHandle);

#[cfg(windows)]
impl Client {
    fn find(id: u32) -> Option<Client> {
        let mut client = Client(waitpid_any::WaitHandle::open(id.cast_signed()).ok()?);
        // One that has ended can be opened as long as somebody else holds it.
        (!client.is_gone()).then_some(client)
    }

    fn is_gone(&mut self) -> bool {
        matches!(self.0.wait_timeout(Duration::ZERO), Ok(Some(())))
    }
}

#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else { return false };
    match test_kill_process(pid) {
        Err(Errno::SRCH) => false,
        _ => !is_unburied(id),
    }
}

/// A process that has ended but whose parent has not asked how: it still has its id.
#[cfg(unix)]
fn is_unburied(id: u32) -> bool {
    use crate::files::read_named;

    /// More than the line of a process has, in bytes.
    const LONGEST_STAT: u64 = 1 << 16;
    let Ok(stat) = read_named(format!("/proc/{id}/stat").as_ref(), LONGEST_STAT) else { return false };
    let stat = String::from_utf8_lossy(&stat);
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    matches!(state, Some('Z' | 'X'))
}

#[cfg(not(any(unix, windows)))]
fn is_alive(_: u32) -> bool {
    false
}

#[cfg(all(test, any(unix, windows)))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    fn is_found(id: u32) -> bool {
        Client::find(id).is_some()
    }

    #[test]
    fn sees_the_living_and_the_dead() -> std::io::Result<()> {
        assert!(is_found(std::process::id()));
        assert!(!is_found(0));
        assert!(!is_found(u32::MAX));
        let program = if cfg!(windows) { "cmd" } else { "cat" };
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
        let id = child.id();
        let mut client = Client::find(id).expect("it is there");
        assert!(!client.is_gone());
        child.kill()?;
        child.wait()?;
        assert!(client.is_gone());
        drop((client, child));
        assert!(!is_found(id));
        Ok(())
    }
}
