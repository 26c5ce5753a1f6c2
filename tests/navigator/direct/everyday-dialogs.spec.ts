/** Everyday instructions about dialogs, messages and banners, and lines that undo or refer to earlier ones. */
import { ConsentGuard } from '../../../src/session/consent-guard.js';
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const testOn = (pageName: string, page: string, cases: readonly Omit<EverydayCase, 'page'>[]): void =>
  test.describe(pageName, () => testEverydayLines(cases.map((everydayCase) => ({ page, ...everydayCase }))));

const createTicketPage = (extra: string): string => `<title>Ticket</title><h1>Printer jams</h1>
  <label>Assignee <span role=combobox aria-expanded=false tabindex=0>Ida Moen
    <button aria-label="Clear assignee" onclick="document.title = 'cleared'">×</button></span></label>
  <ul><li>Label: urgent <button aria-label="Remove label urgent" onclick="document.title = 'removed'">×</button></li></ul>
  ${extra}`;
const TOAST = `<div role=status style="position:fixed;right:0;bottom:0">Comment posted
  <button onclick="this.parentNode.remove(); document.title += ', dismissed'">Dismiss</button></div>`;
const COOKIES = `<div role=region aria-label="Cookie consent" style="position:fixed;bottom:0;left:0;right:0;background:#fff">
  <p>We use cookies to remember your settings.</p>
  <button onclick="document.title += ', accepted'; this.parentNode.remove()">Accept all</button>
  <button onclick="document.title += ', rejected'; this.parentNode.remove()">Reject non-essential</button>
  <a href="#help" onclick="document.title += ', followed'">Cookie policy</a></div>`;
const STATUS = `<button onclick="this.textContent = 'Close ticket'; document.title += ', closed'">Close ticket</button>`;
const FILTERS = `<button aria-label="Filters" aria-expanded=true aria-controls=f onclick="f.hidden = true; document.title += ', folded'">Filters</button>
  <section id=f role=dialog aria-label="Filters" style="position:fixed;top:60px;right:0;background:#fff"><h2>Filters</h2><label>Status <input></label>
  <button aria-label="Close" onclick="this.parentNode.remove(); document.title += ', panel closed'">×</button></section>`;

const BOOKING = `<title>Booking</title><h1>Booking RH9P4Z</h1><p>Oslo to Bergen, 2 June</p><button onclick="d.showModal()">Cancel booking</button>
  <dialog id=d aria-labelledby=dh><h2 id=dh>Cancel this booking?</h2><p>You cannot take this back.</p>
  <button onclick="document.title += ', cancelled'; d.close()">Yes, cancel booking</button>
  <button onclick="document.title += ', kept'; d.close()">Keep booking</button></dialog>`;

testOn('a ticket without an open overlay', createTicketPage(''), [
  { line: 'close it', title: 'Ticket', kind: 'unfinished', reply: 'Nothing is open' },
  { line: 'please close that', title: 'Ticket', kind: 'unfinished' },
  { before: ['what is the assignee?'], line: 'close it', title: 'Ticket', kind: 'unfinished' },
  { line: 'close the assignee', title: 'Ticket', kind: 'unfinished' },
]);
testOn('a ticket with a cookie banner', createTicketPage(COOKIES), [
  { line: 'close it', title: 'Ticket', kind: 'unfinished', notInReply: 'Reject' },
  { line: 'close the cookie banner', title: 'Ticket, rejected' },
  { line: 'close the banner', title: 'Ticket, rejected' },
]);
testOn('a ticket with a message', createTicketPage(TOAST + STATUS), [
  { line: 'close the message', title: 'Ticket, dismissed', reply: 'Dismiss' },
  { before: ['click the heading'], line: 'close the notification', title: 'Ticket, dismissed' },
  { line: 'close the ticket', title: 'Ticket, closed' },
]);
testOn(
  'a ticket that was opened while a message is shown',
  `<title>Tickets</title><a href="#t" onclick="document.querySelector('main').hidden = false">Printer jams</a><main hidden>${createTicketPage(TOAST)}</main>`,
  [{ before: ['open the ticket Printer jams'], line: 'close it', title: 'Tickets', kind: 'unfinished' }],
);
testOn('a ticket with a panel', createTicketPage(FILTERS), [
  { line: 'close it', title: 'Ticket, panel closed' },
]);

