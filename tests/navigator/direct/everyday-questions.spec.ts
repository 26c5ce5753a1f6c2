/**
 * Everyday questions about ordinary pages whose rows and fields contain controls. If in doubt, the navigator must give
 * no answer rather than a wrong one.
 */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const createPage = (heading: string, body: string): string =>
  `<title>${heading}</title><main><h1>${heading}</h1>${body}</main>`;
const createSelect = (label: string, options: readonly string[], selected: string): string =>
  `<select aria-label="${label}">${options
    .map((option) => `<option${option === selected ? ' selected' : ''}>${option}</option>`)
    .join('')}</select>`;

const ROLES = ['Owner', 'Admin', 'Member', 'Guest'];
const TEAM = createPage(
  'Team members',
  `<table><tr><th>Name<th>Desk<th>Role<th>Actions</tr>${[
    ['Priya Raman', 'A1', 'Member'],
    ['Mei Chen', 'B4', 'Admin'],
    ['Luis Ortega', 'C2', 'Guest'],
    ['Tom Reed', 'C3', 'Guest'],
  ]
    .map(
      ([name, desk, role]) =>
        `<tr><td>${name}<td><input aria-label="Desk of ${name}" value="${desk}"><td>${createSelect(`Role for ${name!.split(' ')[0]}`, ROLES, role!)}<td><button>Remove</button></tr>`,
    )
    .join('')}</table>`,
);
const TREES = createPage(
  'Trees',
  `<table><tr><th>Tree<th>Height<th>Planted<th>Age<th></tr>${[
    ['Oak', '180 cm', '1990', '34 years'],
    ['Poplar', '2 m', '2022', '2 years'],
    ['Beech', '95 cm', '2001', '23 years'],
  ]
    .map(
      (cells) =>
        `<tr>${cells.map((cell) => `<td>${cell}`).join('')}<td><button aria-haspopup=menu>⋯</button></tr>`,
    )
    .join('')}</table>`,
);
const BASKET = createPage(
  'Your basket',
  `<ul>${[
    ['Desk lamp', 'White', '£18.00'],
    ['Wall clock', 'Black', '£24.00'],
  ]
    .map(
      ([name, colour, price]) =>
        `<li><h3>${name}</h3>${createSelect(`Colour of ${name}`, ['White', 'Black', 'Red'], colour!)} <span>${price}</span> <button>Remove</button></li>`,
    )
    .join('')}</ul><a href="#checkout">Continue to checkout</a>`,
);

const NOTIFICATIONS = createPage(
  'Notifications',
  `<ul>${['Mei commented on “Roof”', 'Tom closed “Door”', 'Luis joined the team']
    .map(
      (text, i) =>
        `<li><span aria-label="${i ? 'Unread' : 'Read'}">●</span><p>${text}</p><button>Mark as ${i ? 'read' : 'unread'}</button></li>`,
    )
    .join('')}</ul>`,
);
const SETTINGS = createPage(
  'Settings',
  `<div role=status>Settings saved <button aria-label="Dismiss">×</button></div>
  <h2>General</h2><label>Workspace name <input name=workspace value="Northwind"></label>
  <label><input type=checkbox role=switch checked> Marketing emails</label>
  <h2>API tokens</h2><p>Tokens give scripts access to this workspace.</p><button>Create token</button>
  <button>Save changes</button>`,
);
const RAILCARDS = createPage(
  'My account',
  `<h2>Railcards</h2><p>A railcard saves a third.</p><button>Add a railcard</button>
  <dl><dt>Password changed<dd>4 March 2027 <button>Remove</button></dl><a href="#basket">Continue to basket</a>`,
);
const ARTICLES = createPage(
  'Articles',
  `<table><tr><th>Title<th>Author<th></tr>
  <tr><td><a href="#1">Bread</a><td><a href="#ida">Ida Holm</a><td><button>Share</button></tr>
  <tr><td><a href="#2">Salt</a><td><a href="#per">Per Lind</a><td><button>Share</button></tr></table>`,
);

