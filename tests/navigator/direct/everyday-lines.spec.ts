/** Plain lines to ordinary pages. The pages show in their titles what they received. */
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

interface EverydayCase {
  page: string;
  /** The lines before the tested line. */
  before?: readonly string[];
  line: string;
  /** The page's title afterwards. */
  title?: string;
  kind?: string;
  /** What the reply says, at least. */
  reply?: string;
}

/** Returns a form that writes its values into the title when it is submitted. */
const createForm = (heading: string, fields: string, button: string): string =>
  `<title>${heading}</title><h1>${heading}</h1><form onsubmit="document.title = [...new FormData(this).values()].join(', '); return false">
  ${fields}<button>${button}</button></form>`;

const ACCOUNT = createForm(
  'Account',
  `<label>Home branch <select name=branch><option>Central<option>Northgate<option>Southside</select></label>
  <label>Primary email <input type=email name=email value="ida@example.test"></label>`,
  'Save changes',
);
const LOG_IN = createForm(
  'Log in',
  '<label>Card number <input name=card></label><label>PIN <input name=pin type=password></label>',
  'Log in',
);
const CONTACT = createForm(
  'Contact us',
  '<label>Name <input name=name></label><label>Message <textarea name=message></textarea></label>',
  'Send',
);

const createButtons = (entry: string, ...names: string[]): string =>
  names.map((name) => `<button onclick="document.title += ', ${name} ${entry}'">${name}</button>`).join(' ');

const TOOLS = ['Drill', 'Ladder', 'Saw', 'Sander'];
const SHOP = `<title>Shop</title><h1>Tools</h1><ul>${TOOLS.map(
  (name, i) =>
    `<li><h3>${name}</h3><p>Daily rate £${9 - i}.00</p>${createButtons(name, 'Add to cart', 'Save for later')}</li>`,
).join('')}</ul>`;
const HIRE = `<title>Hire</title><h1>Tools</h1><table><tr><th>Tool<th>Daily rate<th>Deposit<th></tr>${TOOLS.map(
  (name, i) =>
    `<tr><td>${name}<td>£${[9, 7, 5, 8][i]!}.00<td>£${20 + i}<td>${createButtons(name, 'Reserve')}</tr>`,
).join('')}</table>`;

const CASES: readonly EverydayCase[] = [
  { page: ACCOUNT, line: 'make Northgate my home branch', title: 'Account', reply: 'Northgate' },
  { page: ACCOUNT, line: 'what is my email address?', kind: 'answer', reply: 'ida@example.test' },
  { page: LOG_IN, line: 'log in with card 20417733 and PIN 4812', title: '20417733, 4812' },
  { page: CONTACT, line: 'I want to send you a message', title: 'Contact us', kind: 'ask', reply: 'Message' },
  {
    page: SHOP,
    line: 'add the first two to my cart',
    title: 'Shop, Add to cart Drill, Add to cart Ladder',
    reply: 'Drill and Ladder',
  },
  { page: SHOP, line: 'save the saw to my list', title: 'Shop, Save for later Saw' },
  { page: HIRE, line: 'reserve the second one', title: 'Hire, Reserve Ladder' },
  { page: HIRE, line: 'reserve the cheapest one', title: 'Hire, Reserve Saw' },
  { page: HIRE, line: 'which one is the cheapest?', kind: 'answer', reply: 'Saw has the lowest Daily rate' },
];

for (const { page, before = [], line, title, kind, reply } of CASES)
  test([...before, line].join(' | '), async ({ surface, show }) => {
    await show(page);
    const { say } = startConversation(surface);
    for (const earlierLine of before) await say(earlierLine);
    const response = await say(line);
    if (title !== undefined) expect(await surface.probe.title()).toBe(title);
    if (kind !== undefined) expect(response.kind).toBe(kind);
    if (reply !== undefined) expect(response.text).toContain(reply);
  });
