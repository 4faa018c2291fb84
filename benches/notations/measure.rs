//! Conversion of games through one notation: bytes, compressed bytes, and time.

use std::io::{self, Write};
use std::ops::Range;
use std::time::Duration;

use vgn_lsp::convert::{StoredConversion, StoredGame, Target, convert_whole};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::{Notation, SAN};
use vgn_lsp::replay::shape_of;
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};
use zstd::Encoder;

/// Results for one notation.
pub struct Measured {
    pub notation: &'static Notation,
    /// Number of games held without loss.
    pub games: u64,
    pub refused: u64,
    pub half_moves: u64,
    /// Bytes of the half-moves without numbers and white space; for a binary notation those of the section.
    pub alone: u64,
    /// Bytes from behind the tags to the game's end.
    pub sections: Sizes,
    pub files: Sizes,
    /// Time to convert all games to the notation, including refused ones.
    pub writing: Duration,
    /// Time to convert the games it holds back to SAN.
    pub reading: Duration,
}

/// Plain and compressed bytes.
pub struct Sizes {
    pub plain: u64,
    pub level_3: u64,
    pub level_19: u64,
}

/// Converts all games to a notation and back.
pub fn measure(notation: &'static Notation, texts: &[String]) -> io::Result<Measured> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let convert = |text: &str, section: Option<&[u8]>, to: &'static Notation| {
        let game = StoredGame { text, section, length_known: true };
        let begun = now();
        let whole = convert_whole(&game, &context, &Target::Notation(to));
        (whole.ok().filter(|whole| whole.losses.is_empty()), now().saturating_sub(begun))
    };
    let (mut sections, mut files) = (Stream::new()?, Stream::new()?);
    let (mut games, mut refused, mut half_moves, mut alone) = (0, 0, 0, 0);
    let (mut writing, mut reading) = (Duration::ZERO, Duration::ZERO);
    for text in texts {
        let (whole, time) = convert(text, None, notation);
        writing += time;
        let Some(StoredConversion { text: head, section, .. }) = whole else {
            refused += 1;
            continue;
        };
        games += 1;
        half_moves += Parts::of(text).half_moves;
        match &section {
            Some(section) => {
                alone += section.len() as u64;
                sections.add(&[section])?;
                files.add(&[head.as_bytes(), section, &text.as_bytes()[text.trim_end().len()..]])?;
            }
            None => {
                let parts = Parts::of(&head);
                alone += parts.alone;
                sections.add(&[head[parts.tags_end..].trim().as_bytes(), b"\n\n"])?;
                files.add(&[head.as_bytes()])?;
            }
        }
        let (back, time) = convert(&head, section.as_deref(), &SAN);
        reading += time;
        if back.is_none() {
            return Err(io::Error::other(format!("a game in {} does not come back:\n{text}", notation.name)));
        }
    }
    let (sections, files) = (sections.finish()?, files.finish()?);
    Ok(Measured { notation, games, refused, half_moves, alone, sections, files, writing, reading })
}

/// Processor time of this thread, independent of other load.
#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

/// Parts of a game's text.
#[derive(Default)]
struct Parts {
    half_moves: u64,
    /// Bytes of its half-moves.
    alone: u64,
    tags_end: usize,
}

impl Parts {
    fn of(text: &str) -> Parts {
        let mut parts = Parts::default();
        parse(text, &shape_of, &mut parts);
        parts
    }
}

impl Sink for Parts {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: Range<u32>) {
        match token {
            Token::Move => {
                self.half_moves += 1;
                self.alone += u64::from(range.end - range.start);
            }
            Token::TagClose => self.tags_end = range.end as usize,
            _ => {}
        }
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}

/// Counts bytes, and compresses them in two ways.
struct Stream {
    plain: u64,
    level_3: Encoder<'static, Counted>,
    level_19: Encoder<'static, Counted>,
}

impl Stream {
    fn new() -> io::Result<Stream> {
        let encoder = |level| Encoder::new(Counted::default(), level);
        Ok(Stream { plain: 0, level_3: encoder(3)?, level_19: encoder(19)? })
    }

    fn add(&mut self, parts: &[&[u8]]) -> io::Result<()> {
        for part in parts {
            self.plain += part.len() as u64;
            self.level_3.write_all(part)?;
            self.level_19.write_all(part)?;
        }
        Ok(())
    }

    fn finish(self) -> io::Result<Sizes> {
        let Stream { plain, level_3, level_19 } = self;
        Ok(Sizes { plain, level_3: level_3.finish()?.0, level_19: level_19.finish()?.0 })
    }
}

/// Counts written bytes.
#[derive(Default)]
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
