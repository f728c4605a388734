//! Numbers in the bytes of a font file, which are big-endian, and the sum that guards a table (OpenType 1.9,
//! “Organization of an OpenType font”).

pub(in crate::text) fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

pub(in crate::text) fn i16_at(data: &[u8], at: usize) -> Option<i16> {
    u16_at(data, at).map(u16::cast_signed)
}

pub(in crate::text) fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?))
}

pub(in crate::text) fn put_u16(data: &mut [u8], at: usize, value: u16) {
    if let Some(bytes) = data.get_mut(at..at + 2) {
        bytes.copy_from_slice(&value.to_be_bytes());
    }
}

pub(in crate::text) fn checksum(table: &[u8]) -> u32 {
    table.chunks(4).fold(0, |sum: u32, bytes| {
        let mut four = [0; 4];
        four[..bytes.len()].copy_from_slice(bytes);
        sum.wrapping_add(u32::from_be_bytes(four))
    })
}
