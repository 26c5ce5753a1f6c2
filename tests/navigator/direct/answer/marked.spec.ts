/** What pages say without a label beside it: values that links mark, kinds that headings repeat, numbers that count nothing. */
import { expect, test } from '@playwright/test';
import { countsOf } from '../../../../src/navigator/direct/answer/asked.js';
import { countOfList, namesOfList } from '../../../../src/navigator/direct/answer/listed.js';
import { markedValue } from '../../../../src/navigator/direct/answer/marked.js';
import { fromCards } from '../../../../src/navigator/direct/answer/quotes.js';
import { viewOf } from '../../../../src/navigator/direct/ground/view.js';
import { block, look } from '../page.js';

test('a link to all that have the same value tells what the value is', () => {
  const links = (names: readonly string[]): ReturnType<typeof viewOf> =>
    viewOf(
      look(
        names.map((name) => ({ role: 'link', name, attributes: { href: `/all?status=${name}` } })),
        { url: 'http://site.test/ticket/1' },
      ),
    );
  expect(markedValue('what is the status of the ticket?', links(['new']))?.text).toBe('Status: new.');
  expect(markedValue('what is the status of the invoice?', links(['new']))).toBeNull();
  expect(markedValue('what is the status?', links(['new', 'closed']))).toBeNull();
});

test('headings that each say what they are one of make a list', () => {
  const page = viewOf(
    look([], { text: [block('heading', 'Milestone: 1.0'), block('heading', 'Milestone: 2.0')] }),
  );
  expect(namesOfList('which milestones there are', page)?.text).toBe('1.0, 2.0.');
  expect(countOfList('how many milestones are there?', page)?.text).toBe('I count 2 on this page: 1.0, 2.0.');
});

test('a number that only says which, or counts something else, answers no "how many"', () => {
  expect(countsOf('how many tickets are there?', '{7} My tickets')).toBe(false);
  expect(countsOf('how many tickets are there?', '7 tickets')).toBe(true);
  const cards = (value: string): unknown[] =>
    fromCards([block('heading', 'Tickets'), block('heading', value)], ['tickets'], 'number', []);
  expect(cards('Attachments (0)')).toEqual([]);
  expect(cards('12')).toHaveLength(1);
});
