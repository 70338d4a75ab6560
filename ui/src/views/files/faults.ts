/** One fault of a file: where in it, and what is wrong there. Without a place it is of the whole file. */
export type Fault = { place: string; text: string };

/**
 * The faults that an error tells of, one a line: a JSON path (`$.messages[3].role`, `/messages/3/role` or `messages[3].role`), a
 * colon and what is wrong there. A line that begins otherwise has no place.
 */
export function faultsOf(message: string): Fault[] {
  return message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const found = /^([$/][^\s:]*|[A-Za-z_]\w*(?:\.\w+|\[\d+\])+):\s+(.+)$/.exec(line);
      return found ? { place: found[1]!, text: found[2]! } : { place: '', text: line };
    });
}