testOn(
  'a message in a list of messages',
  `<title>Ticket</title><button onclick="t.hidden = false">Post comment</button><section aria-label="Notifications" tabindex=-1>
  <ol data-sonner-toaster style="position:fixed;right:0;bottom:0"><li data-sonner-toast id=t hidden>
  <button aria-label="Close toast" onclick="t.remove(); document.title = 'gone'"><svg width=8 height=8></svg></button>Comment posted</li></ol></section>`,
  ['close it', 'dismiss the notification'].map((line) => ({ before: ['post comment'], line, title: 'gone' })),
);
const createAssignDialog = (contents: string): string =>
  `<title>Ticket</title><button onclick="d.hidden = false">Assign</button><div id=d role=dialog aria-label="Assign ticket" aria-modal=true hidden
  style="position:fixed;inset:20px;background:#fff"><h2>Assign ticket</h2>${contents}<button>Save</button></div>
  <script>onkeydown = (event) => { if (event.key === 'Escape') document.title = 'escaped'; };</script>`;
const CROSS = `<button onclick="document.title = 'cleared'">×</button>`;
testOn(
  'a dialog with chips',
  createAssignDialog(
    `<p><span class=chip>urgent ${CROSS}</span></p><button onclick="d.hidden = true; document.title = 'cancelled'">Cancel</button>`,
  ),
  [{ before: ['click assign'], line: 'close it', title: 'cancelled' }],
);
testOn(
  'a dialog with a field that can be cleared',
  createAssignDialog(`<p><input role=combobox aria-label=Assignee value="Ida Moen">${CROSS}</p>`),
  [{ before: ['click assign'], line: 'close the dialog', title: 'escaped' }],
);
testOn(
  'a drawer with chips',
  `<title>Tickets</title><button onclick="a.hidden = false">Filters</button><aside id=a class=drawer hidden
  style="position:fixed;right:0;top:0;width:300px;height:100%;background:#fff"><div><h2>Filters</h2>
  <button onclick="a.hidden = true; document.title = 'closed'">✕</button></div><ul><li>Status: open ${CROSS}</li></ul></aside>`,
  ['close it', 'close the filters'].map((line) => ({ before: ['click filters'], line, title: 'closed' })),
);
testOn(
  'an offer with a close button',
  `<title>Shop</title><div id=p>Get 10% off your first order with code LAMP <button onclick="p.remove(); document.title = 'closed'">×</button></div>
  <p><input type=search aria-label=Search value=lamp>${CROSS}</p>`,
  [{ line: 'close it', title: 'closed' }],
);

testOn(
  'a cookie banner',
  `<title>Shop</title><h1>Lamps</h1>${COOKIES}`,
  [
    'no cookies thanks',
    'no thanks to cookies',
    'no cookies please',
    'no thanks, no cookies',
    'I don’t want cookies',
    'only essential cookies please',
    'yes to all cookies',
  ].map((line) => ({ line, title: line.startsWith('yes') ? 'Shop, accepted' : 'Shop, rejected' })),
);

test.describe('consent, then a confirmation dialog on the page', () => {
  for (const [answer, expectedTitle] of [
    ['yes cancel it', 'Booking, cancelled'],
    ['yes, do it', 'Booking, cancelled'],
    ['go ahead and cancel it', 'Booking, cancelled'],
    ['yes please cancel the booking', 'Booking, cancelled'],
    ['no, keep it', 'Booking'],
  ] as const)
    test(answer, async ({ surface, show }) => {
      await show(BOOKING);
      const { say } = startConversation(surface, null, undefined, new ConsentGuard({}));
      expect((await say('cancel RH9P4Z')).text).toContain('Shall I cancel this booking?');
      await say(answer);
      expect(await surface.probe.title()).toBe(expectedTitle);
    });
});

