//! Changes an index.

use std::collections::{HashMap, HashSet};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::manifest::{StoreManifest, write_durably};
use super::own::{check_folder, own_files};
use super::sealed::{SealedFile, seal};
use super::{CatalogueFile, LOCK, MANIFEST, StoreFault, StoredSegment, stamp};
use crate::index::{IndexSegment, SegmentBuilder, SegmentStripe};

/// Segments with fewer positions are small.
const SMALL: u64 = 1 << 20;
/// Small segments that an index may have.
const MOST_SMALL: usize = 16;

/// The one writer of an index. Nothing is in the index before [`StoreWriter::commit`].
#[derive(Debug)]
pub struct StoreWriter {
    folder: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
    manifest: StoreManifest,
    /// Places of the manifest's files by path and member.
    places: HashMap<(String, Option<String>), usize>,
}

impl StoreWriter {
    /// Opens the index of a folder for writing, and makes both if they do not exist. What is not whole in it is left
    /// out, as the faults tell: its games are to be indexed again.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, holds files of others, or another process has its lock.
    pub fn open(folder: &Path) -> Result<(StoreWriter, Vec<StoreFault>), StoreFault> {
        check_folder(folder)?;
        std::fs::create_dir_all(folder).map_err(StoreFault::system(folder))?;
        let lock = lock(folder)?;
        let mut faults = Vec::new();
        let mut manifest = match StoreManifest::read(folder) {
            Ok(manifest) => manifest,
            Err(fault @ (StoreFault::System(..) | StoreFault::Foreign(_))) => return Err(fault),
            Err(fault) => {
                faults.extend(Some(fault).filter(|fault| !fault.is_absent()));
                StoreManifest::default()
            }
        };
        manifest.segments.retain(|segment| {
            let whole = SealedFile::open(&segment.path(folder), segment.id, segment.length);
            let verified = whole.and_then(|file| file.verify().map(|()| file));
            match verified.and_then(IndexSegment::new) {
                Ok(_) => true,
                Err(fault) => {
                    faults.push(fault);
                    // Whatever is in it now, the manifest says that it is the index's. The next writer tries again.
                    let _ = std::fs::remove_file(segment.path(folder));
                    false
                }
            }
        });
        let mut writer = StoreWriter { folder: folder.to_path_buf(), _lock: lock, manifest, places: HashMap::new() };
        let kept: HashSet<u64> = writer.manifest.segments.iter().map(|segment| segment.id).collect();
        writer.retain(|file| file.parts.iter().all(|part| kept.contains(&part.segment)));
        writer.remove_strangers();
        Ok((writer, faults))
    }

    /// The files of the index.
    pub fn files(&self) -> &[CatalogueFile] {
        &self.manifest.files
    }

    /// Its segments.
    pub fn segments(&self) -> &[StoredSegment] {
        &self.manifest.segments
    }

