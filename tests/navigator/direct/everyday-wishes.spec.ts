/**
 * Wishes and other indirect instructions: wanting or declining what a checkbox offers, complaining on a contact page,
 * using a gift card, asking for two things in a row.
 */
import { testEverydayLines, type EverydayCase } from './everyday-cases.js';

const createSwitch = (id: string, name: string): string =>
  `<p id=${id}>${name}</p><button role=switch aria-labelledby=${id} aria-checked=true onclick="this.ariaChecked = this.ariaChecked !== 'true'; document.title = '${id} ' + this.ariaChecked"></button>`;
const CONTACT_WAYS = `<title>Contact</title><h1>How we reach you</h1>${createSwitch('mail', 'Newsletters by mail')}${createSwitch('calls', 'Phone calls')}
  <label><input type=checkbox onchange="document.title = 'paper ' + this.checked"> No paper statements</label>
  <label><input type=radio name=lang> English</label><label><input type=radio name=lang> Welsh</label>`;
const HOTEL = `<title>Stay</title><h1>Your stay</h1><label><input type=checkbox onchange="document.title = 'cot ' + this.checked"> We'd like a cot in the room</label>
  <label><input type=checkbox checked onchange="document.title = 'towels ' + this.checked"> Daily fresh towels</label>`;
const COMPLAINT = `<title>Help</title><h1>Write to us</h1><form onsubmit="document.title = 'sent'; return false"><label>Subject <input></label><label>What happened <textarea></textarea></label><button>Send message</button></form>`;
const CARD = `<title>Pay</title><form onsubmit="return false"><label>Holder of card <input id=holder oninput="document.title = this.value"></label><label>Card number <input oninput="document.title = 'number'"></label></form>`;
const GIFT_CARD = `<title>Basket</title><h1>Basket</h1><form onsubmit="document.title = 'gift ' + code.value; this.hidden = true; off.hidden = false; return false"><label>Gift card <input id=code></label><button>Redeem</button></form>
  <button id=off hidden onclick="document.title = 'taken off'">Remove gift card</button><label>Search <input type=search></label>`;
const SUBMENU = `<title>Shop</title><nav><button onclick="sub.hidden = !sub.hidden">Garden</button><div id=sub hidden><a href="#pots" onclick="document.title = 'pots'">Pots</a></div></nav><h1>Shop</h1>`;
const PLACES = `<title>Places</title><header><a href="#harbour" onclick="document.title = 'left'">Harbour View</a></header><h1>Places</h1>
  <label>Sort by <select onchange="document.title = this.value"><option>Name</option><option>Price: low to high</option><option>Price: high to low</option></select></label>`;
const ADDRESS = `<title>Addresses</title><form onsubmit="document.title = zip.value; return false"><label>Street <input required></label><label>Postcode <input id=zip required></label><button>Save address</button></form>`;
const TEAM = `<title>Team</title><h1>Team</h1><ul><li>Ana <button onclick="document.title = 'Ana removed'">Remove</button></li><li>Ben <button onclick="document.title = 'Ben removed'">Remove</button></li></ul>`;
const THREE_ROWS = `<title>Tickets</title><h1>Tickets</h1><table><thead><tr><th>Name<th></thead><tbody>${['Digging', 'Parking', 'Busking'].map((name) => `<tr><td>${name}<td><button onclick="document.title = '${name}'">Delete</button>`).join('')}</table>`;

const cases: readonly EverydayCase[] = [
  { page: CONTACT_WAYS, line: "please don't send me newsletters any more", title: 'mail false' },
  { page: CONTACT_WAYS, line: 'no more phone calls thanks', title: 'calls false' },
  { page: CONTACT_WAYS, line: 'stop the newsletters too', title: 'mail false', notInReply: 'did nothing' },
  { page: CONTACT_WAYS, line: "I don't want paper statements", title: 'paper true' },
  { page: CONTACT_WAYS, before: ['no calls please'], line: 'I do want calls after all', title: 'calls true' },
  { page: HOTEL, line: 'no cot, thanks', title: 'Stay', reply: 'already off' },
  { page: HOTEL, line: "we'd like a cot", title: 'cot true' },
  { page: HOTEL, line: "we don't need fresh towels", title: 'towels false' },
  {
    page: COMPLAINT,
    line: 'I want to complain about the noise next door',
    title: 'Help',
    kind: 'unfinished',
    reply: 'still empty',
  },
  { page: CARD, line: 'the holder of the card is Ada Byrne', title: 'Ada Byrne' },
  { page: GIFT_CARD, line: 'use my gift card XK93', title: 'gift XK93' },
  { page: GIFT_CARD, line: 'redeem XK94', title: 'gift XK94' },
  {
    page: GIFT_CARD,
    before: ['redeem gift card XK95'],
    line: 'take the gift card off again',
    title: 'taken off',
  },
  { page: SUBMENU, line: 'open garden, then pots', title: 'pots' },
  {
    page: PLACES,
    before: ['show me the Harbour street ones'],
    line: 'cheapest first',
    title: 'Price: low to high',
  },
  {
    page: ADDRESS,
    before: ['add an address: street 4 Quay Lane'],
    line: 'use my home address',
    title: 'Addresses',
    kind: 'ask',
    reply: 'is not a value',
  },
  { page: TEAM, line: 'take Ben off the team please', title: 'Ben removed' },
  { page: THREE_ROWS, line: 'delete the fifth ticket', title: 'Tickets', reply: 'only 3 rows' },
];

testEverydayLines(cases);