const WORKSPACE = `<title>Board</title><a href="#board" onclick="document.title += ', board'">Board</a>
  <button onclick="d.showModal()">Delete workspace</button>
  <dialog id=d onclose="document.title += ', left'"><h2>Delete workspace?</h2><label>Type Brightloom to confirm <input></label>
  <button onclick="d.close()">Cancel</button><button>Delete</button></dialog>`;
const SETTINGS = `<title>Settings</title><h1>Settings</h1>
  ${['Newsletter', 'Mentions']
    .map(
      (
        name,
      ) => `<p><span id=${name}>${name}</span> <button role=switch aria-labelledby=${name} aria-checked=true
    onclick="this.ariaChecked = String(this.ariaChecked !== 'true'); document.title += ', ${name} ' + this.ariaChecked">​</button></p>`,
    )
    .join('')}`;
const WATCHED = `<title>Issue</title><h1>Issue 12</h1><button aria-pressed=true
  onclick="this.ariaPressed = String(this.ariaPressed !== 'true'); this.textContent = this.ariaPressed === 'true' ? 'Watching' : 'Watch';
  document.title = this.textContent">Watching</button>`;
const UNWATCH = `<title>Issue</title><h1>Issue 12</h1><button onclick="document.title = 'Watch'">Unwatch</button>`;

testOn('an open dialog that covers a link', WORKSPACE, [
  {
    before: ['click delete workspace'],
    line: 'open Board',
    kind: 'ask',
    reply: 'The dialog “Delete workspace?” is open. Should I close it with “Cancel” first?',
  },
  { before: ['click delete workspace', 'open Board'], line: 'yes', title: 'Board, left, board' },
  { before: ['click delete workspace', 'open Board'], line: 'no', title: 'Board' },
]);
testOn('switches', SETTINGS, [
  ...['back on please', 'turn it back on', 'switch it on again', 'turn the newsletter back on'].map(
    (line) => ({
      before: ['turn off the newsletter'],
      line,
      title: 'Settings, Newsletter false, Newsletter true',
      reply: 'Turned on',
    }),
  ),
  {
    before: ['turn off mentions', 'turn off the newsletter'],
    line: 'turn mentions back on',
    title: 'Settings, Mentions false, Newsletter false, Mentions true',
  },
  { before: ['turn off mentions'], line: 'undo', reply: 'Turned the “Mentions” switch on again.' },
  {
    before: ['turn off mentions', 'order the blue lamp'],
    line: 'undo',
    reply: 'Turned the “Mentions” switch on',
  },
]);
testOn('a watched issue', WATCHED, [
  { line: 'stop watching', title: 'Watch', kind: 'report', reply: 'Turned off' },
  { line: 'stop watching this issue', title: 'Watch', kind: 'report' },
  { before: ['stop watching'], line: 'undo', title: 'Watching', kind: 'report' },
  ...['stop', 'stop it', 'stop that', 'please stop', 'stop please'].map((line) => ({
    before: ['click the heading'],
    line,
    title: 'Issue',
    reply: 'All right',
  })),
]);
testOn('an issue with an “Unwatch” button', UNWATCH, [
  { line: 'stop watching', title: 'Watch', kind: 'report', reply: 'Clicked “Unwatch”' },
]);
testOn('an issue that is not watched', UNWATCH.replace('>Unwatch<', ' aria-pressed=false>Watch<'), [
  { line: 'stop watching', title: 'Issue', reply: 'already off' },
]);

