// node assets/tools/check.mjs: says what is missing or malformed in the bundled characters and their portraits.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const problems = [];

const isText = (value) => typeof value === 'string' && value.trim() !== '';
const isFlag = (value) => typeof value === 'boolean';
const texts = (least) => (value) => Array.isArray(value) && value.length >= least && value.every(isText);
const flags = (value) => Object.keys(value ?? {}).length >= 4 && Object.values(value).every(isFlag);
const words = (text) => text.split(/\s+/).length;
const wordsBetween = (least, most) => (value) => isText(value) && words(value) >= least && words(value) <= most;
const holds =
  (...parts) =>
  (value) =>
    isText(value) && parts.every((part) => value.includes(part));
/** One action in parentheses, and speech that leaves the reader something to answer. */
const isGreeting = (value) => isText(value) && (value.match(/\([^()]+\)/g) ?? []).length === 1 && value.length <= 600;
const isDialogue = ({ situation, user, character }) => [situation, user, character].every(isText);

/** JSON path → what must hold there. */
const rules = {
  name: isText,
  categories: texts(2),
  description: (value) => isText(value) && value.length <= 160,
  'identity.role': isText,
  'identity.background': isText,
  personality: texts(5),
  'speech_style.tone': texts(2),
  'speech_style.formality': (value) => ['formal', 'neutral', 'informal'].includes(value),
  'speech_style.sentence_style': isText,
  'speech_style.uses_humor': isFlag,
  'speech_style.uses_rhetorical_questions': isFlag,
  'speech_style.avoids_excessive_enthusiasm': isFlag,
  behavior: flags,
  'world.universe': isText,
  'world.setting': isText,
  'world.description': isText,
  'roleplay.action_format': (value) => value === '({content})',
  'roleplay.thought_format': (value) => value === '*{content}*',
  'roleplay.break_character': (value) => value === false,
  system_prompt: wordsBetween(80, 150),
  greeting: isGreeting,
  alternate_greetings: (value) => texts(1)(value) && value.every(isGreeting),
  example_dialogues: (value) => Array.isArray(value) && value.length >= 6 && value.every(isDialogue),
  tagline: (value) => isText(value) && [...value].length <= 32,
  'starter.description': (value) => wordsBetween(85, 120)(value) && value.startsWith('You are {{char}}'),
  'starter.scenario': holds('{{user}}', '{{char}}'),
  'starter.greeting': (value) => isGreeting(value) && wordsBetween(20, 50)(value),
};

const at = (character, path) => path.split('.').reduce((value, key) => value?.[key], character);

function checkPictures(id, avatar, say) {
  const folder = `assets/characters/${id}`;
  if (avatar !== `${folder}/${id}.png`) say('visuals.avatar', `is not ${folder}/${id}.png`);
  for (const [file, width] of [
    [`${id}.png`, 512],
    ['small/64.png', 128],
    ['small/32.png', 96],
  ]) {
    const path = `${folder}/${file}`;
    if (!existsSync(root + path)) say(path, 'is missing; draw it with plates.mjs');
    // A PNG's width is the big-endian number at byte 16.
    else if (readFileSync(root + path).readUInt32BE(16) !== width) say(path, `is not ${width} pixels wide`);
  }
}

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((i) => {
    const value = parseInt(colour.slice(i, i + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

async function checkEmblem(id, say) {
  if (!existsSync(`${root}assets/tools/emblems/${id}.mjs`))
    return say('emblem', 'is not drawn in assets/tools/emblems');
  const { plate } = await import(`./emblems/${id}.mjs`);
  const contrast = (luminance(plate.paper) + 0.05) / (luminance(plate.ink) + 0.05);
  if (contrast < 7) say('emblem', `has a contrast of only ${contrast.toFixed(1)} between paper and ink`);
}

const files = readdirSync(`${root}characters`).filter((file) => file.endsWith('.json'));
for (const file of files) {
  const say = (path, what) => problems.push(`characters/${file}: ${path} ${what}`);
  const character = JSON.parse(readFileSync(`${root}characters/${file}`, 'utf8'));
  if (`${character.id}.json` !== file) say('id', 'is not the name of the file');
  for (const [path, holdsTrue] of Object.entries(rules)) {
    const value = at(character, path);
    if (!holdsTrue(value)) say(path, `is missing or malformed: ${JSON.stringify(value)?.slice(0, 90)}`);
  }
  const unknown = JSON.stringify(character).match(/\{\{(?!user\}\}|char\}\})[^}]*\}\}/);
  if (unknown) say('text', `holds the unknown macro ${unknown[0]}`);
  checkPictures(character.id, character.visuals?.avatar, say);
  await checkEmblem(character.id, say);
}
console.log(problems.join('\n') || `${files.length} characters, nothing to mend`);
process.exitCode = problems.length ? 1 : 0;
