import { expect, test } from '@playwright/test';

import { createLexicalRanker } from '../../src/rank/index.js';
import { candidate, observation } from '../support/candidates.js';

const ranker = createLexicalRanker();

async function best(query: string, ...candidates: ReturnType<typeof candidate>[]): Promise<string> {
  const { best: found } = await ranker.rank({ text: query, before: [] }, observation(candidates), 1);
  return found[0]!.candidate.document;
}

const link = (name: string, more = ''): ReturnType<typeof candidate> =>
  candidate({ role: 'link', name, document: `link | ${name}${more}` });
const text = (name: string): ReturnType<typeof candidate> =>
  candidate({
    role: 'generic',
    tag: 'div',
    name: '',
    text: name,
    interactive: false,
    document: `div | ${name}`,
  });

test('the element whose words are said comes first, whatever its place on the page', async () => {
  expect(await best('open the pricing page', link('Home'), link('Docs'), link('Pricing'))).toBe(
    'link | Pricing',
  );
});

test('of two with the same words the one that can be used wins', async () => {
  expect(await best('shipping address', text('Shipping address'), link('Shipping address'))).toBe(
    'link | Shipping address',
  );
});

test('a whole name wins over a longer one that contains it', async () => {
  expect(await best('click Save', link('Save as draft and close'), link('Save'))).toBe('link | Save');
});

test('typing goes to fields, ticking to check boxes', async () => {
  const field = candidate({
    role: 'textbox',
    name: 'E-mail',
    states: { editable: true },
    document: 'text field | E-mail',
  });
  const heading = candidate({ role: 'button', name: 'E-mail', document: 'button | E-mail' });
  const box = candidate({ role: 'checkbox', name: 'E-mail', document: 'checkbox | E-mail' });
  expect(await best('type "a@b.c" into email', heading, box, field)).toBe('text field | E-mail');
  expect(await best('tick email', heading, field, box)).toBe('checkbox | E-mail');
});

test('the value to be typed does not choose the field', async () => {
  const city = candidate({
    role: 'textbox',
    name: 'City',
    states: { editable: true },
    document: 'text field | City',
  });
  const london = link('London');
  expect(await best('type "London" into the city field', london, city)).toBe('text field | City');
});

test('a container gives way to the element inside it that says as much', async () => {
  const outer = text('Account settings');
  const inner = candidate({
    role: 'generic',
    tag: 'p',
    name: '',
    text: 'Account settings',
    interactive: false,
    parent: outer.uid,
    document: 'p | Account settings',
  });
  expect(await best('account settings', outer, inner)).toBe('p | Account settings');
});

test('an alias speaks for its candidate', async () => {
  const toggle = candidate({ role: 'button', name: '', document: 'button' });
  toggle.aliases = [{ ...toggle, document: 'span | Notifications' }];
  expect(await best('notifications', link('News'), toggle)).toBe('button');
});

test('equal scores keep reading order, and nothing is invented for an empty page', async () => {
  const zebra = { text: 'zebra', before: [] };
  const { best: ranked } = await ranker.rank(zebra, observation([link('A'), link('B')]), 5);
  expect(ranked.map(({ candidate: c, rank }) => [rank, c.name])).toEqual([
    [1, 'A'],
    [2, 'B'],
  ]);
  expect((await ranker.rank(zebra, observation([]), 5)).best).toEqual([]);
});

test('passages that share no word with the question are left out', async () => {
  const found = await ranker.passages(
    'How tall is the tower?',
    ['Opening hours', 'The tower: height 46 m', 'Tower Road'],
    5,
  );
  expect(found.map(({ index }) => index)).toEqual([2, 1].sort((a, b) => b - a));
});
