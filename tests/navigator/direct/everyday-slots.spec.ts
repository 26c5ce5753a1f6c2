/** Everyday instructions that choose a table cell by its column and row, or a list entry by its date. */
import { expect, signal, test } from '../../support/browser.js';
import { startServer } from '../../support/server.js';
import { startConversation } from './browser-conversation.js';
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

/** The title shows the column and row of the pressed cell. */
const CELL_SCRIPT = `<script>for (const cell of document.querySelectorAll('td button')) cell.onclick = () => {
  const { cells, parentElement } = cell.closest('tr');
  const column = cell.closest('table').rows[0].cells[cell.closest('td').cellIndex].textContent;
  document.title = column + ' / ' + cells[0].textContent;
};</script>`;
const createTable = (
  title: string,
  columns: readonly string[],
  rows: Readonly<Record<string, readonly string[]>>,
): string =>
  `<title>${title}</title><h1>${title}</h1><table><thead><tr><th></th>${columns
    .map((column) => `<th scope=col>${column}</th>`)
    .join('')}</tr></thead><tbody>${Object.entries(rows)
    .map(
      ([row, cells]) =>
        `<tr><th scope=row>${row}</th>${cells
          .map((cell) => (/\d|Free/u.test(cell) ? `<td><button>${cell}</button></td>` : `<td>${cell}</td>`))
          .join('')}</tr>`,
    )
    .join('')}</tbody></table>${CELL_SCRIPT}`;
/** The dates are in a past year, so only the headers say which weekdays they are. */
const COURTS = createTable('Book a tennis court', ['Mon 3 May', 'Tue 4 May', 'Wed 5 May', 'Thu 6 May'], {
  '07:00–08:30': ['€12.00', '€12.00', '€12.00', '€14.00'],
  '09:00–10:30': ['€15.00', '€15.00', 'Booked', '€18.00'],
  '17:00–18:30': ['€20.00', 'Booked', '€20.00', '€22.00'],
  '19:00–20:30': ['€16.00', '€16.00', '€16.00', 'Booked'],
});
const SEATS = createTable('Choose your seats', ['1', '2', '3'], {
  A: ['£9', '£9', 'Taken'],
  B: ['£8', '£8', '£8'],
});
const ROOMS = createTable('Rooms', ['Room 1', 'Room 2'], {
  '9 am': ['Free', 'Free'],
  '10 am': ['Taken', 'Free'],
  '2 pm': ['Free', 'Taken'],
});
/** A table whose buttons “Edit” and “Remove” act on their row, so they are not cells to choose. */
const SHIFTS = `<title>Shifts</title><table><tr><th>Who<th>Day<th>Time<th><th></tr>${['Ann Mon', 'Bob Tue']
  .map((entry) => entry.split(' '))
  .map(
    ([who, day]) => `<tr><td>${who}<td>${day}<td>10:00
      <td><button onclick="document.title='edit ${who}'">Edit</button>
      <td><button onclick="document.title='remove ${who}'">Remove</button></tr>`,
  )
  .join('')}</table>`;

/** Entries with dates, newest first. Two of them can be cancelled, but only in a menu whose button shows just dots. */
const BOOKINGS = `<title>Bookings</title><nav><a href="#all" onclick="document.title='left'">My bookings</a></nav><h1>My bookings</h1>
  <div id=list></div><dialog id=sure><form method=dialog><p id=question></p><button value=yes>Yes</button> <button value=no>No, keep it</button></form></dialog><script>
  const entries = [['BK-4410', '9 March 2021', 'Confirmed'], ['BK-4388', '21 February 2021', 'Checked in'], ['BK-4102', '2 January 2021', 'Confirmed']];
  for (const [id, day, state] of entries) {
    const entry = document.createElement('article');
    entry.innerHTML = '<h2>Booking ' + id + '</h2><p>Made on ' + day + '</p><p>State: <b>' + state + '</b></p><button>Repeat</button>'
      + '<span><button aria-label=More>⋯</button><span hidden>' + (state === 'Confirmed' ? '<button>Cancel booking</button>' : '<button>Download receipt</button>') + '</span></span>';
    const [repeat, more, action] = entry.querySelectorAll('button');
    repeat.onclick = () => { document.title = 'repeated ' + id; };
    more.onclick = () => { more.nextSibling.hidden = !more.nextSibling.hidden; };
    action.onclick = () => {
      if (state !== 'Confirmed') { document.title = 'receipt ' + id; return; }
      question.textContent = 'Cancel booking ' + (id === 'BK-4102' ? 'BK-4410' : id) + '?';
      sure.showModal();
      sure.onclose = () => { document.title = sure.returnValue + ' ' + id; };
    };
    list.append(entry);
  }</script>`;

