//! The relationship: where each axis stands, and how that is said to a model. It is the character's attitude toward the persona;
//! what the persona feels is the reader's affair.

use super::types::{Axis, RelationshipEvent};

/// An axis stands between the negative and the positive of this.
pub const MOST_STANDING: i8 = 10;
/// The standings at which the next level begins.
const LEVELS: [i8; 3] = [1, 4, 7];

/// The sum of an axis's developments, from -10 to 10.
pub fn standing<'a>(events: impl IntoIterator<Item = &'a RelationshipEvent>, axis: Axis) -> i8 {
    let changes = events.into_iter().filter(|event| event.axis == axis);
    let sum: i64 = changes.map(|event| i64::from(event.change)).sum();
    i8::try_from(sum.clamp(i64::from(-MOST_STANDING), i64::from(MOST_STANDING))).unwrap_or_default()
}

/// The level of a standing, from -3 to 3, 0 for where everybody begins. One cannot know somebody less than not at all: familiarity
/// has no levels below 0.
pub fn level(axis: Axis, standing: i8) -> i8 {
    let steps = LEVELS
        .iter()
        .filter(|least| standing.unsigned_abs() >= least.unsigned_abs())
        .count();
    let level = i8::try_from(steps).unwrap_or(3) * standing.signum();
    if axis == Axis::Familiarity { level.max(0) } else { level }
}

/// A level in English for a prompt, as what the character ("you") feels toward the user.
pub fn phrase(axis: Axis, level: i8, user: &str) -> String {
    let phrases: [&str; 7] = match axis {
        Axis::Trust => [
            "You expect {user} to deceive you.",
            "You distrust {user}.",
            "You are a little wary of {user}.",
            "You have no reason yet to trust or distrust {user}.",
            "You begin to trust {user}.",
            "You trust {user}.",
            "You would trust {user} with anything.",
        ],
        Axis::Familiarity => [
            "",
            "",
            "",
            "You hardly know {user}.",
            "You know {user} a little.",
            "You know {user} well.",
            "You know {user} as one knows an old friend.",
        ],
        Axis::Romance => [
            "The thought of love for {user} repels you.",
            "You keep any tenderness for {user} at a distance.",
            "You have cooled a little toward {user}.",
            "You feel no love for {user}, as things stand.",
            "You feel a first tenderness for {user}.",
            "You are falling in love with {user}.",
            "You love {user}.",
        ],
        Axis::Attraction => [
            "{user} repels you bodily.",
            "You shrink from {user}'s touch.",
            "{user} leaves you cooler than before.",
            "{user} does not attract you, as things stand.",
            "You notice that {user} attracts you.",
            "You are strongly drawn to {user}.",
            "You desire {user}.",
        ],
    };
    let level = if axis == Axis::Familiarity { level.max(0) } else { level };
    let place = usize::try_from(level.clamp(-3, 3) + 3).unwrap_or(3);
    phrases[place].replace("{user}", user)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::ids::RelationshipEventId;

    fn event(axis: Axis, change: i8) -> RelationshipEvent {
        RelationshipEvent {
            id: RelationshipEventId(Uuid::nil()),
            axis,
            change,
            reason: "Because.".to_owned(),
            sources: Vec::new(),
            created_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn axes_stand_apart_from_each_other() {
        let events = [
            event(Axis::Trust, -2),
            event(Axis::Romance, 2),
            event(Axis::Trust, -1),
            event(Axis::Familiarity, 1),
        ];
        let stand = |axis| standing(&events, axis);
        assert_eq!(Axis::ALL.map(stand), [-3, 1, 2, 0]);
        let many = vec![event(Axis::Trust, 2); 500];
        assert_eq!(standing(&many, Axis::Trust), 10);
    }

    #[test]
    fn levels_begin_at_one_four_and_seven() {
        let levels: Vec<i8> = (-10..=10).map(|standing| level(Axis::Trust, standing)).collect();
        assert_eq!(
            levels,
            [-3, -3, -3, -3, -2, -2, -2, -1, -1, -1, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
        );
        assert_eq!(level(Axis::Familiarity, -10), 0);
        assert_eq!(level(Axis::Familiarity, 10), 3);
    }

    #[test]
    fn every_level_has_its_own_phrase() {
        let mut seen = std::collections::HashSet::new();
        for axis in Axis::ALL {
            for level in if axis == Axis::Familiarity { 0..=3 } else { -3..=3 } {
                let phrase = phrase(axis, level, "Ayşe");
                assert!(phrase.contains("Ayşe") && phrase.ends_with('.'), "{phrase}");
                assert!(seen.insert(phrase.clone()), "{phrase}");
            }
        }
        assert_eq!(phrase(Axis::Familiarity, -3, "Ayşe"), "You hardly know Ayşe.");
    }

    proptest! {
        #[test]
        fn taking_a_development_back_undoes_it_exactly(changes in proptest::collection::vec(-2_i8..=2, 0..30), more in -2_i8..=2) {
            let mut events: Vec<RelationshipEvent> = changes.iter().map(|change| event(Axis::Trust, *change)).collect();
            let before = standing(&events, Axis::Trust);
            events.push(event(Axis::Trust, more));
            events.pop();
            prop_assert_eq!(standing(&events, Axis::Trust), before);
        }
    }
}
