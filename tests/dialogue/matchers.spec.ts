import { expect, test } from '@playwright/test';

import {
  splitForComparison,
  compileMatch,
  matchesGlob,
  type TextMatch,
  formatSimilarity,
} from '../../src/dialogue/index.js';

const MATCHES: { match: TextMatch; yes?: string[]; no?: string[]; description: string }[] = [
  {
    match: 'Last name',
    yes: ['your LAST\n  name?', 'last\u00a0name'],
    no: ['lastname'],
    description: '“Last name”',
  },
  { match: '/^done\\.$/i', yes: ['Done.', ' done. '], no: ['It is done.'], description: '/^done\\.$/i' },
  { match: '/e/g', yes: ['e', 'e', 'e'], description: '/e/g' },
  { match: '/a/b', yes: ['see /a/b'], no: ['a'], description: '“/a/b”' },
  {
    match: ['surname', 'last name'],
    yes: ['The surname?', 'LAST NAME'],
    no: ['name'],
    description: '“surname” or “last name”',
  },
  { match: { all: ['a', '/b$/'] }, yes: ['a b'], no: ['b a', 'b'], description: '“a” and /b$/' },
  {
    match: { any: ['x', { equals: 'Yes' }] },
    yes: ['box', ' Yes '],
    no: ['yes', 'Yes!'],
    description: '“x” or exactly “Yes”',
  },
  { match: { equals: '' }, yes: ['', '  '], no: ['x'], description: 'exactly “”' },
  { match: 'Café', yes: ['CAFE\u0301 bar'], description: '“Café”' },
];

for (const { match, yes = [], no = [], description } of MATCHES) {
  test(`${JSON.stringify(match)} matches the expected strings`, () => {
    const matcher = compileMatch(match);
    for (const text of yes) expect(matcher.test(text), text).toBe(true);
    for (const text of no) expect(matcher.test(text), text).toBe(false);
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

const GLOBS: { glob: string; yes?: string[]; no?: string[] }[] = [
  {
    glob: '**/booking/*',
    yes: ['http://a.test/booking/1', 'http://a.test/x/booking/'],
    no: ['http://a.test/booking/1/edit'],
  },
  { glob: '**/booking/**', yes: ['http://a.test/booking/1/edit?x=1#y'], no: ['http://a.test/bookings'] },
  { glob: 'https://shop.test', yes: ['https://shop.test/'], no: ['https://shop.test/a'] },
  {
    glob: '**/find?q=a+b',
    yes: ['http://a.test/find?q=a+b'],
    no: ['http://a.test/finq=a+b', 'http://a.test/find?q=aab'],
  },
  { glob: '**/münchen', yes: ['http://a.test/m%C3%BCnchen', 'http://a.test/münchen'] },
  { glob: '**', yes: ['about:blank', 'http://a.test/%E0%A4%A'] },
];

for (const { glob, yes = [], no = [] } of GLOBS) {
  test(`the URL pattern ${glob} matches whole URLs`, () => {
    for (const url of yes) expect(matchesGlob(glob, url), url).toBe(true);
    for (const url of no) expect(matchesGlob(glob, url), url).toBe(false);
  });
}
