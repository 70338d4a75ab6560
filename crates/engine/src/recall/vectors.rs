//! Vectors of an encoder, made small: tokens with 128 bytes each, sentences with one byte a number.

use std::sync::LazyLock;

use super::products::{WIDTH, Wide, products};

/// Numbers of a token's vector after the projection.
pub const TOKEN_DIMENSIONS: usize = WIDTH;
/// Bytes of a token in storage: its numbers and the inverse of their length.
const TOKEN_BYTES: usize = TOKEN_DIMENSIONS + 4;

/// The vectors of a text's tokens, compared by cosine.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TokenVectors {
    values: Vec<i8>,
    inverse_lengths: Vec<f32>,
}

impl TokenVectors {
    /// From numbers, [`TOKEN_DIMENSIONS`] a token; what does not fill a token is left off.
    pub fn quantised(numbers: &[f32]) -> Self {
        let mut vectors = Self::default();
        for token in numbers.chunks_exact(TOKEN_DIMENSIONS) {
            let start = vectors.values.len();
            vectors.values.extend(quantised(token));
            vectors.inverse_lengths.push(inverse_length(&vectors.values[start..]));
        }
        vectors
    }

    pub fn len(&self) -> usize {
        self.inverse_lengths.len()
    }

    pub fn is_empty(&self) -> bool {
        self.inverse_lengths.is_empty()
    }

    /// The cosine of two tokens, -1 to 1.
    pub fn cosine(&self, index: usize, other: &Self, other_index: usize) -> f32 {
        let product = dot(self.token(index), other.token(other_index)) as f32;
        product * self.inverse_lengths[index] * other.inverse_lengths[other_index]
    }

    pub fn token(&self, index: usize) -> &[i8] {
        &self.values[index * TOKEN_DIMENSIONS..(index + 1) * TOKEN_DIMENSIONS]
    }

    /// The best cosine of each of these tokens with any of the other text; 0 for those that are like none. All at once it is several times
    /// as fast as one by one.
    pub(super) fn best(&self, others: &[Option<&Self>], wanted: &[usize]) -> Vec<Vec<f32>> {
        let tokens = self.values.as_chunks::<TOKEN_DIMENSIONS>().0;
        let wide: Vec<Wide> = wanted.iter().map(|token| Wide::of(&tokens[*token])).collect();
        let inverse: Vec<f32> = wanted.iter().map(|token| self.inverse_lengths[*token]).collect();
        let mut best = vec![vec![0.0_f32; others.len()]; wanted.len()];
        let mut held = vec![0.0_f32; wanted.len()];
        for (row, other) in others.iter().enumerate() {
            let Some(other) = other else { continue };
            held.fill(0.0);
            products(
                &wide,
                other.values.as_chunks().0.iter(),
                #[inline(always)]
                |token, own, product| held[own] = held[own].max(product as f32 * other.inverse_lengths[token]),
            );
            for (own, (best, held)) in best.iter_mut().zip(&held).enumerate() {
                best[row] = held * inverse[own];
            }
        }
        best
    }

    /// For storage; read by [`from_bytes`](Self::from_bytes).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len() * TOKEN_BYTES);
        for (token, inverse) in self.values.chunks_exact(TOKEN_DIMENSIONS).zip(&self.inverse_lengths) {
            bytes.extend(token.iter().map(|value| value.cast_unsigned()));
            bytes.extend(inverse.to_le_bytes());
        }
        bytes
    }

    /// None when the bytes are not whole tokens.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if !bytes.len().is_multiple_of(TOKEN_BYTES) {
            return None;
        }
        let mut vectors = Self::default();
        for token in bytes.chunks_exact(TOKEN_BYTES) {
            let (values, inverse) = token.split_at(TOKEN_DIMENSIONS);
            vectors.values.extend(values.iter().map(|byte| byte.cast_signed()));
            let inverse = f32::from_le_bytes(inverse.try_into().ok()?);
            vectors
                .inverse_lengths
                .push(if inverse.is_finite() { inverse } else { 0.0 });
        }
        Some(vectors)
    }
}

/// The vector of a whole text, compared by cosine.
#[derive(Debug, Clone, PartialEq)]
pub struct SentenceVector {
    values: Box<[i8]>,
    inverse_length: f32,
}

