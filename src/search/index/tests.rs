//! Tests of segments.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn occurrences() -> impl Strategy<Value = Vec<Occurrence>> {
    // Keys that are equal, that differ in their last bits only, and others.
    let key = prop_oneof![0u64..20, (0u64..50).prop_map(|n| n << 40), any::<u64>(), Just(u64::MAX)];
    let one = (key, prop_oneof![0u32..100, any::<u32>()], any::<u16>());
    prop::collection::vec(one.prop_map(|(key, game, ply)| Occurrence { key: SearchKey(key), game, ply }), 0..300)
}

fn built(occurrences: &[Occurrence]) -> Vec<u8> {
    let mut builder = SegmentBuilder::default();
    occurrences.iter().for_each(|occurrence| builder.add(*occurrence));
    builder.build().expect("a segment")
}

proptest! {
    /// No occurrence is missed, and all that is found has a key that begins alike.
    #[test]
    fn everything_is_found(occurrences in occurrences(), other in any::<u64>()) {
        let bytes = built(&occurrences);
        let segment = IndexSegment::new(&bytes).expect("a segment");
        for key in occurrences.iter().map(|occurrence| occurrence.key).chain([SearchKey(other)]) {
            let like = |occurrence: &&Occurrence| parts(occurrence.key, segment.bits) == parts(key, segment.bits);
            let expected: BTreeSet<(u32, u16)> =
                occurrences.iter().filter(like).map(|occurrence| (occurrence.game, occurrence.ply)).collect();
            prop_assert_eq!(segment.find(key).expect("an answer"), Vec::from_iter(expected));
        }
    }

    /// Whatever the bytes are, nothing fails.
    #[test]
    fn damaged_bytes_are_queried_safely(
        occurrences in occurrences(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = built(&occurrences);
        prop_assert!(IndexSegment::new(&bytes[..cut.index(bytes.len())]).is_err());
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(segment) = IndexSegment::new(&bytes) {
            for occurrence in &occurrences {
                let _ = segment.find(occurrence.key);
            }
        }
    }
}

#[test]
fn a_segment_of_another_version_is_refused() {
    let mut bytes = built(&[]);
    assert!(IndexSegment::new(&bytes).is_ok_and(|segment| segment.occurrences() == 0));
    bytes[7] += 1;
    assert_eq!(IndexSegment::new(&bytes).err(), Some(SegmentFault::Foreign));
}
