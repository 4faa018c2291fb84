//! Reads an index.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

use super::manifest::StoreManifest;
use super::sealed::SealedFile;
use super::{CatalogueFile, IndexedPart, StoreFault, StoredSegment};
use crate::SearchKey;
use crate::index::{IndexAnswer, IndexSegment, IndexedPlace, PlacedPart, SegmentLengths, SharedSegment};

/// How often a manifest is read whose segments are gone: a writer replaces them only when it commits.
const TRIES: usize = 100;

/// An index that is open for reading. It stays as it was opened, whatever a writer does.
#[derive(Debug)]
pub struct StoreReader {
    manifest: StoreManifest,
    /// Files by path and member.
    places: HashMap<(String, Option<String>), usize>,
    /// Their files are numbered as in [`StoreReader::files`].
    segments: Vec<SharedSegment<SealedFile>>,
}

impl StoreReader {
    /// Opens the index of a folder.
    ///
    /// # Errors
    ///
    /// If there is none, it is of another version, damaged, or cannot be read.
    pub fn open(folder: &Path) -> Result<StoreReader, StoreFault> {
        let mut tries = 0;
        loop {
            tries += 1;
            let manifest = StoreManifest::read(folder)?;
            match StoreReader::of(folder, manifest) {
                Err(StoreFault::System(_, error)) if error.kind() == ErrorKind::NotFound && tries < TRIES => {}
                Err(StoreFault::System(path, error)) if error.kind() == ErrorKind::NotFound => {
                    return Err(StoreFault::Damaged(path));
                }
                opened => return opened,
            }
        }
    }

    fn of(folder: &Path, manifest: StoreManifest) -> Result<StoreReader, StoreFault> {
        let mut segments = Vec::with_capacity(manifest.segments.len());
        for stored in &manifest.segments {
            let file = SealedFile::open(&stored.path(folder), stored.id, stored.length)?;
            segments.push(SharedSegment::new(IndexSegment::new(file)?));
        }
        let numbers: HashMap<u64, usize> =
            manifest.segments.iter().enumerate().map(|(number, segment)| (segment.id, number)).collect();
        for (number, file) in manifest.files.iter().enumerate() {
            let mut before = 0;
            for part in &file.parts {
                let segment = numbers.get(&part.segment).and_then(|segment| segments.get_mut(*segment));
                let segment = segment.ok_or(StoreFault::Damaged(folder.to_path_buf()))?;
                let IndexedPart { first, games, end, .. } = *part;
                segment.add_part(PlacedPart { file: number, first, games, end, before });
                before += u64::from(games);
            }
        }
        let name = |file: &CatalogueFile| (file.path.clone(), file.member.clone());
        let places = manifest.files.iter().enumerate().map(|(number, file)| (name(file), number)).collect();
        Ok(StoreReader { manifest, places, segments })
    }

    /// The files of the index.
    pub fn files(&self) -> &[CatalogueFile] {
        &self.manifest.files
    }

    /// Its segments.
    pub fn segments(&self) -> &[StoredSegment] {
        &self.manifest.segments
    }

    /// Bytes of the parts of all segments, without checksums.
    pub fn lengths(&self) -> SegmentLengths {
        let lengths = self.segments.iter().map(|shared| shared.segment().lengths());
        lengths.fold(SegmentLengths::default(), |sum, next| SegmentLengths {
            games: sum.games + next.games,
            directory: sum.directory + next.directory,
            buckets: sum.buckets + next.buckets,
            runs: sum.runs + next.runs,
        })
    }

    /// The place of a file in [`StoreReader::files`], by its absolute path and its name in an archive.
    pub fn file(&self, name: &(String, Option<String>)) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// What is known of a position. `order` has a number for each of the [`StoreReader::files`] whose games count: of
    /// games with equal ratings, those of the lower number are among the best.
    ///
    /// # Errors
    ///
    /// If the index is damaged or cannot be read.
    pub fn explore(&self, key: SearchKey, order: &[Option<usize>]) -> Result<IndexAnswer, StoreFault> {
        let mut answer = IndexAnswer::default();
        for open in &self.segments {
            open.explore(key, order, &mut answer)?;
        }
        Ok(answer)
    }

    /// The games that have one of the positions, in the order of the files and of the games in them; a few may have
    /// another one whose key begins alike. Left out are those of files that are not `wanted`, by their places in
    /// [`StoreReader::files`].
    ///
    /// # Errors
    ///
    /// If the index is damaged or cannot be read.
    pub fn games(&self, keys: &[SearchKey], wanted: &[bool]) -> Result<Vec<IndexedPlace>, StoreFault> {
        let mut places = Vec::new();
        for open in &self.segments {
            open.games(keys, |file| wanted.get(file) == Some(&true), &mut places)?;
        }
        places.sort_by_key(|place| (place.file, place.number));
        Ok(places)
    }
}
