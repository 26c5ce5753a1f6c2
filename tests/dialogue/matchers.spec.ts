import { expect, test } from '@playwright/test';

import {
  splitForComparison,
  compileMatch,
  matchesGlob,
  type TextMatch,
  formatSimilarity,
} from '../../src/dialogue/index.js';

const MATCHES: { match: TextMatch; matching?: string[]; others?: string[]; description: string }[] = [
  {
    match: 'Last name',
    matching: ['your LAST\n  name?', 'last\u00a0name'],
    others: ['lastname'],
    description: '“Last name”',
  },
  {
    match: '/^done\\.$/i',
    matching: ['Done.', ' done. '],
    others: ['It is done.'],
    description: '/^done\\.$/i',
  },
  { match: '/e/g', matching: ['e', 'e', 'e'], description: '/e/g' },
  { match: '/a/b', matching: ['see /a/b'], others: ['a'], description: '“/a/b”' },
  {
    match: ['surname', 'last name'],
    matching: ['The surname?', 'LAST NAME'],
    others: ['name'],
    description: '“surname” or “last name”',
  },
  { match: { all: ['a', '/b$/'] }, matching: ['a b'], others: ['b a', 'b'], description: '“a” and /b$/' },
  {
    match: { any: ['x', { equals: 'Yes' }] },
    matching: ['box', ' Yes '],
    others: ['yes', 'Yes!'],
    description: '“x” or exactly “Yes”',
  },
  { match: { equals: '' }, matching: ['', '  '], others: ['x'], description: 'exactly “”' },
  { match: 'Café', matching: ['CAFE\u0301 bar'], description: '“Café”' },
];

for (const { match, matching = [], others = [], description } of MATCHES) {
  test(`${JSON.stringify(match)} matches the expected strings`, () => {
    const matcher = compileMatch(match);
    for (const text of matching) expect(matcher.test(text), text).toBe(true);
    for (const text of others) expect(matcher.test(text), text).toBe(false);
    expect(String(matcher)).toBe(description);
  });
}

test('a sentence matches if it is similar enough, and the similarity is reported', () => {
  const computeSimilarity = (sentence: string, utterance: string): number =>
    utterance.startsWith(sentence[0]!) ? 0.7999 : 0.2;
  const reportMatch = (match: TextMatch, text: string): [boolean, string] => {
    const matcher = compileMatch(match, computeSimilarity);
    return [matcher.test(text), formatSimilarity([matcher], text)];
  };
  expect(reportMatch({ similar: 'Which day?' }, 'W.')).toEqual([
    false,
    ' (similarity 0.79 of 0.80 to “Which day?”)',
  ]);
  expect(reportMatch({ similar: 'Which day?', min: 0.75 }, 'W.')[0]).toBe(true);
  expect(reportMatch(['x', { similar: 'Which day?', min: 0.5 }], 'W.')[0]).toBe(true);
  expect(reportMatch({ all: ['x', { similar: 'Which day?', min: 0.5 }] }, 'W.')[0]).toBe(false);
  expect(reportMatch(['x', '/y/'], 'z')).toEqual([false, '']);
  expect(String(compileMatch({ similar: 'Which day?' }, computeSimilarity))).toBe(
    'a sentence like “Which day?”',
  );
});

test('each sentence of a message is compared, and so is the whole message', () => {
  expect(splitForComparison('The form is open.  Which day\nsuits you? ')).toEqual([
    'The form is open. Which day suits you?',
    'The form is open.',
    'Which day',
    'suits you?',
  ]);
  expect(splitForComparison('Which day?')).toEqual(['Which day?']);
  expect(splitForComparison(' \n')).toEqual([]);
});

const GLOBS: { glob: string; matching?: string[]; others?: string[] }[] = [
  {
    glob: '**/booking/*',
    matching: ['http://a.test/booking/1', 'http://a.test/x/booking/'],
    others: ['http://a.test/booking/1/edit'],
  },
  {
    glob: '**/booking/**',
    matching: ['http://a.test/booking/1/edit?x=1#y'],
    others: ['http://a.test/bookings'],
  },
  { glob: 'https://shop.test', matching: ['https://shop.test/'], others: ['https://shop.test/a'] },
  {
    glob: '**/find?q=a+b',
    matching: ['http://a.test/find?q=a+b'],
    others: ['http://a.test/finq=a+b', 'http://a.test/find?q=aab'],
  },
  { glob: '**/münchen', matching: ['http://a.test/m%C3%BCnchen', 'http://a.test/münchen'] },
  { glob: '**', matching: ['about:blank', 'http://a.test/%E0%A4%A'] },
];

for (const { glob, matching = [], others = [] } of GLOBS) {
  test(`the URL pattern ${glob} matches whole URLs`, () => {
    for (const url of matching) expect(matchesGlob(glob, url), url).toBe(true);
    for (const url of others) expect(matchesGlob(glob, url), url).toBe(false);
  });
}
