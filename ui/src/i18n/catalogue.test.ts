import { afterEach, describe, expect, it, vi } from 'vitest';
import theme from '../../public/theme.js?raw';
import { en } from './en';
import { explain, isKey, language, reasonOf, t, use, type Catalogue } from './index.svelte';
import { directionOf, offered } from './languages';
import { fill, formsOf, placeholdersOf, type Phrase } from './phrase';
import { tr } from './tr';

afterEach(() => use('en'));

const others: Record<string, Catalogue> = { tr };
const keys = Object.keys(en) as (keyof typeof en)[];

describe.each(Object.entries(others))('the catalogue %s', (name, catalogue) => {
  it('has the keys of the English one, no more and no fewer', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  it('keeps every placeholder, in every form', () => {
    for (const key of keys) {
      const wanted = placeholdersOf(formsOf(en[key]).join(' '));
      for (const form of formsOf(catalogue[key])) expect([key, placeholdersOf(form)]).toEqual([key, wanted]);
    }
  });

  it('has every plural form of its language', () => {
    const wanted = new Intl.PluralRules(name).resolvedOptions().pluralCategories.sort();
    for (const key of keys) {
      const phrase: Phrase = catalogue[key];
      if (typeof phrase !== 'string') expect([key, Object.keys(phrase).sort()]).toEqual([key, wanted]);
    }
  });

  it('leaves nothing empty and nothing in English', () => {
    const same = new Set(['appName', 'categoryCount', 'findPlace', 'leftOut', 'planCost', 'stepPlan']);
    for (const key of keys) {
      for (const form of formsOf(catalogue[key])) expect(form.trim(), key).not.toBe('');
      if (!same.has(key)) expect(catalogue[key], key).not.toEqual(en[key]);
    }
  });
});

describe('the English catalogue', () => {
  const sources = import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true });
  const code = Object.entries(sources)
    .filter(([path]) => !/\.test\.ts$|\/(en|tr)\.ts$/.test(path))
    .map(([, text]) => text)
    .join('\n');

  it('has no words that are shown nowhere', () => {
    const byName = keys.filter((key) => !/^(error|kept|reading)\./.test(key));
    expect(byName.filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });
});

describe('a phrase', () => {
  it('chooses its form by the rules of the language', () => {
    const russian = { one: '{count} персонаж', few: '{count} персонажа', many: '{count} персонажей', other: '{count}' };
    expect([1, 3, 11, 21].map((count) => fill(russian, { count }, 'ru'))).toEqual([
      '1 персонаж',
      '3 персонажа',
      '11 персонажей',
      '21 персонаж',
    ]);
  });

  it('writes numbers as the language does', () => {
    expect(fill('{count}', { count: 12345 }, 'tr')).toBe('12.345');
    expect(fill('{count}', { count: 12345 }, 'en')).toBe('12,345');
  });

  it('puts a value in as it stands, also one that looks like a placeholder', () => {
    expect(fill('{name}: {text}', { name: '{text}', text: '$& <b>' }, 'en')).toBe('{text}: $& <b>');
  });

  it('shows a gap instead of hiding it', () => {
    expect(fill('Write to {name}', {}, 'en')).toBe('Write to {name}');
  });
});

