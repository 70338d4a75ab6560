/** A message that was sent and of which nobody knows yet whether it arrived. */
export type Sent = { operationId: string; text: string; revision: number; position: number };

/** A new name for a change: a random UUID. `crypto.randomUUID` is not there on pages that came over plain http from elsewhere. */
export function newOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