    /// Removes those files that are not to be kept.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&CatalogueFile) -> bool) {
        self.manifest.files.retain(|file| is_kept(file));
        let files = self.manifest.files.iter().enumerate();
        self.places = files.map(|(place, file)| ((file.path.clone(), file.member.clone()), place)).collect();
    }

    /// A file of the index, by its absolute path and its name in an archive.
    pub fn file(&self, name: &(String, Option<String>)) -> Option<&CatalogueFile> {
        self.places.get(name).and_then(|place| self.manifest.files.get(*place))
    }

    /// The files that should be indexed again, because they are in segments of which little is left, or in too many
    /// small ones.
    pub fn worn(&self) -> HashSet<(String, Option<String>)> {
        let mut live: HashMap<u64, u64> = HashMap::new();
        for part in self.manifest.files.iter().flat_map(|file| &file.parts) {
            *live.entry(part.segment).or_default() += u64::from(part.games);
        }
        let live = |segment: &StoredSegment| live.get(&segment.id).copied().unwrap_or(0);
        let segments = &self.manifest.segments;
        let mut worn: HashSet<u64> = segments
            .iter()
            .filter(|segment| live(segment) * 2 < u64::from(segment.games))
            .map(|segment| segment.id)
            .collect();
        let small: Vec<u64> =
            segments.iter().filter(|segment| segment.positions < SMALL).map(|segment| segment.id).collect();
        if small.len() > MOST_SMALL {
            worn.extend(small);
        }
        let files = self.manifest.files.iter();
        let in_worn = files.filter(|file| file.parts.iter().any(|part| worn.contains(&part.segment)));
        in_worn.map(|file| (file.path.clone(), file.member.clone())).collect()
    }

    /// Writes a segment, and returns its number. The caller has the work done for each of its stripes, on as many cores
    /// as it has.
    ///
    /// # Errors
    ///
    /// If it cannot be built or written.
    pub fn add_segment(
        &mut self,
        builder: SegmentBuilder,
        each: impl FnOnce(&mut [SegmentStripe], &(dyn Fn(&mut SegmentStripe) + Sync)),
    ) -> Result<u64, StoreFault> {
        let (games, positions) = (builder.games() as u32, builder.positions() as u64);
        let bytes = builder.build_with(each)?;
        let is_taken = |id: u64| self.manifest.segments.iter().any(|segment| segment.id == id);
        let mut id = stamp::now() as u64;
        while is_taken(id) {
            id += 1;
        }
        let segment = StoredSegment { id, length: bytes.len() as u64, games, positions };
        write_durably(&segment.path(&self.folder), &[&seal(&bytes, id)])?;
        self.manifest.segments.push(segment);
        Ok(id)
    }

    /// Adds a file whose games are in segments of this index, in place of what the index had of it.
    pub fn add_file(&mut self, file: CatalogueFile) {
        let files = &mut self.manifest.files;
        let place = *self.places.entry((file.path.clone(), file.member.clone())).or_insert(files.len());
        match files.get_mut(place) {
            Some(other) => *other = file,
            None => files.push(file),
        }
    }

    /// Makes the changes valid. Segments without games of a file are removed, but for those in `unfinished`.
    ///
    /// # Errors
    ///
    /// If the manifest cannot be written: then the old one is valid.
    pub fn commit(&mut self, unfinished: &[u64]) -> Result<(), StoreFault> {
        let used: HashSet<u64> = self.manifest.files.iter().flat_map(|file| &file.parts).map(|p| p.segment).collect();
        self.manifest.segments.retain(|segment| used.contains(&segment.id) || unfinished.contains(&segment.id));
        let mut valid = self.manifest.clone();
        valid.segments.retain(|segment| used.contains(&segment.id));
        valid.write(&self.folder)?;
        self.remove_strangers();
        Ok(())
    }

    /// Removes segments that the manifest does not have, and what a writer that was killed has left.
    fn remove_strangers(&self) {
        let known: HashSet<PathBuf> = self.manifest.segments.iter().map(|segment| segment.path(&self.folder)).collect();
        for path in own_files(&self.folder).filter(|path| !known.contains(path)) {
            // The next writer tries again.
            let _ = std::fs::remove_file(path);
        }
    }
}

fn lock(folder: &Path) -> Result<File, StoreFault> {
    let path = folder.join(LOCK);
    let file =
        File::options().create(true).truncate(false).write(true).open(&path).map_err(StoreFault::system(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreFault::Busy(folder.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(StoreFault::System(path, error)),
    }
}

/// Removes the index of a folder, and the folder if nothing else is in it.
///
/// # Errors
///
/// If there is none, a file with one of its names is not the index's, another process writes it, or it cannot be
/// removed.
pub fn remove_store(folder: &Path) -> Result<(), StoreFault> {
    let manifest = folder.join(MANIFEST);
    if std::fs::symlink_metadata(&manifest).is_err() {
        return Err(StoreFault::Absent(folder.to_path_buf()));
    }
    check_folder(folder)?;
    let lock = lock(folder)?;
    // Damaged or not: what the manifest names is the index's.
    let segments = StoreManifest::read(folder).map(|manifest| manifest.segments).unwrap_or_default();
    // Without a manifest there is no index, whatever happens next.
    std::fs::remove_file(&manifest).map_err(StoreFault::system(&manifest))?;
    let named: HashSet<PathBuf> = segments.iter().map(|segment| segment.path(folder)).collect();
    for path in own_files(folder).chain(named.into_iter().filter(|path| path.exists())).collect::<HashSet<_>>() {
        std::fs::remove_file(&path).map_err(StoreFault::system(&path))?;
    }
    drop(lock);
    let _ = std::fs::remove_file(folder.join(LOCK));
    let _ = std::fs::remove_dir(folder);
    Ok(())
}
