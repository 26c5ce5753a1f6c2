/** Everyday instructions on ordinary pages: forms, shops, tables and lists. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

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

const HIRE_SORTED = HIRE.replace(
  '<table>',
  `<label>Sort by <select onchange="document.title = this.value"><option>Name<option>Daily rate: low to high</select></label><table>`,
);
const LIBRARY = `<title>Library</title><h1>Results</h1><ol>${['Bread matters', 'The salt path', 'Tartine']
  .map(
    (title, i) =>
      `<li><h3><a href="#book${i}" onclick="document.title = 'opened ${title}'">${title}</a></h3><p>Book, ${2001 + i}</p>
      ${createButtons(title, 'Place hold')}</li>`,
  )
  .join('')}</ol>`;
const BRANCHES = `<title>Branches</title><h1>Opening hours</h1><table><tr><th>Branch<th>Saturday<th>Sunday</tr>
  <tr><td>Central<td>9–17<td>closed</tr><tr><td>Northgate<td>10–14<td>11–15</tr></table>`;

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
  { page: HIRE, line: 'reserve the drill and the saw', title: 'Hire, Reserve Drill, Reserve Saw' },
  {
    page: HIRE,
    before: ['reserve the drill'],
    line: 'and the ladder',
    title: 'Hire, Reserve Drill, Reserve Ladder',
    reply: 'Ladder',
  },
  // After an action, “what about …?” may be just a question, so nothing is reserved.
  { page: HIRE, before: ['reserve the drill'], line: 'what about the ladder?', title: 'Hire, Reserve Drill' },
  { page: HIRE, before: ['what does the drill cost?'], line: 'and the saw?', kind: 'answer', reply: '£5.00' },
  { page: HIRE_SORTED, line: 'show the cheapest first', title: 'Daily rate: low to high' },
  {
    page: LIBRARY,
    before: ['place a hold on the salt path'],
    line: 'and on Tartine too',
    title: 'Library, Place hold The salt path, Place hold Tartine',
  },
  { page: LIBRARY, line: 'open the one from 2003', title: 'opened Tartine' },
  { page: BRANCHES, line: 'is Central open on Sunday?', kind: 'answer', reply: 'No. Sunday: closed' },
  {
    page: BRANCHES,
    before: ['is Central open on Sunday?'],
    line: 'and Northgate on Saturday?',
    kind: 'answer',
    reply: 'Yes. Saturday: 10–14',
  },
  { page: BRANCHES, line: 'which branch is open on Sunday?', kind: 'answer', reply: 'Northgate' },
  { page: HIRE, line: 'which one is the cheapest?', kind: 'answer', reply: 'Saw has the lowest Daily rate' },
];

testEverydayLines(CASES);
