//! Fits the weights: listwise softmax over a query's candidates (the target spread evenly over what should come to mind), with a
//! penalty on the square of each weight, minimised by Newton's method. The problem is convex, so that every run ends the same.

use engine::recall::FeatureWeight;

/// Candidates of a query that take part, the likeliest first; what should come to mind always does.
const MOST_ROWS: usize = 100;
const MOST_STEPS: usize = 30;
const SMALL_STEP: f64 = 1e-4;

/// A query with what was measured of its candidates.
pub struct Sample {
    pub conversation: usize,
    pub category: u64,
    /// One column for each feature.
    pub columns: Vec<Vec<f32>>,
    /// Which candidates should come to mind.
    pub gold: Vec<bool>,
    /// How many should; some may not be among the candidates.
    pub gold_count: usize,
}

impl Sample {
    /// Share of what should come to mind that is among the first `most`, with these weights.
    pub fn found(&self, model: &Model, most: usize) -> f64 {
        let scores = model.scores(self);
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|left, right| scores[*right].total_cmp(&scores[*left]).then(left.cmp(right)));
        let found = order.iter().take(most).filter(|row| self.gold[**row]).count();
        found as f64 / self.gold_count.max(1) as f64
    }
}

#[derive(Clone)]
pub struct Model {
    /// Which of the samples' columns take part.
    pub features: Vec<usize>,
    means: Vec<f64>,
    deviations: Vec<f64>,
    pub weights: Vec<f64>,
}

impl Model {
    fn scores(&self, sample: &Sample) -> Vec<f64> {
        let mut scores = vec![0.0; sample.gold.len()];
        for (place, feature) in self.features.iter().enumerate() {
            let scale = self.weights[place] / self.deviations[place];
            for (score, value) in scores.iter_mut().zip(&sample.columns[*feature]) {
                *score += scale * (f64::from(*value) - self.means[place]);
            }
        }
        scores
    }

    pub fn named(&self, names: &[String]) -> Vec<FeatureWeight> {
        let places = 0..self.features.len();
        places
            .map(|place| FeatureWeight {
                feature: names[self.features[place]].clone(),
                mean: self.means[place] as f32,
                deviation: self.deviations[place] as f32,
                weight: self.weights[place] as f32,
            })
            .collect()
    }
}

/// The rows of one query, standardised.
struct Rows {
    values: Vec<Vec<f64>>,
    targets: Vec<f64>,
}

pub fn fit(samples: &[&Sample], features: &[usize], penalty: f64) -> Model {
    let (rows, means, deviations) = standardised(samples, features);
    let mut weights = vec![0.0; features.len()];
    let mut loss = loss(&rows, &weights, penalty);
    for _ in 0..MOST_STEPS {
        let (gradient, hessian) = derivatives(&rows, &weights, penalty);
        let Some(step) = solved(hessian, &gradient) else { break };
        let mut length = 1.0;
        loop {
            let tried: Vec<f64> = weights
                .iter()
                .zip(&step)
                .map(|(weight, step)| weight - length * step)
                .collect();
            let now = self::loss(&rows, &tried, penalty);
            if now <= loss || length < 1e-3 {
                (weights, loss) = (tried, now);
                break;
            }
            length /= 2.0;
        }
        if step.iter().all(|step| (step * length).abs() < SMALL_STEP) {
            break;
        }
    }
    Model {
        features: features.to_vec(),
        means,
        deviations,
        weights,
    }
}

