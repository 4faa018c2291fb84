//! The members of a ZIP archive.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

use flate2::Crc;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive, ZipArchiveEntryWayfinder};

use super::kind::CompressionKind;
use super::stream::{DecompressedText, decompressed};

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveMember {
    /// The name with its folders in the archive, separated by `/`.
    pub name: String,
    /// Where the archive says that its local header is.
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
    crc: u32,
    /// In bytes of the text.
    len: u64,
}

/// The files in an archive, in its order. What macOS adds beside each file is left out.
///
/// # Errors
/// If the file is not a complete ZIP archive; in words for people.
pub fn members(file: File) -> io::Result<Vec<ArchiveMember>> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_file(file, &mut buffer).map_err(|error| fault(&error))?;
    let mut entries = archive.entries(&mut buffer);
    let mut members = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(|error| fault(&error))? {
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).replace('\\', "/");
        let file_name = name.rsplit('/').next().unwrap_or_default();
        if entry.is_dir() || name.starts_with("__MACOSX/") || file_name.starts_with("._") {
            continue;
        }
        members.push(ArchiveMember {
            place: entry.wayfinder(),
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
            crc: entry.crc32(),
            len: entry.uncompressed_size_hint(),
            name,
        });
    }
    Ok(members)
}

fn fault(error: &rawzip::Error) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("the ZIP archive is damaged or not complete: {error}"))
}

impl ArchiveMember {
    /// The text of the member, of the archive's file; decompressed also if the member itself is a compressed file.
    ///
    /// # Errors
    /// If it is encrypted or compressed in a way that is not supported, or the archive is damaged; in words for people.
    pub fn open(&self, file: File) -> io::Result<DecompressedText> {
        let unsupported = |what: &str| Err(io::Error::new(ErrorKind::Unsupported, what.to_owned()));
        if self.is_encrypted {
            return unsupported("it is encrypted: unpack the archive first");
        }
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let archive = ZipArchive::from_file(file, &mut buffer).map_err(|error| fault(&error))?;
        let (start, end) = {
            let entry = archive.get_entry(self.place).map_err(|error| fault(&error))?;
            entry.compressed_data_range()
        };
        let mut file = archive.into_inner().into_inner();
        file.seek(SeekFrom::Start(start))?;
        let data: Box<dyn Read + Send> = Box::new(file.take(end.saturating_sub(start)));
        let text: Box<dyn Read + Send> = match self.method {
            CompressionMethod::STORE => data,
            CompressionMethod::DEFLATE => Box::new(DecompressedText::of_deflated(data)),
            CompressionMethod::BZIP2 => Box::new(DecompressedText::of_member(CompressionKind::Bzip2, data)),
            CompressionMethod::ZSTD => Box::new(DecompressedText::of_member(CompressionKind::Zstandard, data)),
            CompressionMethod::XZ => Box::new(DecompressedText::of_member(CompressionKind::Xz, data)),
            _ => return unsupported("it is compressed in a way that is not known here: unpack the archive first"),
        };
        decompressed(Box::new(CheckedMember { text, crc: Crc::new(), len: 0, wanted: (self.crc, self.len) }))
    }
}

/// A member whose length and checksum are compared with the archive's at its end.
struct CheckedMember {
    text: Box<dyn Read + Send>,
    crc: Crc,
    /// Number of bytes so far.
    len: u64,
    wanted: (u32, u64),
}

impl Read for CheckedMember {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        self.crc.update(&buffer[..read]);
        self.len += read as u64;
        if read == 0 && !buffer.is_empty() && (self.crc.sum(), self.len) != self.wanted {
            let message = "its data is damaged: its length or its checksum is not what the archive says";
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// An archive with these members, whose texts are compressed or stored.
    fn archive(files: &[(&str, CompressionMethod, &[u8])]) -> tempfile::NamedTempFile {
        let mut bytes = Vec::new();
        let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
        for (name, method, text) in files {
            let (mut entry, config) = archive.new_file(name).compression_method(*method).start().expect("begun");
            let descriptor = if *method == CompressionMethod::DEFLATE {
                let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast());
                let mut writer = config.wrap(encoder);
                writer.write_all(text).expect("written");
                let (encoder, descriptor) = writer.finish().expect("written");
                encoder.finish().expect("written");
                descriptor
            } else {
                let mut writer = config.wrap(&mut entry);
                writer.write_all(text).expect("written");
                writer.finish().expect("written").1
            };
            entry.finish(descriptor).expect("written");
        }
        archive.finish().expect("written");
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(&bytes).expect("written");
        file
    }

    fn read(file: &tempfile::NamedTempFile, member: &ArchiveMember) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        member.open(file.reopen()?)?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn the_members_of_an_archive_are_read_each_for_itself() -> io::Result<()> {
        let text = "[Event \"?\"]\n\n1. e4 *\n".repeat(1000);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes())?;
        let packed = packed.finish()?;
        let file = archive(&[
            ("a.pgn", CompressionMethod::DEFLATE, text.as_bytes()),
            ("below/b.pgn", CompressionMethod::STORE, b"1. d4 *"),
            ("c.pgn.gz", CompressionMethod::STORE, &packed),
            ("empty.pgn", CompressionMethod::STORE, b""),
            ("__MACOSX/._a.pgn", CompressionMethod::STORE, b"\0"),
        ]);
        let found = members(file.reopen()?)?;
        let names: Vec<&str> = found.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, ["a.pgn", "below/b.pgn", "c.pgn.gz", "empty.pgn"]);
        assert_eq!(read(&file, &found[0])?, text.as_bytes());
        assert_eq!(read(&file, &found[1])?, b"1. d4 *");
        assert_eq!(read(&file, &found[2])?, text.as_bytes());
        assert_eq!(read(&file, &found[3])?, b"");
        Ok(())
    }

    #[test]
    fn damage_in_a_member_is_noticed() -> io::Result<()> {
        for method in [CompressionMethod::STORE, CompressionMethod::DEFLATE] {
            let mut file = archive(&[("a.pgn", method, b"1. e4 e5 2. Nf3 *")]);
            let member = members(file.reopen()?)?.remove(0);
            file.as_file_mut().seek(SeekFrom::Start(45))?;
            file.write_all(b"#")?;
            let fault = read(&file, &member).expect_err("it is damaged").to_string();
            assert!(fault.contains("data is damaged"), "{fault}");
        }
        let file = archive(&[("a.pgn", CompressionMethod::STORE, b"1. e4 *")]);
        let whole = std::fs::read(file.path())?;
        std::fs::write(file.path(), &whole[..whole.len() - 30])?;
        let fault = members(file.reopen()?).expect_err("it is cut off").to_string();
        assert!(fault.starts_with("the ZIP archive is damaged or not complete"), "{fault}");
        Ok(())
    }
}