describe('the language', () => {
  it('changes the words and the document', async () => {
    await use('tr');
    expect(t('settings')).toBe('Ayarlar');
    expect(document.documentElement.lang).toBe('tr');
    expect(t('messageCount', { count: 1200 })).toBe('1.200 ileti');
  });

  it('stays as it was when another one was chosen before its words came', async () => {
    const coming = use('tr');
    await use('en');
    await coming;
    expect([language(), document.documentElement.lang]).toEqual(['en', 'en']);
  });

  it('falls back to English when there is no catalogue, and keeps the way it is read', () => {
    void use('ar-EG');
    expect([language(), t('settings')]).toEqual(['en', 'Settings']);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'rtl']);
    void use('de');
    expect([language(), document.documentElement.dir]).toEqual(['en', 'ltr']);
  });

  it('of the system decides the way where none is chosen', async () => {
    vi.stubGlobal('navigator', { languages: ['he', 'tr'] });
    await use('');
    expect([language(), document.documentElement.dir]).toEqual(['tr', 'rtl']);
    vi.unstubAllGlobals();
  });

  it('is laid out before the first paint as it is afterwards', () => {
    const first = /\^\(([a-z|]+)\)\$/.exec(theme)?.[1]?.split('|') ?? [];
    expect(first.length).toBeGreaterThan(5);
    expect(first.filter((tag) => directionOf(tag) !== 'rtl')).toEqual([]);
    expect(['ar', 'fa', 'he', 'ur', 'en', 'tr'].map((tag) => first.includes(tag))).toEqual(
      ['ar', 'fa', 'he', 'ur', 'en', 'tr'].map((tag) => directionOf(tag) === 'rtl'),
    );
  });

  it('takes the first one on offer, by its main part', () => {
    expect(offered(['de-AT', 'tr-CY', 'en'])).toBe('tr');
    expect(offered([])).toBe('en');
  });

  it('knows which are written from right to left', () => {
    expect(['ar', 'he-IL', 'fa', 'tr', 'en-GB'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
  });
});

describe('an error', () => {
  it('says what happened, what was kept and what to do', () => {
    expect(explain('model_unauthorized', 'words')).toMatchObject({
      title: 'No reply: the key was refused',
      kept: en['kept.words'],
      todo: en['error.model_unauthorized.todo'],
      open: false,
    });
  });

  it('in a job says what was being read, as no reply was wanted', () => {
    const { title, kept } = explain('model_unauthorized', 'read', 'The Lamp');
    expect([title, kept]).toEqual(['Reading “The Lamp” stopped: the key was refused', en['kept.read']]);
    for (const key of keys.filter((key) => /^error\.model_\w+\.title$/.test(key))) {
      const { title } = explain(key.split('.')[1] ?? '', 'read', 'The Lamp');
      expect(title).not.toMatch(/No reply|the reply/);
    }
  });

  it('of an unknown code still has words, and lets the program speak', () => {
    expect(explain('no_such_code', 'nothing')).toMatchObject({ title: en['error.other.title'], open: true });
  });

  /** Of a bad file, what happened and that nothing was changed stood there twice. */
  it('of a bad file lets the program say only why', () => {
    const told = [
      ['not_a_book', 'This is not a book that can be read: It is a PDF; look for an EPUB. Nothing was changed.'],
      ['book_damaged', 'This book is damaged: the file is empty. Nothing was changed. Get the file again.'],
      [
        'export_refused',
        'The export was not read: the archive is broken: no end. Nothing was changed. Export it again.',
      ],
      ['not_a_book', 'Something else'],
      ['file_invalid', 'The file: a fault. Nothing was imported.'],
    ] as const;
    expect(told.map(([code, message]) => reasonOf(code, message))).toEqual([
      'It is a PDF; look for an EPUB.',
      'The file is empty.',
      'The archive is broken: no end.',
      'Something else',
      'The file: a fault. Nothing was imported.',
    ]);
    expect(told.every(([code]) => explain(code, 'nothing').open)).toBe(true);
    expect(explain('export_unknown', 'nothing').open).toBe(false);
  });

  it('cannot be confused by a code that is the name of something else', () => {
    expect(explain('__proto__', 'nothing').title).toBe(en['error.other.title']);
    expect(isKey('toString')).toBe(false);
  });

  it('has a title and a thing to do for every code', () => {
    for (const key of keys) {
      const code = /^error\.(\w+)\./.exec(key)?.[1];
      if (code) expect([`error.${code}.title`, `error.${code}.todo`].every(isKey), code).toBe(true);
    }
  });
});
