//! Products of many small vectors, computed with the widest instructions that the processor has. Both sides are widened to 16 bits first,
//! each once: so the compiler multiplies and adds pairs in one instruction.

use pulp::Arch;

/// Numbers of a vector.
pub(super) const WIDTH: usize = 128;

/// A vector that is compared with many.
pub(super) struct Wide([i16; WIDTH]);

impl Wide {
    pub fn of(values: &[i8; WIDTH]) -> Self {
        Self(values.map(i16::from))
    }
}

/// Hands each of `others` (in its order) and its product with each of `vectors` to `take`.
pub(super) fn products<'other>(
    vectors: &[Wide],
    others: impl Iterator<Item = &'other [i8; WIDTH]>,
    mut take: impl FnMut(usize, usize, i32),
) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (place, other) in others.enumerate() {
                let other = other.map(i16::from);
                for (vector, Wide(values)) in vectors.iter().enumerate() {
                    take(place, vector, product(values, &other));
                }
            }
        },
    );
}

#[expect(
    clippy::inline_always,
    reason = "inlined, it is compiled for the instructions of its caller"
)]
#[inline(always)]
fn product(left: &[i16; WIDTH], right: &[i16; WIDTH]) -> i32 {
    let mut sum = 0;
    for lane in 0..WIDTH {
        sum += i32::from(left[lane]) * i32::from(right[lane]);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_product_is_the_sum_of_its_parts() {
        let vector = |seed: i32| -> [i8; WIDTH] {
            std::array::from_fn(|lane| ((seed * 31 + lane as i32 * 17) % 255 - 127) as i8)
        };
        let (vectors, others): (Vec<_>, Vec<_>) = ((0..5).map(vector).collect(), (40..47).map(vector).collect());
        let wide: Vec<Wide> = vectors.iter().map(Wide::of).collect();
        let mut seen = Vec::new();
        products(&wide, others.iter(), |other, vector, product| {
            seen.push((other, vector, product))
        });
        let mut wanted = Vec::new();
        for (place, other) in others.iter().enumerate() {
            for (vector, values) in vectors.iter().enumerate() {
                let parts = values.iter().zip(other).map(|(a, b)| i32::from(*a) * i32::from(*b));
                wanted.push((place, vector, parts.sum::<i32>()));
            }
        }
        assert_eq!(seen, wanted);
        products(&[Wide::of(&[-128; WIDTH])], [[-128; WIDTH]].iter(), |_, _, product| {
            assert_eq!(product, 128 * 128 * 128)
        });
    }
}
