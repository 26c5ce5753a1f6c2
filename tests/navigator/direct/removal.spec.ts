/** Commands that delete an entry from a list. The report says that it is deleted only if the entry is gone. */
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

const createBillList = (handler: string): string => `<h1>Bills</h1><p id=log role=status></p><table>
  <tr><td>Fondue<td>30.00<td><button onclick="${handler}">delete</button></tr>
  <tr><td>Lamp oil<td>12.50<td><button onclick="${handler}">delete</button></tr>
  <tr><td>Coffee<td>4.20<td><button onclick="${handler}">delete</button></tr></table>`;

test('a button that changes its name to ask for confirmation is clicked a second time', async ({
  surface,
  show,
}) => {
  await show(
    createBillList(
      `this.textContent === 'delete' ? (this.textContent = 'Are you sure?') : this.closest('tr').remove()`,
    ),
  );
  const conversation = startConversation(surface);
  const { kind } = await conversation.say('delete the bill for lamp oil');
  expect(kind).toBe('report');
  expect(conversation.actions).toHaveLength(2);
  const remainingTexts = (await surface.observe({}, new AbortController().signal)).candidates.map(
    ({ text }) => text,
  );
  expect(remainingTexts.join(' ')).not.toContain('Lamp oil');
  expect(remainingTexts.join(' ')).toContain('Fondue');
});

test('if the entry is still on the page, the line is not reported as done', async ({ surface, show }) => {
  await show(createBillList(`log.textContent = 'Working on it'`));
  const { kind, text } = await startConversation(surface).say('delete the bill for lamp oil');
  expect(kind).toBe('unfinished');
  expect(text).toContain('Lamp oil');
  expect(text).toContain('still there');
});
