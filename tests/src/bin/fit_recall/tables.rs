//! Makes the word table and the projection: each word of the encoder's vocabulary encoded by itself, and principal directions.

use std::path::Path;

use anyhow::{Context, Result};
use characterchat_tests::recall_data::Conversation;
use engine::recall::{ENCODER_DIMENSIONS, Projection, TOKEN_DIMENSIONS, WordTable, encoder_text};
use llm::local::encoder::whole_words;

use super::encoded::Encodings;

/// Turns whose tokens the projection is made from.
const TURNS: usize = 1_500;

pub fn make(encoder: &Path, encodings: &mut Encodings, conversations: &[Conversation], assets: &Path) -> Result<()> {
    let words: Vec<String> = whole_words(encoder)?
        .into_iter()
        .filter(|word| is_plain(word))
        .collect();
    let mut vectors = Vec::with_capacity(words.len());
    for word in &words {
        let encoded = encodings.of(word)?;
        let pieces = encoded.pieces.len().max(1) as f32;
        let mut mean = vec![0.0; ENCODER_DIMENSIONS];
        for token in encoded.vectors.chunks_exact(ENCODER_DIMENSIONS) {
            mean.iter_mut()
                .zip(token)
                .for_each(|(sum, number)| *sum += number / pieces);
        }
        vectors.push(mean);
    }
    centre(&mut vectors);
    // The first direction says only how frequent a word is.
    let directions = principal_directions(&vectors, TOKEN_DIMENSIONS + 1).split_off(1);
    let rows: Vec<Vec<f32>> = vectors
        .iter()
        .map(|vector| directions.iter().map(|direction| product(direction, vector)).collect())
        .collect();
    write(&assets.join("words.bin"), &WordTable::to_bytes(&words, &rows))?;

    let mut tokens = Vec::new();
    for turn in conversations
        .iter()
        .flat_map(|conversation| &conversation.turns)
        .take(TURNS)
    {
        let encoded = encodings.of(&encoder_text(&turn.speaker, &turn.text))?;
        for token in encoded.vectors.chunks_exact(ENCODER_DIMENSIONS) {
            let length = product(token, token).sqrt().max(f32::MIN_POSITIVE);
            tokens.push(token.iter().map(|number| number / length).collect());
        }
    }
    let directions = principal_directions(&tokens, TOKEN_DIMENSIONS);
    write(&assets.join("projection.bin"), &Projection::to_bytes(&directions))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

fn is_plain(word: &str) -> bool {
    word.len() > 1
        && word
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

fn centre(vectors: &mut [Vec<f32>]) {
    let mut mean = vec![0.0_f64; ENCODER_DIMENSIONS];
    for vector in vectors.iter() {
        mean.iter_mut()
            .zip(vector)
            .for_each(|(sum, number)| *sum += f64::from(*number) / vectors.len() as f64);
    }
    for vector in vectors {
        vector
            .iter_mut()
            .zip(&mean)
            .for_each(|(number, mean)| *number -= *mean as f32);
    }
}

fn product(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// The directions in which the vectors lie most, the strongest first: eigenvectors of the sum of their outer products (Jacobi's method).
fn principal_directions(vectors: &[Vec<f32>], count: usize) -> Vec<Vec<f32>> {
    let size = ENCODER_DIMENSIONS;
    let mut matrix = vec![vec![0.0_f64; size]; size];
    for vector in vectors {
        for (row, left) in matrix.iter_mut().zip(vector) {
            row.iter_mut()
                .zip(vector)
                .for_each(|(sum, right)| *sum += f64::from(left * right));
        }
    }
    let mut directions: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    for _ in 0..30 {
        let off: f64 = (0..size)
            .map(|row| matrix[row][row + 1..].iter().map(|value| value * value).sum::<f64>())
            .sum();
        let all: f64 = matrix.iter().flatten().map(|value| value * value).sum();
        if off < 1e-18 * all {
            break;
        }
        for one in 0..size {
            for other in one + 1..size {
                rotate(&mut matrix, &mut directions, one, other);
            }
        }
    }
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by(|left, right| matrix[*right][*right].total_cmp(&matrix[*left][*left]));
    order
        .into_iter()
        .take(count)
        .map(|place| upright(&directions[place]))
        .collect()
}

/// Makes one number beside the diagonal zero. `directions` are kept as rows.
fn rotate(matrix: &mut [Vec<f64>], directions: &mut [Vec<f64>], one: usize, other: usize) {
    let beside = matrix[one][other];
    if beside == 0.0 {
        return;
    }
    let ratio = (matrix[other][other] - matrix[one][one]) / (2.0 * beside);
    let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
    let tangent = if ratio == 0.0 { 1.0 } else { tangent };
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turned = |left: f64, right: f64| (cosine * left - sine * right, sine * left + cosine * right);
    for row in matrix.iter_mut() {
        (row[one], row[other]) = turned(row[one], row[other]);
    }
    for rows in [&mut *matrix, directions] {
        let (front, back) = rows.split_at_mut(other);
        for (left, right) in front[one].iter_mut().zip(&mut back[0]) {
            (*left, *right) = turned(*left, *right);
        }
    }
}

/// A direction and its opposite are the same: the one whose largest number is positive is taken.
fn upright(direction: &[f64]) -> Vec<f32> {
    let largest = direction.iter().copied().fold(
        0.0_f64,
        |held, number| if number.abs() > held.abs() { number } else { held },
    );
    direction
        .iter()
        .map(|number| (number * largest.signum()) as f32)
        .collect()
}
