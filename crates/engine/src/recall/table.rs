//! Words as vectors, without an encoder at hand: each word of a general vocabulary, encoded once by all-MiniLM-L6-v2 (Apache-2.0). The
//! file is made by the fitting tool; its vocabulary are the whole words of the encoder's own, the most frequent first.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::products::{WIDTH, Wide, products};
use super::vectors::dot;

/// Numbers of a word's vector.
const DIMENSIONS: usize = WIDTH;
/// What the file begins with.
const MAGIC: &[u8; 8] = b"wordvec1";
/// A word that is not in the table is taken for the longest of at least so many first letters.
const SHORTEST_START: usize = 5;
/// Of so many words it is known which ones are similar: about a megabyte.
const MOST_KNOWN: usize = 1_024;
/// The most letters that may be left of it.
const LONGEST_REST: usize = 4;

/// The table that is built in; none only if the file was damaged when the program was built, which a test rules out.
pub fn built_in_table() -> Option<Arc<WordTable>> {
    static TABLE: LazyLock<Option<Arc<WordTable>>> = LazyLock::new(|| {
        let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/recall/words.bin"));
        WordTable::from_bytes(bytes).map(Arc::new)
    });
    TABLE.clone()
}

/// Vectors of words.
pub struct WordTable {
    rows: HashMap<Box<str>, u32>,
    values: Vec<i8>,
    inverse_lengths: Vec<f32>,
    similar: Mutex<HashMap<u32, Similar>>,
}

/// Rows with their cosines.
type Similar = Arc<[(u32, f32)]>;

impl std::fmt::Debug for WordTable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("WordTable")
            .field("words", &self.rows.len())
            .finish()
    }
}

