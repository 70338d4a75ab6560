import { keepInTab, keptInTab } from './storage';

/** A message that is open for editing. */
export type Edit = {
  messageId: string;
  position: number;
  /** The words as they stand in the box. */
  text: string;
  /** The words as they stand in the conversation. */
  before: string;
};

/** Keeps an edit until the tab is closed; none forgets it. */
export function keepEdit(conversationId: string, edit: Edit | null): void {
  keepInTab(`edit:${conversationId}`, edit ? JSON.stringify(edit) : '');
}

/** The edit that was under way in a conversation before the page was loaded again. */
export function keptEdit(conversationId: string): Edit | null {
  const kept = keptInTab(`edit:${conversationId}`);
  if (kept === '') return null;
  try {
    const edit = JSON.parse(kept) as Edit;
    const whole = [edit.messageId, edit.text, edit.before].every((value) => typeof value === 'string');
    return whole && typeof edit.position === 'number' ? edit : null;
  } catch {
    return null;
  }
}
