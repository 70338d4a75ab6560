// Files in the browser: exports are downloaded, imports are picked and uploaded.
import { ApiError, UNREACHABLE } from './client';
import type { OutsideFiles } from './files';
import type { ExportedFile } from './generated/ExportedFile';
import { refusal } from './refusal';

/** Where uploads go and downloads come from. */
const FILES = '/files';

function handOver({ file, name }: ExportedFile): void {
  if (!('handle' in file)) return;
  const link = document.createElement('a');
  link.href = `${FILES}/${encodeURIComponent(file.handle)}`;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Lets the reader pick a file of their own. Older browsers do not tell of a change of mind; the promise then stays open. */
function pick(allowed: readonly string[]): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = allowed.map((ending) => `.${ending}`).join(',');
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** Brings a file within the program's reach. Answers with its handle, which is good for one reading. */
export async function upload(file: Blob, name: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(`${FILES}?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      credentials: 'same-origin',
    });
  } catch {
    throw new ApiError(UNREACHABLE, 'The program does not answer.');
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body);
  if (body !== null && typeof body === 'object' && 'handle' in body) return String(body.handle);
  throw new ApiError(UNREACHABLE, 'The answer broke off.', response.status);
}

export const httpFiles: OutsideFiles = {
  chooseDestination: async () => 'download',
  handOver,
  async pickFile(allowed) {
    const file = await pick(allowed);
    return file && { file: { handle: await upload(file, file.name) }, name: file.name };
  },
};
