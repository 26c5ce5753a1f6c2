import { expect, test } from '@playwright/test';

import { parseHtml } from '../../src/lxml/index.js';
import {
  ESTIMATE,
  familyNamed,
  type PromptInput,
  shortened,
  tokensOf,
  weblinxRequest,
} from '../../src/prompt/index.js';

const uids = Array.from({ length: 10 }, (_, i) => `0000000${i}-0000-4000`);
const links = uids
  .map(
    (uid, i) =>
      `<a href="/${i}" title="${'some words of a title '.repeat(6)}" data-webtasks-id="${uid}">Link ${i}</a>`,
  )
  .join('');
const INPUT: PromptInput = {
  before: Array.from({ length: 12 }, (_, i) => ({
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

const parts = (family: string, max: number): Record<string, number> | null => {
  const request = shortened(familyNamed(family)!, 'browser', INPUT, ESTIMATE, max);
  return request === null
    ? null
    : Object.fromEntries([
        ['in all', tokensOf(request, ESTIMATE)],
        ...request.parts.map((part) => [part.name, part.tokens]),
      ]);
};

test('the page gives way first, then the candidates, then what was done and said', () => {
  const whole = weblinxRequest(familyNamed('llama')!, 'browser', INPUT, ESTIMATE);
  const tokens = tokensOf(whole, ESTIMATE);
  const had = Object.fromEntries(whole.parts.map((part) => [part.name, part.tokens]));
  const steps = [0.9, 0.75, 0.6, 0.5].map((share) => Math.floor(tokens * share));
  let page = had['page']!;
  for (const max of steps) {
    const now = parts('llama', max)!;
    expect(now['in all']!).toBeLessThanOrEqual(max);
    expect(now['page']!).toBeLessThanOrEqual(page);
    page = now['page']!;
    if (page > 0) expect(now).toMatchObject({ utterances: had['utterances'], history: had['history'] });
  }
  expect(page).toBe(0);
  expect(parts('llama', tokens)).toMatchObject(had);
});

test('what cannot be cut is told', () => {
  expect(parts('llama', 100)).toBeNull();
  expect(parts('mindact', 100)).toBeNull();
  expect(parts('pix2act', 100)).toBeNull();
});

test('MindAct, whose parts are never cut, loses the last candidates', () => {
  const family = familyNamed('mindact')!;
  const whole = weblinxRequest(family, 'browser', INPUT, ESTIMATE);
  const most = tokensOf(whole, ESTIMATE) - 100;
  const request = shortened(family, 'browser', INPUT, ESTIMATE, most)!;
  const text = request.body.kind === 'text' ? request.body.text : '';
  expect(tokensOf(request, ESTIMATE)).toBeLessThanOrEqual(most);
  expect(text).toContain(`(uid = ${uids[0]})`);
  expect(text).not.toContain(`(uid = ${uids[9]})`);
});