const TICKETS = createPage(
  'Tickets',
  `<table><tr><th>Ticket<th>Assignee<th>Status</tr>
  <tr><td>Broken door<td>Mei<td>Open</tr><tr><td>Leaking roof<td>Tom<td>Closed</tr><tr><td>Loose tile<td>Luis<td>Open</tr></table>`,
);
const SELECTED = createPage(
  'Files',
  `<p>2 selected</p><table><tr><th>File<th>Size</tr><tr><td>plan.pdf<td>3 MB</tr><tr><td>photo.png<td>5 MB</tr><tr><td>notes.txt<td>1 MB</tr></table>`,
);
const PASSENGERS = createPage(
  'Passengers',
  `<div>Adults <button aria-label="Fewer adults">-</button><output>2</output><button aria-label="More adults">+</button></div>
  <div><span>Children</span> <button>-</button><output>1</output><button>+</button></div>`,
);
const ISSUE = createPage(
  'Door does not close',
  `<h2>Description</h2><p>The door jams in wet weather.</p>
  <h2>Comments (2)</h2>
  <article><strong>Priya Raman</strong> <small>2 days ago</small><p>I ordered a new hinge.</p></article>
  <article><strong>Mei Chen</strong> <small>3 Dec 2026</small><p>It arrived this morning.</p></article>
  <aside>Watchers<ul><li>Priya<li>Luis</ul><dl><dt>Due<dd>12 Dec 2026</dl></aside>`,
);
const REPORT = createPage(
  'Report',
  `<label>From <input type=date value="2027-01-01"></label><label>To <input type=date value="2027-01-31"></label>
  <table><tr><th>Person<th>Open<th>Closed</tr><tr><td>Mei<td>4<td>11</tr><tr><td>Tom<td>7<td>9</tr><tr><td>Luis<td>2<td>5</tr></table>`,
);
const LANGUAGE = createPage(
  'Preferences',
  `<label>Language <select><option>English<option selected>Français<option>Deutsch</select></label><button>Save</button>`,
);
const HOURS = createPage(
  'Contact us',
  `<table><tr><th>Day<th>Phone<th>Live chat</tr>
  <tr><td>Monday to Friday<td>08:00–20:00<td>09:00–17:00</tr>
  <tr><td>Saturday<td>09:00–18:00<td>10:00–16:00</tr>
  <tr><td>Sunday<td>09:00–17:00<td>Closed</tr></table>`,
);
const TRAINS = createPage(
  'Leeds to London',
  `<ul>${[
    ['10:05 → 12:12', '2h 07m · Direct · Train · LNER', '£52.00'],
    ['10:35 → 13:10', '2h 35m · 1 change · Train · Northern', '£41.50'],
    ['11:05 → 15:40', '4h 35m · Direct · Coach · National Express', '£12.00'],
  ]
    .map(
      ([times, details, price]) =>
        `<li><h3>${times}</h3><p>${details}</p><p>${price}</p><button>Select</button></li>`,
    )
    .join('')}</ul>`,
);
const EMPTY_BASKET = `<header><a href="#basket">Basket</a></header>${createPage('Lamps', '<p>All lamps have a warranty of two years.</p>')}`;
const STATIONS = createPage(
  'Stations',
  [
    ['Oxford', 'No', '06:00–21:00'],
    ['Leeds', 'Yes', '05:30–22:00'],
  ]
    .map(
      ([name, luggage, hours]) =>
        `<h3>${name}</h3><dl><dt>Left luggage<dd>${luggage}<dt>Ticket office<dd>${hours}</dl>`,
    )
    .join(''),
);
const QUESTIONS = createPage(
  'Common questions',
  `<h3><button aria-expanded=true>Are dogs allowed?</button></h3><div>Yes, on a lead and in the garden only.</div>
  <h3><button aria-expanded=false>Is there parking?</button></h3><div hidden>Behind the house.</div>`,
);