impl SentenceVector {
    pub fn quantised(numbers: &[f32]) -> Self {
        Self::from_values(quantised(numbers).collect())
    }

    /// The cosine of both, -1 to 1; 0 when they are of different encoders.
    pub fn cosine(&self, other: &Self) -> f32 {
        if self.values.len() != other.values.len() {
            return 0.0;
        }
        dot(&self.values, &other.values) as f32 * self.inverse_length * other.inverse_length
    }

    /// For storage; read by [`from_bytes`](Self::from_bytes).
    pub fn to_bytes(&self) -> Vec<u8> {
        self.values.iter().map(|value| value.cast_unsigned()).collect()
    }

    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_values(bytes.iter().map(|byte| byte.cast_signed()).collect())
    }

    /// Of the first so many numbers, if there are more.
    pub(super) fn signature(&self) -> Signature {
        let mut words = [0_u64; SIGNATURE_WORDS];
        for (place, value) in self.values.iter().enumerate().take(LIKENESSES - 1) {
            words[place / 64] |= u64::from(*value > 0) << (place % 64);
        }
        Signature(words)
    }

    fn from_values(values: Box<[i8]>) -> Self {
        let inverse_length = inverse_length(&values);
        Self { values, inverse_length }
    }
}

/// In so many numbers two signatures can differ, and one more: those are all ways in which they can be alike.
pub(super) const LIKENESSES: usize = SIGNATURE_WORDS * 64 + 1;
const SIGNATURE_WORDS: usize = 6;

/// The signs of a sentence vector's numbers: how many differ tells the angle between two, roughly (Charikar, "Similarity estimation
/// techniques from rounding algorithms", 2002), at a fraction of the cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signature([u64; SIGNATURE_WORDS]);

impl Signature {
    /// How many signs differ.
    pub fn unlike(&self, other: &Self) -> usize {
        let differing = self
            .0
            .iter()
            .zip(&other.0)
            .map(|(left, right)| (left ^ right).count_ones());
        differing.sum::<u32>() as usize
    }

    /// About the cosine, -1 to 1.
    pub fn likeness(&self, other: &Self) -> f32 {
        static COSINES: LazyLock<Vec<f32>> = LazyLock::new(|| {
            let angle = |unlike: usize| std::f32::consts::PI * unlike as f32 / (LIKENESSES - 1) as f32;
            (0..LIKENESSES).map(|unlike| angle(unlike).cos()).collect()
        });
        COSINES[self.unlike(other)]
    }
}

/// What brings an encoder's vectors to [`TOKEN_DIMENSIONS`]: the principal directions of tokens of ordinary text.
#[derive(Debug, Clone)]
pub struct Projection {
    /// One row of the encoder's dimensions for each of the results'.
    rows: Vec<f32>,
    dimensions: usize,
}

impl Projection {
    /// From the committed file: for each row a scale (f32, little endian) and one signed byte a number. None when the file does not fit.
    pub fn from_bytes(bytes: &[u8], dimensions: usize) -> Option<Self> {
        if bytes.len() != TOKEN_DIMENSIONS * (dimensions + 4) {
            return None;
        }
        let mut rows = Vec::with_capacity(TOKEN_DIMENSIONS * dimensions);
        for row in bytes.chunks_exact(dimensions + 4) {
            let (scale, values) = row.split_at(4);
            let scale = f32::from_le_bytes(scale.try_into().ok()?);
            rows.extend(values.iter().map(|byte| f32::from(byte.cast_signed()) * scale));
        }
        Some(Self { rows, dimensions })
    }

