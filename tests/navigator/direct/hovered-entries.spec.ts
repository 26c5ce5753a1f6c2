// Lists that show an entry's controls only while the mouse is over it.
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

const createCard = (title: string, kind: string): string =>
  `<article><h3>${title}</h3><small>${kind}</small><ul><li><a href="#" title="Delete" onclick="this.closest('article').remove(); return false">❌</a></li></ul></article>`;
const PAGE = `<title>Collections</title><style>ul { visibility: hidden } article:hover ul { visibility: visible } article { padding: 20px }</style>
  <h1>Collections</h1>${createCard('Friends', 'Calendar')}${createCard('Friends', 'Address book')}${createCard('Work', 'Calendar')}`;

test('the navigator hovers over the entry that a line names and uses the control that appears', async ({
  surface,
  show,
}) => {
  await show(PAGE);
  const { say, actions } = startConversation(surface);
  expect(await say('delete the addressbook Friends')).toMatchObject({ kind: 'report' });
  expect(actions.map(({ intent }) => intent)).toEqual(['hover', 'click']);
  const { text } = await surface.observe({ text: true }, new AbortController().signal);
  expect(text.map((block) => block.text).join(' ')).not.toContain('Address book');
});

test('if several entries match equally well, none of them is used', async ({ surface, show }) => {
  await show(PAGE);
  const { say, actions } = startConversation(surface);
  expect((await say('delete Friends')).kind).not.toBe('report');
  expect(actions).toEqual([]);
});
