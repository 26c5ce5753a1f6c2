// Lists that show the controls of an entry only under the mouse.
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

const card = (title: string, kind: string): string =>
  `<article><h3>${title}</h3><small>${kind}</small><ul><li><a href="#" title="Delete" onclick="this.closest('article').remove(); return false">❌</a></li></ul></article>`;
const PAGE = `<title>Collections</title><style>ul { visibility: hidden } article:hover ul { visibility: visible } article { padding: 20px }</style>
  <h1>Collections</h1>${card('Friends', 'Calendar')}${card('Friends', 'Address book')}${card('Work', 'Calendar')}`;

test('the entry that a line names is pointed at, and its control is used', async ({ surface, show }) => {
  await show(PAGE);
  const { say, actions } = startConversation(surface);
  expect(await say('delete the addressbook Friends')).toMatchObject({ kind: 'report' });
  expect(actions.map(({ intent }) => intent)).toEqual(['hover', 'click']);
  const { text } = await surface.observe({ text: true }, new AbortController().signal);
  expect(text.map((block) => block.text).join(' ')).not.toContain('Address book');
});

test('entries that fit equally well are left alone', async ({ surface, show }) => {
  await show(PAGE);
  const { say, actions } = startConversation(surface);
  expect((await say('delete Friends')).kind).not.toBe('report');
  expect(actions).toEqual([]);
});