/** The tab “Monday” has the same name as a column's weekday. */
const DAY_TABS = `<div role=tablist><button role=tab onclick="document.title='tab'">Monday</button></div>${COURTS}`;

/** Most cells are taken. */
const LANES = `<title>Lanes</title><h1>Lanes</h1><table><thead><tr><th></th><th>Lane 1</th><th>Lane 2</th><th>Lane 3</th></tr></thead><tbody>${[
  ['11:00', 'Taken', 'Taken', 'Free'],
  ['12:00', 'Free', 'Taken', 'Taken'],
  ['13:00', 'Taken', 'Taken', 'Taken'],
]
  .map(
    ([time, ...lanes]) =>
      `<tr><th>${time}</th>${lanes
        .map((text, i) =>
          text === 'Free'
            ? `<td><button onclick="document.title = 'lane ${i + 1} at ${time}'">Free</button></td>`
            : `<td>${text}</td>`,
        )
        .join('')}</tr>`,
  )
  .join('')}</tbody></table>`;

/** A table beside a side column. The tab “Erase” must not be used to delete one row. */
const RECORDS = `<title>Records</title><div><div><p>music.db</p><a href="#r">record</a></div><div><ul>
  ${['Content', 'Import', 'Erase'].map((tab) => `<li><a href="#${tab}" onclick="document.title='${tab}'">${tab}</a></li>`).join('')}</ul><h3>record</h3>
  <table><tr><th>title</th><th>year</th><th></th></tr>${['Far Shore', 'Slow Train', 'Blue Hour']
    .map(
      (title, i) =>
        `<tr><td>${title}</td><td>${1990 + i}</td><td><a href="#d" aria-label=Delete onclick="document.title='delete ${title}'">x</a></td></tr>`,
    )
    .join('')}</table></div></div>`;
const NEW_COLUMN = `<title>New column</title><h3>Columns</h3><form onsubmit="document.title=new FormData(this).get('name');return false">
  <label>Column name <input name=name></label><label>Column type <select name=type><option>TEXT<option>REAL</select></label><button>Add column</button></form>`;

const CELLS: readonly EverydayCase[] = [
  {
    page: COURTS,
    line: 'press the button in the 09:00–10:30 row under Tue 4 May',
    title: 'Tue 4 May / 09:00–10:30',
    reply: 'Clicked “€15.00” for Tue 4 May, 09:00–10:30.',
  },
  {
    page: COURTS,
    line: 'take the Monday morning slot',
    kind: 'ask',
    reply: '“€15.00” for Mon 3 May, 09:00–10:30',
  },
  {
    page: COURTS,
    before: ['take the Monday morning slot'],
    line: "the 9 o'clock one",
    title: 'Mon 3 May / 09:00–10:30',
    notInReply: 'nothing about',
  },
  { page: COURTS, line: 'take Thursday 5pm', title: 'Thu 6 May / 17:00–18:30', notInReply: 'nothing about' },
  { page: COURTS, line: "I'd like Monday between 7 and 8.30 pm", title: 'Mon 3 May / 19:00–20:30' },
  { page: COURTS, line: 'book Wednesday at 7 am', title: 'Wed 5 May / 07:00–08:30' },
  { page: COURTS, line: 'select the 17:00–18:30 slot for Wed 5 May', title: 'Wed 5 May / 17:00–18:30' },
  { page: COURTS, line: 'click €12.00 on Tue 4 May', title: 'Tue 4 May / 07:00–08:30' },
  { page: COURTS, line: 'the Tuesday evening one', title: 'Tue 4 May / 19:00–20:30' },
  { page: COURTS, line: 'the cheapest on Thursday', title: 'Thu 6 May / 07:00–08:30' },
  { page: COURTS, line: 'first slot on Wednesday', title: 'Wed 5 May / 07:00–08:30' },
  {
    page: COURTS,
    line: 'take Wednesday at 9',
    kind: 'unfinished',
    reply: 'says “Booked”',
    title: 'Book a tennis court',
  },
  { page: COURTS, line: 'take 12 May at 9', kind: 'unfinished', reply: '“Mon 3 May” to “Thu 6 May”' },
  { page: COURTS, before: ['take Tuesday at 7 pm'], line: 'earlier', title: 'Tue 4 May / 09:00–10:30' },
  { page: COURTS, before: ['take Tuesday at 7 pm'], line: 'no, Wednesday', title: 'Wed 5 May / 19:00–20:30' },
  {
    page: COURTS,
    before: ['take Tuesday at 7 pm'],
    line: 'the next day instead',
    title: 'Wed 5 May / 19:00–20:30',
  },
  {
    page: COURTS,
    before: ['take Monday at 7 am'],
    line: 'actually 9 to 10.30',
    title: 'Mon 3 May / 09:00–10:30',
  },
  { page: SEATS, line: 'row B seat 3', title: '3 / B', reply: 'row B, column 3' },
  { page: SEATS, line: 'take seat A2', title: '2 / A' },
  {
    page: SEATS,
    line: 'pick row A seat 3',
    kind: 'unfinished',
    reply: 'says “Taken”',
    title: 'Choose your seats',
  },
  { page: ROOMS, line: 'book room 2 at 10 am', title: 'Room 2 / 10 am' },
  { page: ROOMS, before: ['book room 2 at 9 am'], line: 'room 1 instead', title: 'Room 1 / 9 am' },
  { page: DAY_TABS, line: 'open Monday', title: 'tab' },
  { page: SHIFTS, line: 'edit Bob', title: 'edit Bob' },
  { page: LANES, line: 'book lane 1 at noon', title: 'lane 1 at 12:00' },
  { page: LANES, line: 'take lane 3 at 11', title: 'lane 3 at 11:00' },
  { page: LANES, line: 'book lane 2 at 12:00', title: 'Lanes', reply: 'says “Taken”' },
];