const QUESTION_BUTTONS = createPage(
  'Common questions',
  `<button aria-expanded=true>Are bikes welcome?</button><p>Only folded.</p><button aria-expanded=false>Are surfboards welcome?</button><p hidden>No.</p>
  <details><summary>Is there parking?</summary>Behind the house.</details><details open><summary>Is there a shop?</summary><p>By the gate.</p></details>`,
);

// The headings inside the list entries must not count as headings of the text below the list.
const ORDER = createPage(
  'Order',
  `<ul>${[
    ['Desk lamp', '£18.00', 2],
    ['Wall clock', '£24.00', 1],
  ]
    .map(
      ([name, price, count]) =>
        `<li><h3><a href="#p">${name}</a></h3><p>${price}</p><label>Quantity <input type=number value=${count}></label><button>Remove</button></li>`,
    )
    .join('')}</ul><dl><dt>Delivery<dd>£4.00<dt>Total<dd>£64.00</dl>`,
);
const STEPPERS = createPage(
  'Tickets',
  `<ul>${[
    ['Adults', 2],
    ['Children', 1],
  ]
    .map(
      ([name, count]) =>
        `<li><span>${name}</span> <button aria-label="Fewer">−</button><span>${count}</span><button aria-label="More">+</button></li>`,
    )
    .join('')}</ul>`,
);
const SHOP_HOURS = createPage(
  'Shop hours',
  '<table><tr><th>Day<th>Opening hours</tr><tr><th>Saturday<td>09:00–18:00</tr><tr><th>Sunday<td>Closed</tr></table>',
);
const SERVICE_HOURS = createPage(
  'Help',
  '<table><tr><th><th>Sat<th>Sun</tr><tr><th>Phone<td>09:00–17:00<td>Closed</tr><tr><th>Live chat<td>10:00–16:00<td>Closed</tr></table>',
);

const SEATS = createPage(
  'Trains',
  `<ul>${[
    ['08:15 → 11:02', '£38.10', '<em>3 seats left</em>'],
    ['09:15 → 11:50', '£61.00', ''],
  ]
    .map(
      ([times, price, left]) =>
        `<li><h3>${times}</h3><div><strong>${price}</strong>${left}<button>Select</button><a href="#d">Details</a></div></li>`,
    )
    .join('')}</ul>`,
);
const PROFILE = createPage(
  'Profile',
  `<dl><dt>Name<dd>Ida Holm <a href="#edit">Change</a></dl><label>Colour <select><option>White<option selected>Black</select></label>
  <h2>About</h2><p>A lamp for small desks.</p><ul><li>Two years of warranty</ul>`,
);

/** Table cells with a border and padding. Each cell is an element of its own, separate from the list inside it. */
const ROLES_WITH_BORDERS = `<style>td { padding: 7px 9px; border-bottom: 1px solid #e2e6ec; } select { padding: 5px 8px; }</style><table><thead><tr><th>Name<th>Role</thead><tbody>
  ${[
    ['Tom Okafor', 'Admin'],
    ['Priya Raman', 'Member'],
  ]
    .map(
      ([name, role]) =>
        `<tr><td>${name}</td><td><select aria-label="Role for ${name}">${['Owner', 'Admin', 'Member'].map((option) => `<option ${option === role ? 'selected' : ''}>${option}</option>`).join('')}</select></td></tr>`,
    )
    .join('')}</tbody></table>`;

