// A picture that the reader picks for a persona: looked at before it is sent, so that what is wrong with it can be said at once.

/** The largest picture that is taken, in bytes. */
const LARGEST = 2 * 1024 * 1024;
export const pictureKinds = ['image/png', 'image/jpeg', 'image/webp'] as const;

export type PictureFault = 'kind' | 'large' | 'broken';
/** `data` is what is sent: the file as base64. `preview` is an address that the page can show. */
export type Picture = { data: string; preview: string };

/** Reads a picture from a file, or says what is wrong with it. Its kind is told by its first bytes, not by its name. */
export async function readPicture(file: Blob): Promise<Picture | PictureFault> {
  if (file.size > LARGEST) return 'large';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOf(bytes);
  if (kind === null) return 'kind';
  const data = base64(bytes);
  const preview = `data:${kind};base64,${data}`;
  return (await canBeShown(preview)) ? { data, preview } : 'broken';
}

function kindOf(bytes: Uint8Array): (typeof pictureKinds)[number] | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? 'image/webp' : null;
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

async function canBeShown(address: string): Promise<boolean> {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
}
