// What of a reply that is being written can be read out: whole sentences, so that a screen reader does not stammer by token.

/** The end of the last whole sentence of a text: behind its closing mark, quotes and brackets, with something after it. */
export function endOfSentences(text: string): number {
  let end = 0;
  for (const match of text.matchAll(/(?:[.!?…]+["'”’»)\]]*(?=\s)|[。！？।؟]+["'”’»」』)\]]*|\n)\s*/gu)) {
    end = match.index + match[0].length;
  }
  return end;
}