    /// For [`from_bytes`](Self::from_bytes); a direction for each number of the result.
    pub fn to_bytes(directions: &[Vec<f32>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for direction in directions {
            let largest = direction
                .iter()
                .fold(f32::MIN_POSITIVE, |largest, number| largest.max(number.abs()));
            bytes.extend((largest / 127.0).to_le_bytes());
            bytes.extend(quantised(direction).map(i8::cast_unsigned));
        }
        bytes
    }

    /// The small vectors of tokens given one after the other.
    pub fn tokens(&self, numbers: &[f32]) -> TokenVectors {
        let mut projected = Vec::with_capacity(numbers.len() / self.dimensions.max(1) * TOKEN_DIMENSIONS);
        for token in numbers.chunks_exact(self.dimensions) {
            for row in self.rows.chunks_exact(self.dimensions) {
                projected.push(dot_of(row, token));
            }
        }
        TokenVectors::quantised(&projected)
    }
}

/// Dimensions of the bundled encoder, all-MiniLM-L6-v2.
pub const ENCODER_DIMENSIONS: usize = 384;

/// The projection for the bundled encoder; none only if the file was damaged when the program was built.
pub fn built_in_projection() -> Option<&'static Projection> {
    static PROJECTION: LazyLock<Option<Projection>> = LazyLock::new(|| {
        let bytes = include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../assets/recall/projection.bin"
        ));
        Projection::from_bytes(bytes, ENCODER_DIMENSIONS)
    });
    PROJECTION.as_ref()
}

/// Scaled so that the largest number fills the byte: the length is told apart.
fn quantised(numbers: &[f32]) -> impl Iterator<Item = i8> {
    let largest = numbers
        .iter()
        .fold(0.0_f32, |largest, number| largest.max(number.abs()));
    let scale = if largest > 0.0 { 127.0 / largest } else { 0.0 };
    numbers.iter().map(move |number| (number * scale).round() as i8)
}

fn inverse_length(values: &[i8]) -> f32 {
    let square = dot(values, values);
    if square > 0 { 1.0 / (square as f32).sqrt() } else { 0.0 }
}

/// As [`dot`], of numbers with fractions: eight sums side by side, as the order of such additions matters to the compiler.
pub fn dot_of(left: &[f32], right: &[f32]) -> f32 {
    let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<8>(), right.as_chunks::<8>());
    let mut sums = [0.0_f32; 8];
    for (a, b) in left.iter().zip(right) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// Sum of the products. Arrays of a known length let the compiler make vector instructions of it: four times as fast as slices.
#[inline]
pub fn dot(left: &[i8], right: &[i8]) -> i32 {
    let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<32>(), right.as_chunks::<32>());
    let mut sum = 0;
    for (a, b) in left.iter().zip(right) {
        for lane in 0..32 {
            sum += i32::from(i16::from(a[lane]) * i16::from(b[lane]));
        }
    }
    let rest: i32 = left_rest
        .iter()
        .zip(right_rest)
        .map(|(a, b)| i32::from(*a) * i32::from(*b))
        .sum();
    sum + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seed: u32, count: usize) -> Vec<f32> {
        let mut state = seed;
        (0..count)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 8_388_608.0 - 1.0
            })
            .collect()
    }

    fn cosine(left: &[f32], right: &[f32]) -> f32 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
        dot(left, right) / (dot(left, left) * dot(right, right)).sqrt()
    }

    #[test]
    fn small_vectors_keep_the_cosine() {
        let (left, right) = (numbers(1, 256), numbers(2, 256));
        let (small_left, small_right) = (TokenVectors::quantised(&left), TokenVectors::quantised(&right));
        assert_eq!(small_left.len(), 2);
        let difference = small_left.cosine(1, &small_right, 0) - cosine(&left[128..], &right[..128]);
        assert!(difference.abs() < 0.01, "{difference}");
        let sentences = SentenceVector::quantised(&left).cosine(&SentenceVector::quantised(&right));
        assert!((sentences - cosine(&left, &right)).abs() < 0.01);
    }

    #[test]
    fn stored_vectors_come_back_and_damaged_ones_are_refused() {
        let vectors = TokenVectors::quantised(&numbers(3, 384));
        assert_eq!(TokenVectors::from_bytes(&vectors.to_bytes()), Some(vectors.clone()));
        assert_eq!(TokenVectors::from_bytes(&vectors.to_bytes()[1..]), None);
        let sentence = SentenceVector::quantised(&numbers(4, 384));
        assert_eq!(SentenceVector::from_bytes(&sentence.to_bytes()), sentence);
        assert_eq!(SentenceVector::quantised(&[0.0; 384]).cosine(&sentence), 0.0);
        assert_eq!(SentenceVector::quantised(&[1.0]).cosine(&sentence), 0.0);
    }
}
