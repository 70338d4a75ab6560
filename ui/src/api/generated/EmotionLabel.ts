// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * The feeling that leads in a text.
 */
export type EmotionLabel = "joy" | "love" | "pride" | "relief" | "calm" | "hope" | "gratitude" | "surprise" | "longing" | "fear" | "anger" | "sadness" | "weariness" | "shame" | "guilt" | "disgust" | "loneliness" | "jealousy" | "neutral";
