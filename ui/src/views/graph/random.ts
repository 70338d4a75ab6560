/** Numbers from 0 up to but without 1 that look random and are the same for the same seed, so that the same graph gives the same
    picture. Marsaglia's generator xorshift32 (2003). */
export function seeded(seed: number): () => number {
  // Zero would stay zero for ever.
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
