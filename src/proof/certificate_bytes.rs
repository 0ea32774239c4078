//! The compact form of a certificate: three bytes a decision, with a checksum.

use super::certificate::{Certificate, CertificateError};
use crate::board::{CanonicalStones, Point, Size, stones_in_turn};
use crate::rule::Rule;
use std::collections::{HashMap, HashSet};

const MAGIC: &[u8] = b"tengen certificate 1\n";
/// Ends the replies of a decision; no point has this number.
const END: u8 = u8::MAX;

impl Certificate {
    /// The compact form: one part for each start. `None` for boards larger than 15x15, which it does not hold.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let parts = self.starts.iter().map(|start| self.part_to_bytes(start));
        (self.size <= Size::FIFTEEN).then(|| parts.collect::<Vec<_>>().concat())
    }

    fn part_to_bytes(&self, start: &[Point]) -> Vec<u8> {
        let number = |point: Point| (point.y() * self.size.side() + point.x()) as u8;
        let (mut body, mut count) = (Vec::new(), 0_u32);
        self.walk_from(start, &mut HashSet::new(), &mut |moves, decision| {
            let Some(point) = decision else {
                return body.push(END);
            };
            count += 1;
            let reply = moves.last().filter(|_| moves.len() > start.len());
            body.extend(reply.map(|&reply| number(reply)));
            body.push(number(point));
        });
        let mut bytes = MAGIC.to_vec();
        bytes.extend([
            self.rule.code() as u8,
            self.size.side() as u8,
            self.plies as u8,
            start.len() as u8,
        ]);
        bytes.extend(start.iter().map(|&point| number(point)));
        bytes.extend(count.to_le_bytes());
        bytes.extend(body);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the compact form.
    ///
    /// # Errors
    /// [`CertificateError::Damaged`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, CertificateError> {
        let (mut certificate, mut rest) = Certificate::from_part(bytes)?;
        while !rest.is_empty() {
            let (part, after) = Certificate::from_part(rest)?;
            let joined = certificate.join(part);
            joined.ok_or(CertificateError::Damaged("parts that differ in their head"))?;
            rest = after;
        }
        Ok(certificate)
    }

    /// Reads one part of the compact form, and returns the bytes behind it, too.
    fn from_part(bytes: &[u8]) -> Result<(Certificate, &[u8]), CertificateError> {
        let damaged = CertificateError::Damaged;
        let content = bytes
            .strip_prefix(MAGIC)
            .ok_or(damaged("not a certificate of this version"))?;
        let length = part_length(content).ok_or(damaged("the checksum is wrong"))?;
        let (part, behind) = bytes.split_at(MAGIC.len() + length);
        let (checksum, behind) = behind
            .split_first_chunk::<4>()
            .ok_or(damaged("too short"))?;
        if crc32fast::hash(part) != u32::from_le_bytes(*checksum) {
            return Err(damaged("the checksum is wrong"));
        }
        let certificate = Certificate::from_body(&content[..length]);
        Ok((certificate.ok_or(damaged("a move that cannot be"))?, behind))
    }

    fn from_body(bytes: &[u8]) -> Option<Certificate> {
        let (&[rule, side, plies, start], rest) = bytes.split_first_chunk::<4>()?;
        let size = Size::new(side as usize).filter(|size| *size <= Size::FIFTEEN)?;
        let point = |number: u8| {
            let (number, side) = (number as i64, side as i64);
            size.point(number % side, number / side)
        };
        let (start, rest) = rest.split_at_checked(start as usize)?;
        let start: Option<Vec<Point>> = start.iter().map(|&number| point(number)).collect();
        let rule = Rule::with_code(rule as u32)?;
        let plies = Some(plies as usize).filter(|&plies| plies <= size.area())?;
        let mut certificate = Certificate::new(rule, size, start?, plies);
        let (count, body) = rest.split_first_chunk::<4>()?;
        let mut moves = certificate.start().to_vec();
        let depth = |moves: &Vec<Point>| moves.len() - certificate.start().len();
        let mut decisions = HashMap::new();
        for &number in body {
            if number == END {
                // It ends a decision, not a reply.
                if depth(&moves) % 2 == 0 {
                    return None;
                }
                moves.pop()?;
                // The reply before it; the first decision has none.
                if depth(&moves) > 0 {
                    moves.pop();
                }
                continue;
            }
            if depth(&moves) == 0 && !decisions.is_empty() {
                return None;
            }
            let taken = point(number).filter(|p| !moves.contains(p))?;
            moves.push(taken);
            if depth(&moves) % 2 == 1 {
                let before = &moves[..moves.len() - 1];
                let (canonical, symmetry) = CanonicalStones::of(&stones_in_turn(before), size);
                decisions.insert(canonical, symmetry.apply(taken, size));
            }
        }
        let is_whole = moves.len() == certificate.start().len()
            && decisions.len() == u32::from_le_bytes(*count) as usize;
        certificate.decisions = decisions;
        is_whole.then_some(certificate)
    }
}

/// The length of a part's head and body, from the bytes behind its first line: each decision has one [`END`].
fn part_length(content: &[u8]) -> Option<usize> {
    let start = *content.get(3)? as usize;
    let (count, body) = content.get(4 + start..)?.split_first_chunk::<4>()?;
    let ends = (1..).zip(body).filter(|(_, number)| **number == END);
    let count = u32::from_le_bytes(*count) as usize;
    let last = match count {
        0 => 0,
        _ => ends.map(|(length, _)| length).nth(count - 1)?,
    };
    Some(4 + start + 4 + last)
}
