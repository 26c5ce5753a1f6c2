// The grounding set: each selector matches exactly one visible element of its page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';

import { groundEntries, groupByPageState } from '../../bench/lib/grounding.js';
import {
  type GroundingEntry,
  GROUNDING_FOLDER,
  GROUNDING_FILES,
  readGrounding,
  getSplit,
} from '../../bench/lib/grounding-set.js';
import { expect, test } from '../support/browser.js';

/** Uses a short timeout, because these pages are complete once they have loaded. */
const groundQuickly = (chromium: Browser, entries: GroundingEntry[]) =>
  groundEntries(chromium, entries, undefined, 1_500);

const PARTS: Record<string, (page: string) => boolean> = {
  'the practice sites': (page) => page.startsWith('/'),
  'the pages of the set': (page) => page.startsWith('pages/') && !page.startsWith('pages/miniwob/'),
  'the small pages': (page) => page.startsWith('pages/miniwob/'),
};

for (const [name, isInPart] of Object.entries(PARTS)) {
  test(`on ${name} every selector matches exactly one visible element`, async ({ chromium }) => {
    test.slow();
    const entries = readGrounding().filter(({ page }) => isInPart(page));
    const { grounded, faults } = await groundEntries(chromium, entries);
    expect(faults).toEqual([]);
    expect(grounded.map(({ id }) => id)).toEqual(
      groupByPageState(entries).flatMap((entry) => entry.entries.map(({ id }) => id)),
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

test('no page state has the same instruction twice, and both halves of the set contain every kind', () => {
  const entries = readGrounding();
  const keys = entries.map(({ page, prepare, context, instruction }) =>
    JSON.stringify([page, prepare, context, instruction]),
  );
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  const kinds = (split: 'tune' | 'test') =>
    [...new Set(entries.filter((entry) => entry.split === split).map(({ kind }) => kind))].sort();
  expect(kinds('tune')).toEqual(kinds('test'));
});

test('if a selector does not match exactly one visible element, its entry is reported as faulty', async ({
  chromium,
}) => {
  const page = '/encyclopedia/about';
  const entry = { page, kind: 'plain', split: getSplit(page), instruction: 'open the privacy page' } as const;
  const { grounded, faults } = await groundQuickly(chromium, [
    {
      ...entry,
      id: 'right',
      target: 'footer a[href$="/privacy"]',
      negatives: ['footer a[href$="/contact"]'],
    },
    { ...entry, id: 'many', target: 'footer a' },
    { ...entry, id: 'hidden', target: 'header ul a[href$="/rivers"]' },
    { ...entry, id: 'both', target: 'main h1', negatives: ['#content h1'] },
  ]);
  expect(grounded).toMatchObject([
    { id: 'right', targets: [{ xpath: '/html/body/footer/div/nav/a[2]' }], negatives: [{}], context: [] },
  ]);
  expect(faults).toMatchObject([
    { id: 'many', message: 'matches 4 visible elements' },
    { id: 'hidden', message: expect.stringContaining('none of them visible') },
    { id: 'both', message: 'is a target and a negative' },
  ]);
});

test('if a page does not open or a step fails, all entries for that page are reported as faulty', async ({
  chromium,
}) => {
  const entry = { kind: 'plain', split: 'tune', instruction: 'x', target: 'h1' } as const;
  const { grounded, faults } = await groundQuickly(chromium, [
    { ...entry, id: 'gone', page: 'pages/no-such-page.html' },
    { ...entry, id: 'stuck', page: '/encyclopedia/', prepare: [{ click: '#no-such-button' }] },
  ]);
  expect(grounded).toEqual([]);
  expect(faults.map(({ id }) => id)).toEqual(['gone', 'stuck']);
});

test('the README states the current number of entries', () => {
  const readme = readFileSync(join(GROUNDING_FOLDER, 'README.md'), 'utf8');
  const counts = GROUNDING_FILES.flatMap((file) => {
    const entries = readGrounding([file]);
    return ['tune', 'test'].map((split) => entries.filter((entry) => entry.split === split).length);
  });
  expect(readme).toContain(`| **all** | ${counts.map((count) => `**${count}**`).join(' | ')} |`);
});