const TOYS = createPage(
  'Toys',
  `<table><tr><th>Toy<th>Stock<th>Availability</tr>${[
    ['Kite', 0, 'Out of stock'],
    ['Robot', 31, 'In stock'],
    ['Puzzle', 0, 'Out of stock'],
  ]
    .map(
      ([name, count, state]) =>
        `<tr><td>${name}<td><input type=number aria-label="Stock of ${name}" value=${count}><td>${state}</tr>`,
    )
    .join('')}</table>`,
);
const STATISTICS = `<nav><a href="#m">Members <span>4</span></a></nav>${createPage(
  'Overview',
  [
    ['Income', '€9,310'],
    ['Members', '218'],
  ]
    .map(
      ([name, figure]) =>
        `<article><h3>${name}</h3><p>${figure}</p><p>▲ 3 % <span>vs last year</span></p></article>`,
    )
    .join(''),
)}`;
const BOOKINGS = createPage(
  'Bookings',
  `<table><tr><th><button>Booking ▲</button><th>Date<th>Guest<th>Nights<th>Total<th>Status</tr>${[
    ['#1871', '3 Oct 2026', 'Nora Berg', 2, '€140.00', 'Confirmed'],
    ['#1872', '5 Oct 2026', 'Sam Ode', 6, '€90.00', 'Cancelled'],
  ]
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}`).join('')}</tr>`)
    .join('')}</table>`,
);
const SWITCHES = createPage(
  'Settings',
  `<h2>Alerts</h2>${[
    ['New bookings', true],
    ['Monthly summary', false],
  ]
    .map(
      ([name, on]) =>
        `<p>${name} <button role=switch aria-label="${name}" aria-checked=${on}>${on ? 'On' : 'Off'}</button></p>`,
    )
    .join('')}`,
);
const PERMIT = createPage(
  'Your boat',
  `<form><div class=f><label for=a>First name</label><input id=a value=Olga></div><div class=f><label for=b>Last name</label><input id=b value=Petrov></div>
  <div class=f><label for=r>Relationship to the owner</label><select id=r><option value="">Choose<option>Sister</select></div>
  <div class=f><label for=g>Registration number</label><input id=g value="K 77"></div><fieldset><legend>Date of launch</legend>${[
    ['Day', 9],
    ['Month', 4],
    ['Year', 2011],
  ]
    .map(([name, value]) => `<label>${name} <input value=${value}></label>`)
    .join(
      '',
    )}</fieldset><fieldset><legend>Engine</legend><label><input type=radio name=e>Steam</label><label><input type=radio name=e checked>Electric</label></fieldset>
  <h2>Attach a photo</h2><label for=u>Attach a photo</label><input type=file id=u><button>Continue</button></form>`,
);
const PROBLEMS = createPage(
  'Your boat',
  '<div role=alert><h2>There is a problem</h2><ul><li><a href="#n">Enter the boat’s name</a></ul></div><label for=n>Name</label><input id=n>',
);
const TABS = createPage(
  'Moorings',
  '<div role=tablist><button role=tab aria-selected=true>Summary</button><button role=tab aria-selected=false>Fees</button><button role=tab aria-selected=false>What you need</button></div><p>A mooring is for one boat.</p>',
);

