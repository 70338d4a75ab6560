import type { Attachment } from 'svelte/attachments';

/** Lets a field grow with its text; how far is a matter of the style. */
export function growWith(text: string): Attachment<HTMLTextAreaElement> {
  return (field) => {
    void text;
    field.style.blockSize = 'auto';
    field.style.blockSize = `${field.scrollHeight}px`;
  };
}
