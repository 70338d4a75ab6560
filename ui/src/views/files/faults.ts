/** What the program found wrong with a file: the faults it lists, and how many more there are. */
export type Faults = { listed: Fault[]; more: number };

/** One fault of a file: where in it, and what is wrong there. Without a place it is of the whole file. */
export type Fault = { place: string; text: string };

const PLACED = /^(line \d+|[$/][^\s:]*|[a-z_]\w*(?:\.\w+|\[[^\]]+\])*):\s+(.+)$/;
const MORE = /^And (\d+) more\.$/;

/**
 * The faults that an error tells of: behind a first line of its own, one a line, at last perhaps how many more there are. None
 * when the error is not about what is in the file.
 */
export function faultsOf({ code, message }: { code: string; message: string }): Faults | null {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  if (code !== 'file_invalid' || lines.length < 2) return null;
  const more = MORE.exec(lines.at(-1)!)?.[1];
  const listed = lines.slice(1, more === undefined ? undefined : -1).map(placed);
  return { listed, more: Number(more ?? 0) };
}

/**
 * A JSON path (such as `$.messages[3].role`) or the line of a text (`line 7`), a colon and what is said of it. A line that begins
 * otherwise has no place.
 */
export function placed(line: string): Fault {
  const found = PLACED.exec(line.trim());
  return found ? { place: found[1]!, text: found[2]! } : { place: '', text: line.trim() };
}
