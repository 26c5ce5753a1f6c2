/** Everyday instructions about forms, filters, fields in rows, and buttons with similar names. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const setTitleOnClick = (title: string): string => `onclick="document.title = '${title}'"`;

const RESULTS = `<title>Trains</title><button ${setTitleOnClick('cleared')}>Clear filters</button>
  <details><summary>Journey details</summary>Platform 4</details>`;
const KINDS = `<title>Trains</title><fieldset onchange="document.title = [...this.querySelectorAll('input')].map((box) => box.checked).join()">
  <legend>Show</legend><label><input type=checkbox checked> Train</label> <label><input type=checkbox checked> Coach</label></fieldset>`;
const PASSENGERS = `<title>Trains</title><label for=from>From</label><input id=from role=combobox>
  <button aria-label="Add adult" ${setTitleOnClick('one more')}>+</button>`;
const BASKET_LINKS = `<title>Extras</title><header><a href="#basket" aria-label="Basket" ${setTitleOnClick('header link')}>B</a></header>
  <button ${setTitleOnClick('continued')}>Continue to basket</button>`;
const PROMOTION = `<title>Basket</title><form onsubmit="document.title = 'applied ' + code.value; return false">
  <label for=code>Promo code</label><input id=code><button>Apply</button></form>
  <nav><a href="#plan" ${setTitleOnClick('left the page')}>Plan a journey</a></nav>`;
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
  <article><p>Let us fix it.</p><button ${setTitleOnClick('edits the comment')}>Edit</button></article><script>
  edit.onclick = () => heading.insertAdjacentHTML('afterend', '<input aria-label=Title oninput="document.title = this.value">');
</script>`;
const PAGES = `<title>Tickets</title><ul><li><a href="#1" ${setTitleOnClick('opened a ticket')}>Login</a><li><a href="#2" ${setTitleOnClick('opened a ticket')}>Checkout</a></ul>
  <nav aria-label=Pagination>${[1, 2, 3].map((page) => `<button aria-label="Page ${page}" ${setTitleOnClick(`page ${page}`)}>${page}</button>`).join('')}</nav>`;
const STATUS_FILTER = `<title>Tickets</title><h1>Tickets</h1><button id=filter aria-haspopup=listbox aria-expanded=false onclick="list.hidden = !list.hidden">Status: All</button>
  <ul id=list role=listbox hidden>${['All', 'Open', 'Closed'].map((name) => `<li role=option ${setTitleOnClick(`only ${name}`)}>${name}`).join('')}</ul>`;

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
      `<div><span>${name}</span><span>£8.00 <button ${setTitleOnClick(`removed ${name}`)}>Remove</button></span></div>`,
  )
  .join('')}`;
const COMPOSER = `<title>Score</title><label>Composer <input oninput="document.title = this.value"></label>`;
const SWAP = `<title>Trains</title><label>From <input></label><button ${setTitleOnClick('swapped')}>Swap stations</button>`;
const PRICE = `<title>Trains</title><label for=max>Max price: £<output id=shown>120</output></label>
  <input id=max type=range min=0 max=120 value=120 oninput="shown.value = document.title = this.value">`;
const createCalendar = (
  month: string,
): string => `<title>Ticket</title><button id=due aria-haspopup=dialog aria-label="Due date, not set">Set due date</button>
  <div id=days role=dialog aria-label="Choose due date" hidden><table role=grid><tr>${[3, 4, 11]
    .map(
      (day) =>
        `<td role=gridcell><button aria-label="${day} ${month} 2030" ${setTitleOnClick(`${day} ${month}`)}>${day}</button>`,
    )
    .join(
      '',
    )}</table><button ${setTitleOnClick('cleared')}>Clear date</button></div><script>due.onclick = () => { days.hidden = !days.hidden; };</script>`;

const LANGUAGE = `<title>Settings</title><label>Language <select onchange="document.title = this.value"><option>English<option>Cymraeg</select></label>
  <label>Station <select><option>Leeds<option>York</select></label>`;

const SHOW_VALUES_IN_TITLE = `oninput="document.title = [...this.elements].filter((c) => c.type !== 'radio' ? c.name : c.checked).map((c) => c.value).join('/')" onsubmit="return false"`;
const BIRTH = `<title>Member</title><form ${SHOW_VALUES_IN_TITLE}><fieldset><legend>When was your child born? Date of birth</legend>
  <label>Day <input name=d></label><label>Month <input name=m></label><label>Year <input name=y></label></fieldset></form>`;
const PERSON = `<title>Member</title><form ${SHOW_VALUES_IN_TITLE}><label>Title (optional) <select name=title><option value=""></option><option>Mx<option>Dr</select></label>
  <label>First name <input name=first></label><label>Family name <input name=last value=Moen></label><label>Email <input name=mail type=email></label></form>`;
const BICYCLE = `<title>Bicycle</title><form ${SHOW_VALUES_IN_TITLE}><label>Registration number <input name=reg></label><label>Brand and colour <input name=brand></label>
  <fieldset><legend>Lock</legend><label><input type=radio name=lock value=chain>Chain</label><label><input type=radio name=lock value=fold>Folding lock</label></fieldset></form>`;
const DELIVERY = `<title>Delivery</title><form ${SHOW_VALUES_IN_TITLE}><label>Collection point <select name=point><option value="">2 places found</option>
  <option>14 Quay Street, Bergen<option>Shop 3, 9 Quay Street, Bergen</select></label><label>Postcode <input name=code></label></form>`;
const HOURS = `<title>Hours</title><form ${SHOW_VALUES_IN_TITLE}><label>Starts at <input type=time name=s></label><label>Finishes at <input type=time name=f></label>
  <label>Currency <select name=c><option>NOK (kr)<option>EUR (€)</select></label></form>`;
const ROLES = `<title>Crew</title><table><thead><tr><th>Name<th>Duty</thead><tbody>${['Ida Moen', 'Jon Berg']
  .map(
    (name) =>
      `<tr><td>${name}<td><select aria-label="Duty of ${name}" onchange="document.title = '${name}: ' + this.value"><option>Deck<option>Cook<option>Pilot</select></tr>`,
  )
  .join('')}</tbody></table>`;

const ORDER = `<title>Order</title><form onsubmit="document.title = 'sent'; return false"><label for=note>Note to the baker</label><textarea id=note oninput="document.title = this.value"></textarea>
  <label><input type=checkbox onchange="document.title = 'candles: ' + this.checked"> Add candles (€2 per pack)</label><label>Size <select><option>Small<option>Large</select></label><button>Confirm order</button></form>`;

const SAVED_ORDER = ORDER.replace('Confirm order', 'Save order');

const CASES: readonly EverydayCase[] = [
  { page: BIRTH, line: 'her date of birth is 4 June 2015', title: '4/6/2015', notInReply: 'nothing about' },
  { page: BIRTH, line: '4 June 2015', title: '4/6/2015' },
  { page: BIRTH, line: 'the month should be June', title: '/6/' },
  { page: BIRTH, before: ['fill in the day'], line: '4 June 2015', title: '4/6/2015' },
  { page: PERSON, line: 'my name is Ida Berg', title: '/Ida/Berg/' },
  { page: PERSON, before: ['title Dr'], line: 'no title please', title: '//Moen/', reply: 'Cleared' },
  { page: PERSON, line: 'email is fine, ida@example.test', title: '//Moen/ida@example.test' },
  {
    page: BICYCLE,
    line: 'reg KX 12, brand and colour Hero red, chain',
    title: 'KX 12/Hero red/chain',
    reply: 'Registration number: KX 12 and Brand and colour: Hero red',
  },
  {
    page: BICYCLE,
    line: 'reg KX 12, folding, eleven gears',
    title: 'KX 12//fold',
    kind: 'ask',
    reply: '“eleven gears” is for',
  },
  { page: DELIVERY, line: 'number 14', title: '14 Quay Street, Bergen/' },
  { page: DELIVERY, line: 'collection point is shop 3', title: 'Shop 3, 9 Quay Street, Bergen/' },
  {
    page: DELIVERY,
    before: ['fill in the postcode'],
    line: 'I live at number 6',
    title: 'Delivery',
    kind: 'ask',
    reply: 'is not a value for',
  },
  {
    page: HOURS,
    line: 'change the starting time to 8am and finishing to 6pm',
    title: '08:00/18:00/NOK (kr)',
    notInReply: 'nothing about',
  },
  { page: HOURS, line: 'change the currency to euros', title: '//EUR (€)' },
  { page: SWITCHES, line: 'turn product news on and weekly digest off', title: 'true,false' },
  { page: SWITCHES, line: 'weekly digest on', title: 'false,true' },
  { page: ROLES, line: 'set the duty of jon to cook', title: 'Jon Berg: Cook' },
  { page: ROLES, line: 'make jon berg a pilot', title: 'Jon Berg: Pilot' },
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
  { page: COMPOSER, line: 'set the composer to Edvard G.', title: 'Edvard G.' },
  { page: COMPOSER, line: 'set the composer to Edvard Grieg.', title: 'Edvard Grieg' },
  {
    page: ORDER,
    line: 'note to the baker: no nuts for the one at the end please',
    title: 'no nuts for the one at the end',
  },
  { page: ORDER, line: 'add candles', title: 'candles: true' },
  { page: ORDER, before: ['choose Medium'], line: 'confirm it', title: 'sent' },
  { page: SAVED_ORDER, line: 'add candles and save it', title: 'sent' },
];

testEverydayLines(CASES);
