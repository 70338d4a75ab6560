// The browser's own small stores. They may be shut off or full; nothing here depends on them.

/** Keeps a value for the next start on this device. */
export function remember(key: string, value: string): void {
  attempt(() => localStorage.setItem(key, value));
}

/** What was kept by `remember`; none when there is nothing. */
export function remembered(key: string): string | null {
  return attempt(() => localStorage.getItem(key));
}

/** Keeps a draft until the tab is closed. */
export function keepDraft(conversationId: string, text: string): void {
  keepInTab(`draft:${conversationId}`, text);
}

/** The draft kept for a conversation; empty when there is none. */
export function keptDraft(conversationId: string): string {
  return keptInTab(`draft:${conversationId}`);
}

/** Keeps a value until the tab is closed; an empty one is forgotten. */
export function keepInTab(key: string, value: string): void {
  attempt(() => (value === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, value)));
}

/** What the tab keeps under a key; empty when that is nothing. */
export function keptInTab(key: string): string {
  return attempt(() => sessionStorage.getItem(key)) ?? '';
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
