// The grounding set as a whole: its instructions mean elements that are really there.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';

import { ground, scenes } from '../../bench/lib/grounding.js';
import {
  type Entry,
  GROUNDING,
  GROUNDING_FILES,
  readGrounding,
  splitOf,
} from '../../bench/lib/grounding-set.js';
import { expect, test } from '../support/browser.js';

/** These pages are all there when they have loaded: nothing need be waited for long. */
const found = (chromium: Browser, entries: Entry[]) => ground(chromium, entries, undefined, 1_500);

const PARTS: Record<string, (page: string) => boolean> = {
  'the practice sites': (page) => page.startsWith('/'),
  'the pages of the set': (page) => page.startsWith('pages/') && !page.startsWith('pages/miniwob/'),
  'the small pages': (page) => page.startsWith('pages/miniwob/'),
};

for (const [name, has] of Object.entries(PARTS)) {
  test(`on ${name} every selector means exactly one visible element`, async ({ chromium }) => {
    test.slow();
    const entries = readGrounding().filter(({ page }) => has(page));
    const { grounded, faults } = await ground(chromium, entries);
    expect(faults).toEqual([]);
    expect(grounded.map(({ id }) => id)).toEqual(
      scenes(entries).flatMap((one) => one.entries.map(({ id }) => id)),
    );
    expect(grounded.length).toBeGreaterThan(0);
    for (const { id, targets, negatives } of grounded) {
      for (const { xpath, box } of [...targets, ...negatives]) {
        expect(xpath, id).toMatch(/^\/html\/body\//);
        expect(box.width, id).toBeGreaterThan(0);
      }
    }
  });
}

test('the same instruction is not given twice in one state of a page, and both halves have every kind', () => {
  const entries = readGrounding();
  const asked = entries.map(({ page, prepare, context, instruction }) =>
    JSON.stringify([page, prepare, context, instruction]),
  );
  expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([]);
  const kinds = (split: 'tune' | 'test') =>
    [...new Set(entries.filter((one) => one.split === split).map(({ kind }) => kind))].sort();
  expect(kinds('tune')).toEqual(kinds('test'));
});

test('what an entry means wrongly is reported, not passed over', async ({ chromium }) => {
  const page = '/encyclopedia/about';
  const one = { page, kind: 'plain', split: splitOf(page), instruction: 'open the privacy page' } as const;
  const { grounded, faults } = await found(chromium, [
    { ...one, id: 'right', target: 'footer a[href$="/privacy"]', negatives: ['footer a[href$="/contact"]'] },
    { ...one, id: 'many', target: 'footer a' },
    { ...one, id: 'hidden', target: 'header ul a[href$="/rivers"]' },
    { ...one, id: 'both', target: 'main h1', negatives: ['#content h1'] },
  ]);
  expect(grounded).toMatchObject([
    { id: 'right', targets: [{ xpath: '/html/body/footer/div/nav/a[2]' }], negatives: [{}], context: [] },
  ]);
  expect(faults).toMatchObject([
    { id: 'many', fault: 'means 4 visible elements' },
    { id: 'hidden', fault: 'means 1 elements, none of them visible' },
    { id: 'both', fault: 'is a target and a negative' },
  ]);
});

test('a page that does not open and a step that cannot be done are faults of all that was written for them', async ({
  chromium,
}) => {
  const one = { kind: 'plain', split: 'tune', instruction: 'x', target: 'h1' } as const;
  const { grounded, faults } = await found(chromium, [
    { ...one, id: 'gone', page: 'pages/no-such-page.html' },
    { ...one, id: 'stuck', page: '/encyclopedia/', prepare: [{ click: '#no-such-button' }] },
  ]);
  expect(grounded).toEqual([]);
  expect(faults.map(({ id }) => id)).toEqual(['gone', 'stuck']);
});

test('the README counts what is there', () => {
  const readme = readFileSync(join(GROUNDING, 'README.md'), 'utf8');
  const counts = GROUNDING_FILES.flatMap((file) => {
    const entries = readGrounding([file]);
    return ['tune', 'test'].map((split) => entries.filter((one) => one.split === split).length);
  });
  expect(readme).toContain(`| **all** | ${counts.map((count) => `**${count}**`).join(' | ')} |`);
});