const CASES: readonly EverydayCase[] = [
  // The value of a table cell is the value of the field in it.
  { page: TEAM, line: "what's Mei's role?", reply: 'Admin', notInReply: 'Owner' },
  { page: TEAM, line: 'who is an admin?', reply: 'Mei Chen', notInReply: 'Priya' },
  { page: TEAM, line: 'who are the guests?', reply: 'Luis Ortega', notInReply: 'Mei' },
  { page: TEAM, line: 'which people are guests?', reply: 'Tom Reed', notInReply: 'Owner' },
  { page: TEAM, line: 'is Mei an admin?', reply: 'Yes', notInReply: 'Owner' },
  { page: ROLES_WITH_BORDERS, line: 'who is the admin?', reply: 'Tom Okafor', notInReply: 'Priya' },
  { page: TEAM, line: 'is Priya an admin?', reply: 'Role: Member', notInReply: 'Yes' },
  { page: TEAM, line: 'how many guests are there?', reply: '2', notInReply: '4' },
  { page: TEAM, line: "what is Luis's desk?", reply: 'C2' },
  { page: BASKET, line: 'which one is black?', reply: 'Wall clock', notInReply: 'Desk lamp' },
  { page: BASKET, line: 'what colour is the desk lamp?', reply: 'White', notInReply: 'Black' },
  // A button names an action, not a fact.
  { page: NOTIFICATIONS, line: 'how many unread notifications?', notInReply: 'Mark as' },
  { page: NOTIFICATIONS, line: 'how many notifications are unread?', kind: 'unfinished' },
  { page: SETTINGS, line: 'what have you changed?', notInReply: 'Save changes' },
  { page: SETTINGS, line: "what's the token?", notInReply: 'Create token' },
  { page: SETTINGS, line: "what's the workspace called?", reply: 'Northwind' },
  { page: SETTINGS, line: "what's the email address?", notInReply: 'Marketing' },
  { page: SETTINGS, line: 'what does the message say?', reply: 'Settings saved', notInReply: '×' },
  { page: SETTINGS, line: 'was it saved?', reply: 'Settings saved', notInReply: '×' },
  { page: RAILCARDS, line: 'which railcards do I have?', notInReply: 'Add a railcard' },
  { page: RAILCARDS, line: 'how many railcards do I have?', kind: 'unfinished' },
  { page: RAILCARDS, line: 'what is in the basket?', notInReply: 'Continue' },
  { page: RAILCARDS, line: 'when was the password changed?', reply: '4 March 2027', notInReply: 'Remove' },
  { page: BASKET, line: "what's in my basket?", reply: 'Desk lamp and Wall clock', notInReply: 'checkout' },
  { page: ARTICLES, line: 'who wrote Salt?', reply: 'Per Lind' },
  // "It" means the row that the last answer was about, not just any row.
  {
    page: TICKETS,
    before: ['is the broken door closed?'],
    line: 'is it closed now?',
    notInReply: 'Leaking roof',
  },
  { page: TICKETS, line: 'is it closed?', notInReply: 'Leaking roof' },
  { page: TICKETS, line: 'is the leaking roof closed?', reply: 'Yes' },
  // Counts on the page.
  { page: SELECTED, line: 'how many are selected?', reply: '2', notInReply: '3' },
  { page: PASSENGERS, line: 'how many adults are there?', reply: '2', notInReply: '+' },
  { page: PASSENGERS, line: 'how many children are there?', reply: '1', notInReply: '+' },
  { page: ISSUE, line: 'what does the description say?', reply: 'wet weather', notInReply: 'Luis' },
  { page: ISSUE, line: "what does Priya's comment say?", reply: 'new hinge', notInReply: 'Mei' },
  { page: ISSUE, line: "what is in Mei's comment?", reply: 'arrived this morning', notInReply: 'hinge' },
  { page: REPORT, line: "what's the total closed?", reply: '25', notInReply: '2027' },
  { page: LANGUAGE, line: 'what languages are there?', reply: 'English, Français and Deutsch' },
  { page: LANGUAGE, line: 'what languages can I choose?', reply: 'Deutsch' },
  { page: LANGUAGE, line: "what's the language?", reply: 'Français', notInReply: 'Deutsch' },
  // Opening hours of several services.
  {
    page: HOURS,
    line: 'are you open on Sundays?',
    reply: 'Phone: 09:00–17:00, Live chat: Closed',
    notInReply: 'No.',
  },
  { page: HOURS, line: 'is live chat open on sunday?', reply: 'No', notInReply: '17:00' },
  {
    page: HOURS,
    line: 'what time do you close on Saturday?',
    reply: 'Phone: 09:00–18:00, Live chat: 10:00–16:00',
  },
  { page: HOURS, line: 'is the phone line open on Saturday?', reply: 'Yes', notInReply: '16:00' },
  { page: HOURS, line: 'is the phone open on Tuesday?', reply: '08:00–20:00', notInReply: '17:00' },
  // Lists whose entries have a heading and details.
  { page: TRAINS, line: 'which trains are direct?', reply: '10:05 → 12:12', notInReply: '10:35' },
  { page: TRAINS, line: 'how many coaches are there?', reply: '1 row', notInReply: '4h' },
  { page: TRAINS, line: 'which direct trains are there?', reply: '10:05', notInReply: '11:05' },
  { page: TRAINS, line: 'what is the cheapest journey?', reply: '11:05 → 15:40', notInReply: 'National' },
  { page: TRAINS, line: 'how much is the 10:05?', reply: '£52.00', notInReply: '£41' },
  { page: TRAINS, line: 'how much is the first one?', reply: '£52.00', notInReply: '£12' },
  { page: TRAINS, line: 'how many are left?', notInReply: 'I count' },
  { page: TRAINS, line: 'how many passengers is that?', notInReply: 'I count' },
  { page: ISSUE, line: 'when is it due?', reply: '12 Dec 2026', notInReply: 'Comments' },
  { page: EMPTY_BASKET, line: 'is my basket empty?', notInReply: 'Yes' },
  { page: STATIONS, line: 'does Oxford have left luggage?', reply: 'No' },
  { page: STATIONS, line: 'does Leeds have left luggage?', reply: 'Yes' },
  {
    page: STATIONS,
    line: 'when does the ticket office at Leeds close?',
    reply: '05:30–22:00',
    notInReply: '06:00',
  },
  { page: REPORT, line: 'who has closed the most?', reply: 'Mei' },
  { page: REPORT, line: 'who has the most open tickets?', reply: 'Tom' },
  { page: REPORT, line: 'how many open tickets does Tom have?', reply: '7' },
  { page: QUESTIONS, line: 'are dogs allowed?', reply: 'on a lead' },
  { page: QUESTIONS, line: 'is there parking?', kind: 'unfinished' },
  { page: QUESTION_BUTTONS, line: 'are bikes welcome?', reply: 'Only folded' },
  { page: QUESTION_BUTTONS, line: 'are surfboards welcome?', kind: 'unfinished' },
  { page: QUESTION_BUTTONS, line: 'is there a shop?', reply: 'By the gate' },
  { page: TRAINS, line: 'which train is the cheapest?', reply: '10:35', notInReply: '11:05' },
  { page: TRAINS, line: 'how long is the cheapest one?', notInReply: '£' },
  { page: TRAINS, line: 'when does the first one arrive?', notInReply: 'earliest' },
  { page: ORDER, line: 'how much is the wall clock?', reply: '£24.00', notInReply: 'Total' },
  { page: ORDER, line: 'what is the total?', reply: '£64.00', notInReply: 'clock' },
  { page: ORDER, line: 'how many desk lamps are there?', reply: '2', notInReply: 'row' },
  { page: STEPPERS, line: 'how many adults?', reply: '2', notInReply: 'row' },
  { page: STEPPERS, line: 'how many tickets are there?', kind: 'unfinished' },
  {
    page: createPage('Basket', '<p>Your basket is empty.</p><a href="#shop">Continue shopping</a>'),
    line: 'is the basket empty?',
    reply: 'Yes',
  },
  { page: SHOP_HOURS, line: 'are you open on Sunday?', reply: 'No. Sunday: Closed', notInReply: '“Closed”' },
  { page: SHOP_HOURS, line: 'are you open now?', kind: 'unfinished' },
  {
    page: SERVICE_HOURS,
    line: 'is the phone open on Saturday?',
    reply: 'Yes. Sat: 09:00–17:00',
    notInReply: '16:00',
  },
  { page: SEATS, line: 'how many seats are there?', notInReply: '103' },
  { page: SEATS, line: 'how many seats are left?', reply: '08:15', notInReply: 'Select' },
  { page: PROFILE, line: 'what is my name?', reply: 'Ida Holm', notInReply: 'Change' },
  { page: PROFILE, line: 'which colours does it come in?', reply: 'White and Black' },
  { page: PROFILE, line: 'what does the about text say?', notInReply: 'Change' },
  // “Out of stock” is compared as a whole, not word by word.
  { page: TOYS, line: 'which toys are out of stock?', reply: 'Kite and Puzzle', notInReply: 'Robot' },
  { page: TOYS, line: 'how many toys are out of stock?', reply: '2 rows' },
  { page: TOYS, line: "what's out of stock?", reply: 'Kite and Puzzle', notInReply: 'Robot' },
  { page: TOYS, line: 'is the kite in stock?', reply: 'No', notInReply: 'Yes' },
  { page: TOYS, line: 'is the robot out of stock?', reply: 'No', notInReply: 'Yes' },
  { page: TOYS, line: 'how many robots are left?', reply: '31' },
  { page: STATISTICS, line: "what's our income?", reply: 'Income: €9,310', notInReply: 'last year' },
  { page: STATISTICS, line: 'how many members do we have?', reply: '218', notInReply: '4' },
  // A number after “#” is neither a date nor an amount.
  { page: BOOKINGS, line: 'when did Nora book?', reply: '3 Oct 2026', notInReply: '#' },
  { page: TREES, line: 'which tree is the tallest?', reply: 'Poplar has the greatest Height: 2 m' },
  { page: TREES, line: 'which is the oldest tree?', reply: 'Oak has the highest Age: 34 years' },
  { page: TREES, line: 'which tree was planted last?', reply: 'Poplar' },
  { page: TREES, line: 'what is the youngest tree?', reply: 'Poplar has the lowest Age' },
  { page: BOOKINGS, line: "what's the biggest booking?", reply: '#1871', notInReply: '▲' },
  { page: BOOKINGS, line: 'who is the first in the list?', reply: 'Nora Berg', notInReply: 'earliest' },
  { page: BOOKINGS, line: "what's the total of booking 1872?", reply: 'Total: €90.00', notInReply: 'add up' },
  { page: BOOKINGS, line: 'how much did Nora Berg spend?', reply: '€140.00' },
  { page: BOOKINGS, line: 'when was booking 1872 placed?', reply: '5 Oct 2026' },
  { page: BOOKINGS, line: 'who booked the most nights?', reply: 'Sam Ode' },
  { page: BOOKINGS, line: 'what happened to booking 1872?', reply: 'Cancelled' },
  { page: TEAM, line: 'who has guest rights?', reply: 'Luis Ortega and Tom Reed', notInReply: 'Name:' },
  { page: SWITCHES, line: 'which alerts are on?', reply: 'New bookings', notInReply: 'Monthly' },
  // The form on the page: missing values and what was entered.
  {
    page: PERMIT,
    line: "what's still missing?",
    reply: 'Relationship to the owner',
    notInReply: 'Registration',
  },
  {
    page: PERMIT,
    line: "what's the relationship to the owner?",
    reply: 'Nothing is chosen',
    notInReply: 'Sister',
  },
  { page: PROBLEMS, line: 'what is missing?', reply: 'Enter the boat’s name' },
  { page: PERMIT, line: 'what have I chosen?', reply: 'Electric', notInReply: 'Steam' },
  { page: PERMIT, line: 'is it steam or electric?', reply: 'Electric' },
  { page: PERMIT, line: 'what date of launch did I enter?', reply: 'Day: 9, Month: 4, Year: 2011' },
  { page: PERMIT, line: "what's my reg number?", reply: 'K 77' },
  { page: PERMIT, line: 'what did I put for my name?', reply: 'Olga, Last name: Petrov' },
  { page: PERMIT, line: 'is Olga my sister?', kind: 'unfinished' },
  { page: PERMIT, line: 'what do I need to attach?', kind: 'unfinished' },
  { page: TABS, line: 'what do I need?', reply: 'the tab “What you need”', notInReply: 'Summary' },
];

testEverydayLines(CASES);