const ENTRIES: readonly EverydayCase[] = [
  { page: BOOKINGS, line: 'repeat my last booking', title: 'repeated BK-4410', reply: 'Booking BK-4410' },
  { page: BOOKINGS, line: 'repeat my oldest booking', title: 'repeated BK-4102' },
  { page: BOOKINGS, line: 'repeat the last one', title: 'repeated BK-4102' },
  {
    page: BOOKINGS,
    line: 'repeat the last booking',
    kind: 'ask',
    reply: '“Booking BK-4410” or “Booking BK-4102”',
  },
  { page: BOOKINGS, before: ['repeat the last booking'], line: 'BK-4410', title: 'repeated BK-4410' },
  {
    page: BOOKINGS,
    line: 'cancel my latest booking',
    title: 'yes BK-4410',
    reply: 'in the row of “Booking BK-4410”',
    notInReply: 'shown as',
  },
  { page: BOOKINGS, line: 'cancel BK-4410, I made it twice', title: 'yes BK-4410' },
  {
    page: BOOKINGS,
    line: 'cancel BK-4102',
    kind: 'ask',
    title: 'Bookings',
    reply: 'Cancel booking BK-4410?',
  },
  { page: BOOKINGS, line: 'cancel the booking from 9 March', title: 'yes BK-4410' },
  { page: BOOKINGS, line: 'repeat the checked in one', title: 'repeated BK-4388' },
  { page: BOOKINGS, line: 'get me the receipt for BK-4388', title: 'receipt BK-4388' },
  { page: BOOKINGS, line: 'cancel BK-4388', kind: 'unfinished', reply: 'has no “cancel”', title: 'Bookings' },
  { page: BOOKINGS, line: 'repeat the last booking in the list', title: 'repeated BK-4102' },
  { page: RECORDS, line: 'delete the record Slow Train', title: 'delete Slow Train' },
  { page: NEW_COLUMN, line: 'add a column called size of the type REAL', title: 'size' },
  { page: BOOKINGS, line: 'pay for the booking', kind: 'unfinished', title: 'Bookings', reply: "can't find" },
];

testEverydayLines([...CELLS, ...ENTRIES]);

test('if a step opens a page that does not help, the navigator goes back', async ({ surface }) => {
  const server = await startServer((request, response) => {
    const body =
      request.url === '/' ? '<h1>Plants</h1><a href="/fern">Lady fern</a>' : '<h1>Fern</h1><p>A fern.</p>';
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<meta charset=utf-8>${body}`);
  });
  try {
    await surface.open(server.url, signal);
    const { say } = startConversation(surface);
    const reply = await say('delete the lady fern');
    expect(reply).toMatchObject({ kind: 'unfinished', text: expect.stringContaining('I went back') });
  } finally {
    await server.close();
  }
});
