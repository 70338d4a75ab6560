// What of the window is open: nothing of it is kept anywhere else.
import { createContext } from 'svelte';

import { remember, remembered } from './storage';

/** Room for rail, page and notes. */
const wide = matchMedia('(min-width: 1100px)');

export type SettingsPart = 'connections' | 'models' | 'appearance' | 'you' | 'data';

/** The parts of the notes, in their order. */
export const noteParts = ['memories', 'relationship', 'persona', 'graph', 'context'] as const;
export type NotesPart = (typeof noteParts)[number];

export class WindowState {
  /** Which of the stacked parts a narrow window shows. */
  view = $state<'rail' | 'page' | 'notes'>('page');
  /** Whether the window is wide enough for rail, page and notes beside each other. */
  #roomForAll = $state(wide.matches);
  /** Whether the notes stand beside the page. */
  notesOpen = $state(remembered('notes_open') === 'yes' && wide.matches);
  #railWanted = $state(true);
  /** Whether the rail stands beside the page. Without room for all three, the open notes take its place. */
  readonly railOpen: boolean = $derived(this.#railWanted && (this.#roomForAll || !this.notesOpen));
  /** The part of the notes that is shown. */
  notesPart = $state(rememberedPart());
  /** The open part of the settings sheet; none while it is shut. */
  settingsPart = $state<SettingsPart | null>(null);
  /** Whether the trash is open. */
  trashOpen = $state(false);
  /** Whether the program can be reached. */
  online = $state(true);

  constructor() {
    wide.addEventListener('change', () => (this.#roomForAll = wide.matches));
  }

  showRail(): void {
    this.#railWanted = true;
    if (!this.railOpen) this.hideNotes();
  }

  hideRail(): void {
    this.#railWanted = false;
  }

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

export const [getWindow, setWindow] = createContext<WindowState>();
