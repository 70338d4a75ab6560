// The browser's own small stores. They may be shut off or full; nothing here depends on them.

/** Keeps a value for the next start on this device. */
export function remember(key: string, value: string): void {
  attempt(() => localStorage.setItem(key, value));
}

/** Keeps a draft until the tab is closed. */
export function keepDraft(conversationId: string, text: string): void {
  attempt(() =>
    text === ''
      ? sessionStorage.removeItem(`draft:${conversationId}`)
      : sessionStorage.setItem(`draft:${conversationId}`, text),
  );
}

/** The draft kept for a conversation; empty when there is none. */
export function keptDraft(conversationId: string): string {
  return attempt(() => sessionStorage.getItem(`draft:${conversationId}`)) ?? '';
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
