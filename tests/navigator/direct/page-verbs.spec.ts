/** Commands whose verb is the name of links on the page. */
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

/** Books with links to renew them. One book cannot be renewed. The title shows which link was clicked. */
const LOANS_PAGE = `<title>Loans</title><h1>Loans</h1><table><thead><tr><th>Title<th>Due<th>Renewal</tr></thead><tbody>
  ${['Moominland midwinter', 'The salt path', 'Bread matters']
    .map(
      (title, i) =>
        `<tr><td><a href="#book${i}">${title}</a><td>${i + 10} December<td>${
          i === 2
            ? 'Not renewable'
            : `<a href="#renew${i}" onclick="document.title = 'renewed ${title}'">Renew</a>`
        }</tr>`,
    )
    .join('')}</tbody></table><button onclick="document.title = 'renewed all'">Renew all</button>`;

for (const [line, title] of [
  ['renew Moominland midwinter', 'renewed Moominland midwinter'],
  ['please renew the salt path', 'renewed The salt path'],
  ['renew the second one', 'renewed The salt path'],
  ['renew everything', 'renewed all'],
] as const)
  test(`a verb that is the name of links on the page: ${line}`, async ({ surface, show }) => {
    await show(LOANS_PAGE);
    const { say } = startConversation(surface);
    const response = await say(line);
    expect(response.kind).toBe('report');
    expect(await surface.probe.title()).toBe(title);
  });

test('nothing is clicked for a row without such a link', async ({ surface, show }) => {
  await show(LOANS_PAGE);
  const { say } = startConversation(surface);
  const response = await say('renew Bread matters');
  expect(response.kind).not.toBe('report');
  expect(await surface.probe.title()).toBe('Loans');
});