impl WordTable {
    /// From the committed file: the mark, the number of words and the length of their list (u32, little endian), the words, one a line,
    /// then a row of 128 signed bytes for each. None when the file is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix(MAGIC)?;
        let (header, bytes) = bytes.split_at_checked(8)?;
        let count = u32::from_le_bytes(header[..4].try_into().ok()?) as usize;
        let length = u32::from_le_bytes(header[4..].try_into().ok()?) as usize;
        let (list, values) = bytes.split_at_checked(length)?;
        let list = std::str::from_utf8(list).ok()?;
        let rows: HashMap<Box<str>, u32> = list.lines().zip(0..).map(|(word, row)| (word.into(), row)).collect();
        if rows.len() != count || values.len() != count * DIMENSIONS {
            return None;
        }
        let values: Vec<i8> = values.iter().map(|byte| byte.cast_signed()).collect();
        let inverse = |row: &[i8]| match dot(row, row) {
            square if square > 0 => 1.0 / (square as f32).sqrt(),
            _ => 0.0,
        };
        let inverse_lengths = values.chunks_exact(DIMENSIONS).map(inverse).collect();
        Some(Self {
            rows,
            values,
            inverse_lengths,
            similar: Mutex::default(),
        })
    }

    /// For [`from_bytes`](Self::from_bytes); `rows` are 128 numbers a word.
    pub fn to_bytes(words: &[String], rows: &[Vec<f32>]) -> Vec<u8> {
        let list = words.join("\n");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((words.len() as u32).to_le_bytes());
        bytes.extend((list.len() as u32).to_le_bytes());
        bytes.extend(list.as_bytes());
        for row in rows {
            let largest = row
                .iter()
                .fold(f32::MIN_POSITIVE, |largest, number| largest.max(number.abs()));
            bytes.extend(
                row.iter()
                    .take(DIMENSIONS)
                    .map(|number| ((number / largest * 127.0).round() as i8).cast_unsigned()),
            );
        }
        bytes
    }

    /// The row of a folded word or, for one that is not known, of the longest known beginning.
    pub fn row(&self, word: &str) -> Option<u32> {
        let word = word.split('\'').next().unwrap_or(word);
        if let Some(row) = self.rows.get(word) {
            return Some(*row);
        }
        let places = (0..).zip(word.char_indices());
        let ends = places.filter_map(|(letters, (end, _))| (letters >= SHORTEST_START).then_some(end));
        let ends: Vec<_> = ends.filter(|end| word.len() - end <= LONGEST_REST).collect();
        ends.into_iter()
            .rev()
            .find_map(|end| self.rows.get(&word[..end]))
            .copied()
    }

    /// How rare a word is in general: 0 for the most frequent, about 1 for the rarest known and for unknown ones.
    pub fn rarity(&self, row: Option<u32>) -> f32 {
        let count = self.inverse_lengths.len().max(2) as f32;
        row.map_or(1.0, |row| (row as f32 + 1.0).ln() / count.ln())
    }

    /// The cosine of two words, -1 to 1.
    pub fn cosine(&self, left: u32, right: u32) -> f32 {
        let row = |row: u32| &self.values[row as usize * DIMENSIONS..(row as usize + 1) * DIMENSIONS];
        dot(row(left), row(right)) as f32 * self.inverse_lengths[left as usize] * self.inverse_lengths[right as usize]
    }

    /// Hands the cosine of each of these rows with each of `others` (in its order) to `take`, by their places: many at once are several
    /// times as fast as one by one.
    pub fn cosines(&self, rows: &[u32], others: &[u32], mut take: impl FnMut(usize, usize, f32)) {
        let values = self.values.as_chunks::<DIMENSIONS>().0;
        let wide: Vec<Wide> = rows.iter().map(|row| Wide::of(&values[*row as usize])).collect();
        let inverse: Vec<f32> = rows.iter().map(|row| self.inverse_lengths[*row as usize]).collect();
        let held = others.iter().map(|other| &values[*other as usize]);
        products(
            &wide,
            held,
            #[inline(always)]
            |other, row, product| {
                let of_other = self.inverse_lengths[others[other] as usize];
                take(other, row, product as f32 * inverse[row] * of_other);
            },
        );
    }

    /// The rows whose cosine with this one is above `least` (always the same), itself among them. Comparing with all takes a fraction of a
    /// millisecond, so the words that were asked for last are kept.
    pub fn similar(&self, row: u32, least: f32) -> Similar {
        if let Some(known) = self.known().get(&row) {
            return known.clone();
        }
        let rows: Vec<u32> = (0..u32::try_from(self.inverse_lengths.len()).unwrap_or(u32::MAX)).collect();
        let mut similar = Vec::new();
        self.cosines(&[row], &rows, |other, _, cosine| {
            if cosine > least {
                similar.push((rows[other], cosine));
            }
        });
        let similar: Similar = similar.into();
        let mut known = self.known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(row, similar.clone());
        similar
    }

    /// Whether [`Self::similar`] need not compare.
    pub fn knows_similar(&self, row: u32) -> bool {
        self.known().contains_key(&row)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<u32, Similar>> {
        self.similar.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The vector of a word times a weight, added to a sum.
    pub fn add(&self, row: u32, weight: f32, sum: &mut [f32; DIMENSIONS]) {
        let start = row as usize * DIMENSIONS;
        let weight = weight * self.inverse_lengths[row as usize];
        let values = &self.values[start..start + DIMENSIONS];
        sum.iter_mut()
            .zip(values)
            .for_each(|(sum, value)| *sum += weight * f32::from(*value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_table_knows_what_is_similar() {
        let table = built_in_table().unwrap();
        let cosine = |left: &str, right: &str| table.cosine(table.row(left).unwrap(), table.row(right).unwrap());
        assert!(cosine("dog", "puppy") > cosine("dog", "bridge") + 0.2);
        assert!(cosine("sad", "unhappy") > cosine("sad", "kitchen") + 0.2);
        assert!((cosine("lake", "lake") - 1.0).abs() < 0.01);
        assert_eq!(table.row("gardenings"), table.row("gardening"));
        assert_eq!(table.row("zzxqy"), None);
        assert!(table.rarity(table.row("time")) < table.rarity(table.row("mandolin")));
        assert_eq!(table.rarity(None), 1.0);
    }

    #[test]
    fn a_damaged_table_is_refused() {
        let bytes = WordTable::to_bytes(&["one".into(), "two".into()], &[vec![1.0; 128], vec![-0.5; 128]]);
        assert_eq!(
            WordTable::from_bytes(&bytes).and_then(|table| table.row("two")),
            Some(1)
        );
        assert!(WordTable::from_bytes(&bytes[..bytes.len() - 1]).is_none());
        assert!(WordTable::from_bytes(&bytes[1..]).is_none());
        assert!(WordTable::from_bytes(b"wordvec1").is_none());
    }
}
