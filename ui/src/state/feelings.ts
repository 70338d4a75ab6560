// The feelings that memories are told apart by: the labels of the program, gathered into families small enough to be colours.
import type { EmotionLabel } from '../api/generated/EmotionLabel';

/** In the order of the legend; the last one is none in particular. */
export const feelings = ['joy', 'love', 'calm', 'surprise', 'fear', 'anger', 'sadness', 'shame', 'neutral'] as const;
export type Feeling = (typeof feelings)[number];

const families: Record<EmotionLabel, Feeling> = {
  neutral: 'neutral',
  joy: 'joy',
  pride: 'joy',
  gratitude: 'joy',
  love: 'love',
  calm: 'calm',
  relief: 'calm',
  hope: 'calm',
  surprise: 'surprise',
  fear: 'fear',
  anger: 'anger',
  disgust: 'anger',
  jealousy: 'anger',
  sadness: 'sadness',
  longing: 'sadness',
  weariness: 'sadness',
  loneliness: 'sadness',
  shame: 'shame',
  guilt: 'shame',
};

/** The family that a feeling belongs to. */
export function feelingOf(label: EmotionLabel): Feeling {
  return families[label];
}
