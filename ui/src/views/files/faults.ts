/** One fault of a file: where in it, and what is wrong there. Without a place it is of the whole file. */
export type Fault = { place: string; text: string };

const PLACED = /^(line \d+|[$/][^\s:]*|[a-z_]\w*(?:\.\w+|\[[^\]]+\])*):\s+(.+)$/;

/**
 * The faults that an error tells of, one a line: a JSON path (such as `messages[3].role`) or the line of a text (`line 7`), a colon
 * and what is wrong there. A line that begins otherwise has no place.
 */
export function faultsOf(message: string): Fault[] {
  return message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const found = PLACED.exec(line);
      return found ? { place: found[1]!, text: found[2]! } : { place: '', text: line };
    });
}
