/** Plain lines about filters, fields in rows, and buttons whose names say almost the same. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const press = (title: string): string => `onclick="document.title = '${title}'"`;

const RESULTS = `<title>Trains</title><button ${press('cleared')}>Clear filters</button>
  <details><summary>Journey details</summary>Platform 4</details>`;
const KINDS = `<title>Trains</title><fieldset onchange="document.title = [...this.querySelectorAll('input')].map((box) => box.checked).join()">
  <legend>Show</legend><label><input type=checkbox checked> Train</label> <label><input type=checkbox checked> Coach</label></fieldset>`;
const PASSENGERS = `<title>Trains</title><label for=from>From</label><input id=from role=combobox>
  <button aria-label="Add adult" ${press('one more')}>+</button>`;
const BASKET_LINKS = `<title>Extras</title><header><a href="#basket" aria-label="Basket" ${press('header link')}>B</a></header>
  <button ${press('continued')}>Continue to basket</button>`;
const PROMOTION = `<title>Basket</title><form onsubmit="document.title = 'applied ' + code.value; return false">
  <label for=code>Promo code</label><input id=code><button>Apply</button></form>
  <nav><a href="#plan" ${press('left the page')}>Plan a journey</a></nav>`;
const PASSENGER = `<title>Passenger</title><form novalidate onsubmit="first.ariaInvalid = 'true'; hint.textContent = 'Enter your first name'; return false">
  <label for=first>First name</label><input id=first><div id=hint></div><button>Continue</button></form>`;
const MEMBERS = `<title>Members</title><table><thead><tr><th>Name<th>Role<th></thead><tbody>${[
  'Tom Okafor',
  'Priya Raman',
]
  .map(
    (name) =>
      `<tr><td>${name}<td><select aria-label="Role for ${name}" onchange="document.title = '${name}: ' + this.value">
      <option>Owner<option>Admin<option selected>Member</select><td><button>Remove</button></tr>`,
  )
  .join('')}</tbody></table>`;
const TITLE = `<title>Ticket</title><h1 id=heading>Wrong currency</h1><button id=edit aria-label="Edit title">✎</button>
  <article><p>Let us fix it.</p><button ${press('edits the comment')}>Edit</button></article><script>
  edit.onclick = () => heading.insertAdjacentHTML('afterend', '<input aria-label=Title oninput="document.title = this.value">');
</script>`;
const PAGES = `<title>Tickets</title><ul><li><a href="#1" ${press('opened a ticket')}>Login</a><li><a href="#2" ${press('opened a ticket')}>Checkout</a></ul>
  <nav aria-label=Pagination>${[1, 2, 3].map((page) => `<button aria-label="Page ${page}" ${press(`page ${page}`)}>${page}</button>`).join('')}</nav>`;
const STATUS_FILTER = `<title>Tickets</title><h1>Tickets</h1><button id=filter aria-haspopup=listbox aria-expanded=false onclick="list.hidden = !list.hidden">Status: All</button>
  <ul id=list role=listbox hidden>${['All', 'Open', 'Closed'].map((name) => `<li role=option ${press(`only ${name}`)}>${name}`).join('')}</ul>`;

const TOKEN = `<title>Tokens</title><h1>Tokens</h1><button onclick="dialog.hidden = false">Create token</button>
  <div id=dialog role=dialog aria-modal=true aria-label="Create token" hidden><label for=name>Token name</label><input id=name>
  <label for=expires>Expires</label><select id=expires><option>30 days<option>90 days</select>
  <label><input type=checkbox id=access> Allow write access</label>
  <button onclick="document.title = [document.getElementById('name').value, expires.value, access.checked].join(', '); dialog.hidden = true">Create</button></div>`;
const SWITCHES = `<title>Settings</title>${['Product news', 'Weekly digest']
  .map(
    (name) =>
      `<button role=switch aria-checked=false aria-label="${name}" onclick="this.ariaChecked = String(this.ariaChecked !== 'true');
      document.title = [...document.querySelectorAll('button')].map((b) => b.ariaChecked).join()">${name}</button>`,
  )
  .join('')}`;
const EXTRAS = `<title>Basket</title>${['Extra luggage', 'Meal deal']
  .map(
    (name) =>
      `<div><span>${name}</span><span>£8.00 <button ${press(`removed ${name}`)}>Remove</button></span></div>`,
  )
  .join('')}`;
const SWAP = `<title>Trains</title><label>From <input></label><button ${press('swapped')}>Swap stations</button>`;
const PRICE = `<title>Trains</title><label for=max>Max price: £<output id=shown>120</output></label>
  <input id=max type=range min=0 max=120 value=120 oninput="shown.value = document.title = this.value">`;
const createCalendar = (
  month: string,
): string => `<title>Ticket</title><button id=due aria-haspopup=dialog aria-label="Due date, not set">Set due date</button>
  <div id=days role=dialog aria-label="Choose due date" hidden><table role=grid><tr>${[3, 4, 11]
    .map(
      (day) =>
        `<td role=gridcell><button aria-label="${day} ${month} 2030" ${press(`${day} ${month}`)}>${day}</button>`,
    )
    .join(
      '',
    )}</table><button ${press('cleared')}>Clear date</button></div><script>due.onclick = () => { days.hidden = !days.hidden; };</script>`;

const LANGUAGE = `<title>Settings</title><label>Language <select onchange="document.title = this.value"><option>English<option>Cymraeg</select></label>
  <label>Station <select><option>Leeds<option>York</select></label>`;

const CASES: readonly EverydayCase[] = [
  { page: RESULTS, line: 'clear the filters', title: 'cleared' },
  { page: KINDS, line: 'show only coaches', title: 'false,true' },
  { page: KINDS, line: 'only trains', title: 'true,false' },
  { page: PASSENGERS, line: 'add another adult please', title: 'one more' },
  { page: BASKET_LINKS, line: 'continue to the basket', title: 'continued' },
  { page: PROMOTION, line: 'apply promo code RAIL10', title: 'applied RAIL10' },
  { page: PROMOTION, line: 'remove the journey', title: 'Basket', kind: 'unfinished' },
  { page: PASSENGER, line: 'continue', kind: 'unfinished', reply: 'Enter your first name' },
  { page: MEMBERS, line: "change Priya's role to Admin", title: 'Priya Raman: Admin' },
  { page: MEMBERS, line: 'make Priya an owner', title: 'Priya Raman: Owner' },
  { page: TITLE, line: 'change the title to Invoice bug', title: 'Invoice bug' },
  { page: PAGES, line: 'go to the last page', title: 'page 3' },
  { page: STATUS_FILTER, line: 'show only closed tickets', title: 'only Closed' },
  { page: STATUS_FILTER, line: 'filter by status open', title: 'only Open' },
  {
    page: TOKEN,
    line: 'create a token called Deploy bot with write access that expires in 90 days',
    title: 'Deploy bot, 90 days, true',
  },
  {
    page: SWITCHES,
    before: ['turn on product news and weekly digest'],
    line: 'turn them off',
    title: 'false,false',
  },
  {
    page: EXTRAS,
    line: 'remove the meal deal',
    title: 'removed Meal deal',
    reply: 'in the row of “Meal deal”',
  },
  { page: SWAP, line: 'swap', title: 'swapped' },
  { page: PRICE, line: 'set max price to 60', title: '60', reply: 'the “Max price” slider' },
  { page: createCalendar('May'), line: 'set the due date to the 4th of May 2030', title: '4 May' },
  { page: createCalendar('May'), line: 'clear the due date', title: 'cleared' },
  {
    page: SWITCHES,
    before: ['turn on weekly digest', 'is product news on?'],
    line: 'turn it on',
    title: 'true,true',
  },
  { page: LANGUAGE, before: ['what is the language?'], line: 'change it to Cymraeg', title: 'Cymraeg' },
];

testEverydayLines(CASES);
