import type { findingEn } from './finding.en';
import type { Phrase } from './phrase';

export const findingTr = {
  saidTitle: 'Söylenenler',
  saidWith: 'Konuştuğunuz: {name}',
  saidSearching: 'Söylenenler aranıyor.',
  saidCount: { one: '{count} ileti bulundu', other: '{count} ileti bulundu' },
  saidMore: 'Daha fazlası var. Bir sözcük daha aramayı daraltır.',
  saidNothing: 'Bunu kimse söylemedi.',
  saidBy: '{name} · {time}',
  saidGone: 'Artık burada olmayan bir karakter',

  find: 'Bu konuşmada ara',
  findPlace: '{at} / {count}',
  findPlaceOfMany: 'ilk {count} sonuçtan {at}.',
  findNothing: 'Burada söylenmedi',
  findPrevious: 'Bir önceki (Enter)',
  findNext: 'Bir sonraki (Shift+Enter)',
  findClose: 'Aramayı bitir (Esc)',
  backToLatest: 'En sona dön',
} as const satisfies Record<keyof typeof findingEn, Phrase>;
