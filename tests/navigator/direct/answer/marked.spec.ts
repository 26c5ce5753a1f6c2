/** Values without a label: filter links, repeated headings, and numbers that are not counts. */
import { expect, test } from '@playwright/test';
import { countsOf } from '../../../../src/navigator/direct/answer/asked.js';
import { countOfList, namesOfList } from '../../../../src/navigator/direct/answer/listed.js';
import { markedValue } from '../../../../src/navigator/direct/answer/marked.js';
import { fromCards } from '../../../../src/navigator/direct/answer/quotes.js';
import { viewOf } from '../../../../src/navigator/direct/ground/view.js';
import { block, createPage } from '../simulated-page.js';

test('a link to all items with the same value gives the value', () => {
  const links = (names: readonly string[]): ReturnType<typeof viewOf> =>
    viewOf(
      createPage(
        names.map((name) => ({ role: 'link', name, attributes: { href: `/all?status=${name}` } })),
        { url: 'http://site.test/ticket/1' },
      ),
    );
  expect(markedValue('what is the status of the ticket?', links(['new']))?.text).toBe('Status: new.');
  expect(markedValue('what is the status of the invoice?', links(['new']))).toBeNull();
  expect(markedValue('what is the status?', links(['new', 'closed']))).toBeNull();
});

test('headings with the same prefix are items of a list', () => {
  const page = viewOf(
    createPage([], { text: [block('heading', 'Milestone: 1.0'), block('heading', 'Milestone: 2.0')] }),
  );
  expect(namesOfList('which milestones there are', page)?.text).toBe('1.0, 2.0.');
  expect(countOfList('how many milestones are there?', page)?.text).toBe('I count 2 on this page: 1.0, 2.0.');
});

test('a number that identifies an item or counts something else does not answer "how many"', () => {
  expect(countsOf('how many tickets are there?', '{7} My tickets')).toBe(false);
  expect(countsOf('how many tickets are there?', '7 tickets')).toBe(true);
  const cards = (value: string): unknown[] =>
    fromCards([block('heading', 'Tickets'), block('heading', value)], ['tickets'], 'number', []);
  expect(cards('Attachments (0)')).toEqual([]);
  expect(cards('12')).toHaveLength(1);
});