testOn(
  'a menu and tabs',
  `<title>Account</title><button aria-haspopup=menu aria-expanded=false onclick="this.ariaExpanded = String(m.hidden); m.hidden = !m.hidden">More actions</button>
  <ul id=m role=menu hidden><li role=menuitem>Rename</li></ul>
  <div role=tablist><button role=tab aria-selected=true onclick="pick(this)">Holds (1)</button><button role=tab aria-selected=false onclick="pick(this)">Loans (2)</button></div>
  <script>function pick(tab) { for (const t of document.querySelectorAll('[role=tab]')) t.ariaSelected = String(t === tab); document.title = tab.textContent; }</script>`,
  [
    { before: ['open more actions'], line: 'undo', reply: 'Closed the “More actions” menu.' },
    { before: ['click loans'], line: 'undo', reply: 'Went back to the “Holds (1)” tab.' },
  ],
);

const TRIP = `<title>Trip</title><h1>Your trip</h1><form onsubmit="document.title = [...new FormData(this).values()].join(', '); return false">
  <label>Name <input name=name></label><label><input type=checkbox name=bag value=bag> Extra luggage £8.00</label>
  <label>Email <input type=email name=email required></label><button>Send</button></form>
  <button onclick="document.title += ', added'">Add</button> <button onclick="document.title = 'Found'">Find tickets</button>`;
testOn('a form', TRIP, [
  { line: 'add it', title: 'Trip, added', reply: 'Clicked “Add”' },
  { line: 'find tickets', title: 'Found', reply: 'Clicked “Find tickets”' },
  {
    line: 'fill in name Ida Moen and extra luggage yes',
    reply: 'Filled in Name: Ida Moen and ticked the “Extra luggage £8.00” checkbox.',
  },
  { line: 'send', title: 'Trip', kind: 'ask', reply: 'What should I enter in the “Email” field?' },
  { line: 'hi there', title: 'Trip', reply: 'Hello.' },
  { line: 'hello', title: 'Trip', reply: 'Hello.', notInReply: 'step-by-step' },
  { line: 'frobnicate the wug', reply: 'such as “click' },
  {
    before: ['frobnicate the wug'],
    line: 'wobble sideways',
    reply: 'wobble sideways',
    notInReply: 'such as',
  },
  { before: ['frobnicate the wug', 'send'], line: 'undo', notInReply: 'I don’t know how' },
]);
for (const line of [
  'click the',
  'type it',
  'fill in',
  'type',
  'open',
  'click',
  'enter',
  'change it',
  'clear',
])
  testOn(`an incomplete line: ${line}`, TRIP, [{ line, notInReply: '“”' }]);

testOn(
  'replies leave out symbols from the page’s texts',
  `<title>Filter</title><button onclick="s.hidden = false">Save</button><div id=s role=status hidden>Settings saved <button aria-label="Close">×</button></div>
  <label>Show <select><option>All ✓<option>Open</select></label>`,
  [
    { line: 'choose Closed in Show', reply: 'All', notInReply: '✓' },
    { before: ['click Save'], line: 'what does the message say?', notInReply: '×' },
  ],
);

for (const [answer, title] of [
  ['yes', 'Booking, cancelled'],
  ['yes please, do it', 'Booking, cancelled'],
  ['go ahead', 'Booking, cancelled'],
  ['no', 'Booking, kept'],
  ['no, keep it', 'Booking, kept'],
] as const)
  testOn(`an answer to the page’s open confirmation dialog: ${answer}`, BOOKING, [
    { before: ['click cancel booking'], line: answer, title },
  ]);
testOn(
  'a confirmation dialog whose button repeats the question',
  BOOKING.replace('>Yes, cancel booking', '>Cancel booking').replace('id=dh', 'id=dh tabindex=-1'),
  [{ before: ['click the “Cancel booking” button'], line: 'yes', title: 'Booking, cancelled' }],
);
testOn(
  'a page with a “Stop” button',
  `<title>Clip</title><button onclick="document.title = 'stopped'">Stop</button><button>Mute</button>`,
  [{ line: 'stop the video', title: 'stopped' }],
);
