/** Plain lines about dialogs, messages, banners and earlier lines. The pages show in their titles what happened. */
import { ConsentGuard } from '../../../src/session/consent-guard.js';
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const testOn = (pageName: string, page: string, cases: readonly Omit<EverydayCase, 'page'>[]): void =>
  test.describe(pageName, () => testEverydayLines(cases.map((everydayCase) => ({ page, ...everydayCase }))));

const ticket = (extra: string): string => `<title>Ticket</title><h1>Printer jams</h1>
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

testOn('a ticket without an open overlay', ticket(''), [
  { line: 'close it', title: 'Ticket', kind: 'unfinished', reply: 'Nothing is open' },
  { line: 'please close that', title: 'Ticket', kind: 'unfinished' },
  { before: ['what is the assignee?'], line: 'close it', title: 'Ticket', kind: 'unfinished' },
  { line: 'close the assignee', title: 'Ticket', kind: 'unfinished' },
]);
testOn('a ticket with a cookie banner', ticket(COOKIES), [
  { line: 'close it', title: 'Ticket', kind: 'unfinished', unsaid: 'Reject' },
  { line: 'close the cookie banner', title: 'Ticket, rejected' },
  { line: 'close the banner', title: 'Ticket, rejected' },
]);
testOn('a ticket with a message', ticket(TOAST + STATUS), [
  { line: 'close the message', title: 'Ticket, dismissed', reply: 'Dismiss' },
  { before: ['click the heading'], line: 'close the notification', title: 'Ticket, dismissed' },
  { line: 'close the ticket', title: 'Ticket, closed' },
]);
testOn(
  'an opened ticket with a message',
  `<title>Tickets</title><a href="#t" onclick="document.querySelector('main').hidden = false">Printer jams</a><main hidden>${ticket(TOAST)}</main>`,
  [{ before: ['open the ticket Printer jams'], line: 'close it', title: 'Tickets', kind: 'unfinished' }],
);
testOn('a ticket with a panel', ticket(FILTERS), [{ line: 'close it', title: 'Ticket, panel closed' }]);

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

test.describe('a question of the page', () => {
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
  onclick="this.textContent = 'Watch'; this.ariaPressed = 'false'; document.title = 'unwatched'">Watching</button>`;

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
  { line: 'stop watching', title: 'unwatched' },
  { line: 'stop watching this issue', title: 'unwatched' },
  ...['stop', 'stop it', 'stop that', 'please stop', 'stop please'].map((line) => ({
    before: ['click the heading'],
    line,
    title: 'Issue',
    reply: 'All right',
  })),
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
