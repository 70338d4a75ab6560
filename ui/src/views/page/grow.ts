import type { Attachment } from 'svelte/attachments';

/** Lets a field grow with its text; how far is a matter of the style. */
export function growWith(text: string): Attachment<HTMLTextAreaElement> {
  return (field) => {
    void text;
    field.style.blockSize = 'auto';
    // What it scrolls does not count its border; without that it would scroll by a hair.
    const border = field.offsetHeight - field.clientHeight;
    field.style.blockSize = `${field.scrollHeight + border}px`;
  };
}