fn standardised(samples: &[&Sample], features: &[usize]) -> (Vec<Rows>, Vec<f64>, Vec<f64>) {
    let mut all = Vec::new();
    for sample in samples {
        let golds = sample.gold.iter().filter(|gold| **gold).count();
        if golds == 0 {
            continue;
        }
        let rows = (0..sample.gold.len()).filter(|row| *row < MOST_ROWS || sample.gold[*row]);
        let rows: Vec<usize> = rows.collect();
        let value = |row: &usize| {
            features
                .iter()
                .map(|feature| f64::from(sample.columns[*feature][*row]))
                .collect()
        };
        all.push(Rows {
            values: rows.iter().map(value).collect(),
            targets: rows
                .iter()
                .map(|row| if sample.gold[*row] { 1.0 / golds as f64 } else { 0.0 })
                .collect(),
        });
    }
    let count = all.iter().map(|rows| rows.values.len()).sum::<usize>().max(1) as f64;
    let places = 0..features.len();
    let sum = |place: usize, of: &dyn Fn(f64) -> f64| {
        all.iter()
            .flat_map(|rows| &rows.values)
            .map(|row| of(row[place]))
            .sum::<f64>()
    };
    let means: Vec<f64> = places.clone().map(|place| sum(place, &|value| value) / count).collect();
    let deviation = |place: usize| (sum(place, &|value| (value - means[place]).powi(2)) / count).sqrt() + 1e-6;
    let deviations: Vec<f64> = places.map(deviation).collect();
    for row in all.iter_mut().flat_map(|rows| &mut rows.values) {
        for (place, value) in row.iter_mut().enumerate() {
            *value = (*value - means[place]) / deviations[place];
        }
    }
    (all, means, deviations)
}

/// Scores of a query's rows, as shares of one (softmax), and the logarithm of what they were divided by.
fn shares(rows: &Rows, weights: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
    let scores: Vec<f64> = rows
        .values
        .iter()
        .map(|row| row.iter().zip(weights).map(|(value, weight)| value * weight).sum())
        .collect();
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - largest).exp()).collect();
    let whole: f64 = powers.iter().sum();
    let shares = powers.iter().map(|power| power / whole).collect();
    (scores, shares, largest + whole.ln())
}

fn loss(all: &[Rows], weights: &[f64], penalty: f64) -> f64 {
    let of = |rows: &Rows| {
        let (scores, _, logarithm) = shares(rows, weights);
        rows.targets
            .iter()
            .zip(&scores)
            .map(|(target, score)| target * (logarithm - score))
            .sum::<f64>()
    };
    let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
    all.iter().map(of).sum::<f64>() / all.len().max(1) as f64 + penalty / 2.0 * squares
}

fn derivatives(all: &[Rows], weights: &[f64], penalty: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| penalty * weight).collect();
    let mut hessian = vec![vec![0.0; size]; size];
    let part = 1.0 / all.len().max(1) as f64;
    for rows in all {
        let (_, shares, _) = shares(rows, weights);
        let mut mean = vec![0.0; size];
        for ((row, share), target) in rows.values.iter().zip(&shares).zip(&rows.targets) {
            for place in 0..size {
                gradient[place] += part * (share - target) * row[place];
                mean[place] += share * row[place];
                let scaled = part * share * row[place];
                for (sum, value) in hessian[place][..=place].iter_mut().zip(row) {
                    *sum += scaled * value;
                }
            }
        }
        for place in 0..size {
            for (sum, other) in hessian[place][..=place].iter_mut().zip(&mean) {
                *sum -= part * mean[place] * other;
            }
        }
    }
    for (place, row) in hessian.iter_mut().enumerate() {
        row[place] += penalty;
    }
    (gradient, hessian)
}

/// Solves a symmetric positive system, given by its lower half (Cholesky).
fn solved(mut matrix: Vec<Vec<f64>>, right: &[f64]) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        for row in column..size {
            let known: f64 = (0..column)
                .map(|place| matrix[row][place] * matrix[column][place])
                .sum();
            let left = matrix[row][column] - known;
            matrix[row][column] = match row == column {
                true if left > 0.0 => left.sqrt(),
                true => return None,
                false => left / matrix[column][column],
            };
        }
    }
    let mut result = right.to_vec();
    for row in 0..size {
        let known: f64 = (0..row).map(|place| matrix[row][place] * result[place]).sum();
        result[row] = (result[row] - known) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|place| matrix[place][row] * result[place]).sum();
        result[row] = (result[row] - known) / matrix[row][row];
    }
    Some(result)
}
