import { expect, test } from '@playwright/test';

import { parseHtml } from '../../src/lxml/index.js';
import {
  ESTIMATE,
  findFamily,
  type PromptInput,
  shortenRequest,
  countRequestTokens,
  buildWeblinxRequest,
} from '../../src/prompt/index.js';

const uids = Array.from({ length: 10 }, (_, i) => `0000000${i}-0000-4000`);
const links = uids
  .map(
    (uid, i) =>
      `<a href="/${i}" title="${'some words of a title '.repeat(6)}" data-webtasks-id="${uid}">Link ${i}</a>`,
  )
  .join('');
const INPUT: PromptInput = {
  previousTurns: Array.from({ length: 12 }, (_, i) => ({
    type: 'chat' as const,
    timestamp: i,
    speaker: i % 2 ? 'navigator' : 'instructor',
    utterance: `line ${i} ${'and so on '.repeat(12)}`,
  })),
  page: parseHtml(`<body class="b">${links}</body>`),
  viewport: { height: 700, width: 1200 },
  candidates: uids.map((uid, i) => {
    const fields = {
      tag: 'a',
      xpath: `/html/body/a[${i + 1}]`,
      text: `Link ${i}`,
      bbox: 'x=1 y=1 width=20 height=20',
      attributes: `title='${'some words '.repeat(12)}'`,
      children: '',
    };
    const document = Object.entries(fields)
      .map(([name, value]) => `[[${name}]] ${value}`)
      .join('\n');
    return { uid, document, fields };
  }),
};

/** Token counts of the shortened request and its parts, or null if it cannot be shortened. */
const countParts = (family: string, max: number): Record<string, number> | null => {
  const request = shortenRequest(findFamily(family)!, 'browser', INPUT, ESTIMATE, max);
  return request === null
    ? null
    : Object.fromEntries([
        ['total', countRequestTokens(request, ESTIMATE)],
        ...request.parts.map((part) => [part.name, part.tokens]),
      ]);
};

test('the page is shortened before the utterances and the history', () => {
  const whole = buildWeblinxRequest(findFamily('llama')!, 'browser', INPUT, ESTIMATE);
  const tokens = countRequestTokens(whole, ESTIMATE);
  const original = Object.fromEntries(whole.parts.map((part) => [part.name, part.tokens]));
  const limits = [0.9, 0.75, 0.6, 0.5].map((share) => Math.floor(tokens * share));
  let page = original['page']!;
  for (const max of limits) {
    const shortened = countParts('llama', max)!;
    expect(shortened['total']!).toBeLessThanOrEqual(max);
    expect(shortened['page']!).toBeLessThanOrEqual(page);
    page = shortened['page']!;
    if (page > 0)
      expect(shortened).toMatchObject({ utterances: original['utterances'], history: original['history'] });
  }
  expect(page).toBe(0);
  expect(countParts('llama', tokens)).toMatchObject(original);
});

test('null is returned if a request cannot be shortened enough', () => {
  expect(countParts('llama', 100)).toBeNull();
  expect(countParts('mindact', 100)).toBeNull();
  expect(countParts('pix2act', 100)).toBeNull();
});

test('in a MindAct request, the last candidates are dropped, because its parts are not shortened', () => {
  const family = findFamily('mindact')!;
  const whole = buildWeblinxRequest(family, 'browser', INPUT, ESTIMATE);
  const max = countRequestTokens(whole, ESTIMATE) - 100;
  const request = shortenRequest(family, 'browser', INPUT, ESTIMATE, max)!;
  const text = request.body.kind === 'text' ? request.body.text : '';
  expect(countRequestTokens(request, ESTIMATE)).toBeLessThanOrEqual(max);
  expect(text).toContain(`(uid = ${uids[0]})`);
  expect(text).not.toContain(`(uid = ${uids[9]})`);
});
