/** Whether a text shows nothing: only space, control characters and characters that are not drawn. The backend refuses such
    messages by the same rule (`blank.rs`). */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}
