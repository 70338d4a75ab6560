// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * The feeling that a text is written with.
 */
export type EmotionLabel = "neutral" | "joy" | "love" | "pride" | "relief" | "calm" | "hope" | "gratitude" | "surprise" | "fear" | "anger" | "sadness" | "shame" | "guilt" | "disgust" | "loneliness" | "jealousy";
