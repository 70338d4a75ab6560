// What of the window is open: nothing of it is kept anywhere else.
import { createContext } from 'svelte';

import { remember, remembered } from './storage';

export type SettingsPart = 'connections' | 'models' | 'appearance' | 'you' | 'data';

/** The parts of the notes, in their order. */
export const noteParts = ['memories', 'relationship', 'persona', 'context'] as const;
export type NotesPart = (typeof noteParts)[number];

export class WindowState {
  /** Which of the stacked parts a narrow window shows. */
  view = $state<'rail' | 'page' | 'notes'>('page');
  /** Whether a wide window shows the rail. */
  railOpen = $state(true);
  /** Whether a wide window shows the notes beside the page. */
  notesOpen = $state(remembered('notes_open') === 'yes' && roomForNotes());
  /** The part of the notes that is shown. */
  notesPart = $state(rememberedPart());
  /** The open part of the settings sheet; none while it is shut. */
  settingsPart = $state<SettingsPart | null>(null);
  /** Whether the trash is open. */
  trashOpen = $state(false);
  /** Whether the program can be reached. */
  online = $state(true);

  showNotes(): void {
    this.#setNotes(true);
    this.view = 'notes';
  }

  /** Turns to a part of the notes, and opens them. */
  showNotesPart(part: NotesPart): void {
    this.turnNotesTo(part);
    this.showNotes();
  }

  /** Turns to a part of the notes. */
  turnNotesTo(part: NotesPart): void {
    this.notesPart = part;
    remember('notes_part', part);
  }

  hideNotes(): void {
    this.#setNotes(false);
    if (this.view === 'notes') this.view = 'page';
  }

  #setNotes(open: boolean): void {
    this.notesOpen = open;
    remember('notes_open', open ? 'yes' : 'no');
  }
}

function rememberedPart(): NotesPart {
  const part = remembered('notes_part');
  return noteParts.find((known) => known === part) ?? 'memories';
}

/** Whether the notes have room beside the page; where they lie over it, they are opened only when asked for. */
function roomForNotes(): boolean {
  return matchMedia('(min-width: 1100px)').matches;
}

export const [getWindow, setWindow] = createContext<WindowState>();
