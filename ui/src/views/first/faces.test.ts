import { expect, it } from 'vitest';
import type { CharacterSummary } from '../../api/generated/CharacterSummary';
import { firstFaces } from './faces';

const character = (id: string, portrait: string | null, broken: CharacterSummary['broken'] = null) =>
  ({ id, portrait, broken, gone: null }) as CharacterSummary;

it('introduces the default character first, then those with portraits, never broken ones, six at most', () => {
  const cast = [
    character('plain', null),
    character('broken', '1', { file: 'broken.json', path: '', reason: 'not JSON' }),
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => character(id, '1')),
  ];
  expect(firstFaces(cast, 'c').map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd', 'e', 'f']);
  expect(firstFaces(cast.slice(0, 3), null).map(({ id }) => id)).toEqual(['a', 'plain']);
});
