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
];

testEverydayLines(CASES);
