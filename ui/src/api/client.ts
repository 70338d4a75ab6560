// The one seam between the pages and the program behind them.
import type { OutsideFiles } from './files';
import type { Commands } from './generated/Commands';
import type { Event } from './generated/Event';

export type { Commands, Event };

/** Pixel sizes that portraits are kept in. */
export type PortraitSize = 32 | 64 | 160;

export interface Client {
  /** Asks for a command of the list. Rejects with an `ApiError` and nothing else. */
  call<K extends keyof Commands>(name: K, input: Commands[K]['input']): Promise<Commands[K]['output']>;
  /**
   * Listens to the session's events. `onState` is told whether the program can be reached. After a gap a `resync` event
   * comes, since events may have been lost. Returns what ends the listening.
   */
  events(listener: (event: Event) => void, onState: (online: boolean) => void): () => void;
  /** The address of a portrait; `version` is the one of the character, so that a new picture has a new address. */
  portraitUrl(id: string, version: string, size: PortraitSize): string;
  /** The address of a persona's picture; `version` is the one of the persona. */
  personaPictureUrl(id: string, version: string): string;
  /** Files that go out and come in. */
  readonly files: OutsideFiles;
  /** Opens an http or https address in the system's browser; others are ignored. */
  openLink(url: string): void;
}

/** The program could not be reached at all. */
export const UNREACHABLE = 'unreachable';
/** The page was opened without the address that the program printed. */
export const NOT_SIGNED_IN = 'not_signed_in';

/** What went wrong: a stable code for the catalogue, and the program's own English words. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** The HTTP status; 0 when there was none. */
    readonly status: number = 0,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Whatever was thrown, as an `ApiError`. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError('internal', thrown instanceof Error ? thrown.message : String(thrown));
}

/** Whether an address may leave the page. */
export function isWebLink(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}
