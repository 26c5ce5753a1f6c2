/** Everyday instructions about list entries, fields and forms. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const COMMENTS = `<title>Ticket</title><h1>Ticket</h1><form onsubmit="document.title = text.value; return false">
  <label for=text>Add a comment</label><textarea id=text></textarea><button>Comment</button></form>`;
const TRAIN_TICKET_FORM = `<title>Tickets</title><form onsubmit="document.title = 'submitted'; return false">
  <label><input type=radio name=type> One-way</label><label><input type=radio name=type> Return</label>
  <label>From <input name=from></label><button>Find tickets</button></form>`;
const SEARCH = `<title>Trains</title><label>From <input></label><label>To <input oninput="document.title = 'to ' + this.value"></label>
  <label>Outward date <input type=date onchange="document.title = this.value"></label>`;
const REPORT = `<title>Report</title><label>From <input type=date value=2020-11-01 onchange="document.title = this.value"></label>
  <label>To <input type=date value=2020-11-30></label>`;
const ASSIGNEE = `<title>Ticket</title><label for=assignee>Assignee</label><input id=assignee role=combobox><ul id=options role=listbox></ul><script>
  assignee.oninput = () => {
    options.innerHTML = ['Dana Whitfield', 'Tom Okafor'].filter((name) => name.includes(assignee.value)).map((name) => '<li role=option>' + name).join('');
    for (const option of options.children) option.onmousedown = () => { assignee.value = document.title = option.textContent; };
  };
  assignee.onblur = () => { if (document.title === 'Ticket') assignee.value = ''; };
</script>`;
/** Returns a script that shows a menu after a button. A menu entry writes its name and the row's id into the title. */
const createMenuScript = (names: readonly string[]): string => `<script>
  const showMenu = (button, id) => {
    const menu = document.createElement('div');
    menu.role = 'menu';
    for (const name of ${JSON.stringify(names)}) {
      const item = document.createElement('button');
      item.role = 'menuitem';
      item.textContent = name;
      item.onclick = () => { document.title = name + ' ' + id; menu.remove(); };
      menu.append(item);
    }
    button.after(menu);
  };
</script>`;
const createMenuRow = (
  id: string,
  title: string,
): string => `<tr><td><input type=checkbox aria-label="Select ${id}">
  <td>${id}<td><a href="#${id}" onclick="document.title = 'opened ${id}'">${title}</a>
  <td><button aria-haspopup=menu aria-label="More actions for ${id}" onclick="showMenu(this, '${id}')">…</button></tr>`;
const TICKETS = `<title>Tickets</title><h1>Tickets</h1><table><thead><tr><th><th>ID<th>Title<th></thead><tbody>
  ${createMenuRow('BL-101', 'Login page hangs')}${createMenuRow('BL-102', 'Export drops a column')}</tbody></table>${createMenuScript(['Edit', 'Duplicate'])}`;
const BOARDS = `<title>Boards</title><ul>${['Garden plan', 'House']
  .map(
    (name) => `<li>${name} <button onclick="copyDialog.showModal()">Copy</button> <button>Open</button></li>`,
  )
  .join(
    '',
  )}</ul><dialog id=copyDialog><form method=dialog onsubmit="document.title = 'copied as ' + newName.value">
  <label>New name <input id=newName></label><button>Copy board</button></form></dialog>`;
const MENU_CELLS = `<title>Files</title><table><tr><th>Name<th></tr>${['Alpha', 'Beta', 'Gamma']
  .map(
    (name) =>
      `<tr><td>${name} <button aria-haspopup=menu>⋯</button></td><td><button>Share</button></td></tr>`,
  )
  .join('')}</table>`;
const NOTIFICATIONS = `<title>Notifications</title><ul>${['Tom', 'Luis', 'Mei']
  .map(
    (
      name,
    ) => `<li><span>${name} wrote to you</span> <button onclick="document.title += ', read ${name}'">Mark as read</button>
    <button aria-label="Delete notification" onclick="document.title += ', deleted ${name}'; this.parentElement.remove()">×</button></li>`,
  )
  .join('')}</ul>`;
const RAILCARD = `<title>Railcards</title><ul><li>16-25 Railcard <button onclick="document.title = 'removed'">Remove</button></li></ul>`;
const ARCHIVE = `<title>Ticket</title><nav><a href="#list" onclick="document.title = 'left the page'">Tickets</a></nav><h1>Login fails</h1>
  <button aria-haspopup=menu aria-label="More actions" onclick="menu.hidden = false">⋯</button>
  <div role=menu id=menu hidden><button role=menuitem onclick="document.title = 'archived'">Archive</button></div>`;

const TRAINS = `<title>Trains</title><h1>Trains</h1><ol>${[
  ['08:40 → 10:05', '£38.20'],
  ['10:05 → 12:11', '£52.00'],
  ['12:30 → 15:25', '£29.90'],
]
  .map(
    ([times, price]) => `<li><b>${times}</b><div>Direct</div><b>${price}</b>
    <button onclick="document.title = 'selected ${times}'">Select</button><details><summary>Journey details</summary></details>`,
  )
  .join('')}</ol>`;
const BOARD = `<title>Board</title>${[
  ['BL-1', 'Dark mode'],
  ['BL-2', 'Export'],
]
  .map(
    ([id, name]) =>
      `<article><h3>${name}</h3><p>${id}</p><button aria-haspopup=menu aria-label="Move ${name}" onclick="showMenu(this, '${id}')">Move to…</button></article>`,
  )
  .join('')}${createMenuScript(['In progress', 'Closed'])}`;
const SELECTABLE_ROWS = `<title>Tickets</title><table><thead><tr><th><input type=checkbox aria-label="Select all" onchange="document.title = 'all'"><th>Title</thead><tbody>
  ${['Login', 'Export'].map((name) => `<tr><td><input type=checkbox aria-label="Select ${name}"><td><a href="#${name}" onclick="document.title = 'left'">${name}</a></tr>`).join('')}</tbody></table>`;
const PERSON = `<title>Person</title><form onsubmit="return false"><label>First name <input oninput="document.title = this.value"></label>
  <label>Security code <input></label><button>Pay</button></form>`;
const OPEN_TICKETS = `<title>Tickets</title><table><thead><tr><th>ID<th>Title<th>Status</thead><tbody>${[
  'Rate limit the API',
  'Login page hangs',
]
  .map(
    (name, i) =>
      `<tr><td>BL-${i}<td><a href="#${i}" onclick="document.title = '${name}'">${name}</a><td>Open</tr>`,
  )
  .join('')}</tbody></table>`;
const TRIPS = `<title>My trips</title><h1>My trips</h1><table><thead><tr><th>Trip<th></thead><tbody>${[
  'London to Leeds',
  'York to Oxford',
]
  .map(
    (name) => `<tr><td>${name}<td><button onclick="document.title = 'ticket ${name}'">E-ticket</button></tr>`,
  )
  .join('')}</tbody></table>`;

const STOCK = `<title>Products</title><table><thead><tr><th>Name<th>Stock</thead><tbody>
  <tr><td><a href="#lamp" onclick="document.title = 'lamp'">Lamp</a><td>2</tr></tbody></table>
  <p class=pagination>1 <a href="#2" onclick="document.title = 'page 2'">2</a></p>`;
const PHOTO = `<title>Vase</title><form onsubmit="document.title = 'deleted'; return false"><label>Photo <input></label><button>Delete object</button></form>`;

const MAIL = `<title>Inbox</title><ul id=list>${['Lunch', 'Budget']
  .map((subject) => `<li><a href="#${subject}" onclick="showMessage('${subject}')">${subject}</a>`)
  .join('')}</ul><script>
  const showMessage = (subject) => {
    document.title = subject;
    list.outerHTML = '<h1>' + subject + '</h1><article><p>Please send me your numbers.</p><button>Archive</button></article>';
    document.querySelector('button').onclick = () => { document.title = 'archived ' + subject; };
  };
</script>`;

const REASON = `<title>Clinic</title><label>Reason <input oninput="document.title = this.value"></label><label><input type=checkbox> Remind me</label>`;

/** Creates a button that shows or hides a menu. */
const createToggledMenu = (name: string, id: string, entries: string): string =>
  `<button aria-haspopup=menu aria-expanded=false onclick="toggle(this, ${id})">${name}</button><div role=menu id=${id} hidden>${entries}</div>`;
const createMenuItems = (names: readonly string[], prefix = ''): string =>
  names
    .map(
      (name) =>
        `<button role=menuitem onclick="this.parentNode.hidden = true; document.title = '${prefix}${name}'">${name}</button>`,
    )
    .join('');
const LOANS = `<title>Loans</title><h1>Loans</h1>
  <button aria-label="Messages, 2 unread" aria-expanded=false aria-controls=messages onclick="toggle(this, messages);">✉</button><section id=messages hidden><p>Two books are late</p></section>
  ${createToggledMenu('Ines Duarte ▾', 'person', createMenuItems(['Settings', 'Sign out']))}
  ${createToggledMenu('Download ▾', 'formats', createMenuItems(['Download as PDF', 'Download as text']))}
  ${createToggledMenu('Columns', 'columns', `<button role=menuitemcheckbox aria-checked=true onclick="this.ariaChecked = 'false'; document.title = 'hidden'">Shelf</button>`)}
  <table><thead><tr><th>Loan<th><button onclick="document.title = 'sorted'">Shelf</button><th>State<th></thead><tbody>${[
    [301, 'B2'],
    [302, 'C5'],
  ]
    .map(
      ([id, shelf]) =>
        `<tr><th><a href="#${id}" onclick="document.title = 'opened ${id}'">#${id}</a><td>${shelf}<td><select aria-label="State of loan ${id}" onchange="document.title = '${id} ' + value"><option>Lent<option>Returned</select>
        <td>${createToggledMenu(`⋯<span style="position:absolute;clip:rect(0 0 0 0)">More actions for loan ${id}</span>`, `menu${id}`, createMenuItems(['Renew', 'Archive'], `${id} `))}`,
    )
    .join('')}</table>
  <script>const toggle = (button, menu) => { menu.hidden = !menu.hidden; button.ariaExpanded = String(!menu.hidden); };</script>`;
const TIMES = `<title>Library</title><details ontoggle="document.title = 'open: ' + this.open"><summary>Show opening times</summary><p>Nine to five</p></details>`;
const TICKED_LOANS = `<title>Loans</title><h1>Loans</h1><p>2 selected</p>${createToggledMenu('Mark as ▾', 'states', createMenuItems(['Lent', 'Returned']))}
  <table><tr><th>Loan<th>Reader<tr><td><label><input type=checkbox checked> 301</label><td>Ana</table>
  <script>const toggle = (button, menu) => { menu.hidden = !menu.hidden; button.ariaExpanded = String(!menu.hidden); };</script>`;
const APPLICATION = `<title>Pass</title><h1>Check your application</h1><dl><div><dt>Phone number</dt><dd>0151 496 0000</dd>
  <dd><button onclick="field.hidden = false">Change<span style="position:absolute;clip:rect(0 0 0 0)"> phone number</span></button></dd></div></dl>
  <label id=field hidden>Phone number <input oninput="document.title = value"></label>
  <form onsubmit="document.title = 'sent'; return false"><label><input type=checkbox> All of this is true</label><button>Agree and send</button></form>`;
const ADDRESS = `<title>Address</title><form onsubmit="document.title = 'next step'; return false"><label>Street <input></label><button>Continue</button></form>`;
const TOOLS = `<title>Tools</title><h1>Tools</h1><table><thead><tr><th>Tool<th>Weight<th></thead><tbody><tr><th>Drill<td>2 kg
  <td><button onclick="d.hidden = false">Edit</button></table><div role=dialog aria-modal=true aria-label="Edit drill" id=d hidden style="position:fixed;inset:0;background:#fff"><form onsubmit="document.title = weight.value; return false">
  <div role=tablist><button type=button role=tab aria-selected=true>Tool</button><button type=button role=tab aria-selected=false onclick="first.hidden = true; second.hidden = false; this.ariaSelected = 'true'">Measures</button></div>
  <div role=tabpanel id=first><label>Tool <input value=Drill></label></div><div role=tabpanel id=second hidden><label>Weight (kg) <input id=weight value=2></label></div><button>Save</button></form></div>`;
const SHORTCUT = `<title>Editor</title><script>onkeydown = (event) => { if (event.ctrlKey && event.key === 'j') document.title = 'jumped'; };</script>`;

/** The header has a checkbox that selects all rows, and a field that filters a column. */
const PARTS = `<title>Parts</title><table><tr><th><input type=checkbox aria-label="No rows chosen" onclick="document.title='all'"><th>Part<th>Maker</tr>
  <tr><th><th><th><input readonly role=combobox placeholder=Any></tr>${['Bolt', 'Flange']
    .map(
      (part) =>
        `<tr><td><input type=checkbox aria-label="Row not chosen" onclick="document.title='${part}'"><td>${part}<td>Brandt</tr>`,
    )
    .join('')}</table>`;
const VISITORS = `<title>Visitors</title><table><tr><th>Name<th>Badge<th>Host</tr>${[
  ['Nora Finch', 'N71', 'Lund'],
  ['Omar Reyes', 'O12', 'Sato'],
]
  .map(
    ([name, badge, host]) =>
      `<tr><td><a href="#${badge}" onclick="document.title='${name}'">${name}</a><td>${badge}<td>${host}</tr>`,
  )
  .join('')}</table>`;

const CASES: readonly EverydayCase[] = [
  {
    page: COMMENTS,
    line: 'add a comment saying Looking at this now',
    title: 'Looking at this now',
    notInReply: 'did nothing',
  },
  { page: COMMENTS, line: 'add a comment: Starting today', title: 'Starting today' },
  { page: COMMENTS, line: 'leave a comment saying done and post it', title: 'done', kind: 'report' },
  { page: TRAIN_TICKET_FORM, line: 'I want a return', title: 'Tickets', kind: 'report' },
  { page: SEARCH, line: 'put York in the to box', title: 'to York' },
  {
    page: SEARCH,
    before: ['put it in the box'],
    line: 'set the to field to Leeds',
    title: 'to Leeds',
  },
  { page: SEARCH, line: 'set the outward date to tomorrow', kind: 'report', notInReply: 'did nothing' },
  { page: REPORT, line: 'set From to 1 October', title: '2020-10-01' },
  { page: REPORT, line: 'set the from date to 2 October', title: '2020-10-02' },
  { page: ASSIGNEE, line: 'set the assignee to Tom', title: 'Tom Okafor' },
  { page: ASSIGNEE, line: 'assign it to Dana', title: 'Dana Whitfield', notInReply: 'did nothing' },
  { page: TICKETS, line: 'duplicate BL-102', title: 'Duplicate BL-102' },
  { page: BOARDS, line: 'copy the garden plan as Garden 2 and save it', title: 'copied as Garden 2' },
  {
    page: BOARDS,
    line: 'copy House and call it Shed, then save',
    title: 'copied as Shed',
    reply: 'row of “House”',
  },
  { page: MENU_CELLS, line: 'what files are there?', title: 'Files', reply: 'Alpha, Beta and Gamma' },
  { page: TICKETS, line: 'open BL-101', title: 'opened BL-101' },
  { page: NOTIFICATIONS, line: 'delete the last one', title: 'Notifications, deleted Mei' },
  {
    page: NOTIFICATIONS,
    before: ['mark the first one as read'],
    line: 'and the second',
    title: 'Notifications, read Tom, read Luis',
  },
  {
    page: RAILCARD,
    before: ['remove the senior railcard'],
    line: 'remove it',
    title: 'Railcards',
    kind: 'unfinished',
  },
  { page: TRAINS, line: 'select the 10:05', title: 'selected 10:05 → 12:11', reply: '10:05 → 12:11' },
  { page: TRAINS, line: 'choose the train at 12:30', title: 'selected 12:30 → 15:25' },
  { page: TRAINS, line: "I'll take the second one", title: 'selected 10:05 → 12:11' },
  { page: TRAINS, line: 'take the cheapest', title: 'selected 12:30 → 15:25' },
  { page: BOARD, line: 'move BL-2 to In progress', title: 'In progress BL-2' },
  { page: BOARD, line: 'move the dark mode ticket to closed', title: 'Closed BL-1' },
  { page: SELECTABLE_ROWS, line: 'select all of them', title: 'all' },
  { page: PERSON, line: 'first name John', title: 'John' },
  { page: PERSON, line: 'first name: mary ann', title: 'mary ann' },
  { page: REASON, line: 'reason: sore throat', title: 'sore throat' },
  { page: OPEN_TICKETS, line: 'open Rate limit the API', title: 'Rate limit the API' },
  { page: OPEN_TICKETS, line: 'open the login page ticket', title: 'Login page hangs' },
  { page: TRIPS, line: 'show me the e-ticket for the Oxford trip', title: 'ticket York to Oxford' },
  { page: ARCHIVE, line: 'archive this ticket', title: 'archived' },
  { page: SEARCH, line: 'from York to Leeds', title: 'to Leeds' },
  // "It" is the message that is now open. It does not mean the second entry of the list that was shown before.
  { page: MAIL, before: ['open the second message'], line: 'archive it', title: 'archived Budget' },
  { page: STOCK, line: 'go to page 2', title: 'page 2' },
  { page: PHOTO, line: 'delete the photo of the blue vase', title: 'Vase', kind: 'unfinished' },
  { page: TIMES, before: ['archive the receipt'], line: 'show the opening times', title: 'open: true' },
  { page: LOANS, before: ['open columns'], line: 'open columns', kind: 'report', reply: 'already open' },
  { page: LOANS, line: 'download as text', title: 'Download as text' },
  { page: LOANS, line: 'download as excel', title: 'Loans', reply: 'it offers “Download as PDF”' },
  { page: LOANS, line: 'click download then text', title: 'Download as text' },
  { page: LOANS, line: 'log me out', title: 'Sign out' },
  { page: LOANS, line: 'mark loan 302 as returned', title: '302 Returned' },
  { page: TICKED_LOANS, line: 'mark the selected ones as returned', title: 'Returned' },
  { page: LOANS, line: 'renew 302', title: '302 Renew' },
  { page: LOANS, line: 'open loan 302', title: 'opened 302' },
  { page: LOANS, line: 'hide the shelf column', title: 'hidden' },
  { page: ADDRESS, line: 'carry on', title: 'next step' },
  { page: APPLICATION, line: 'submit it', title: 'sent' },
  { page: APPLICATION, line: 'save it', title: 'Pass', kind: 'ask' },
  { page: APPLICATION, line: 'change my phone number to 0151 496 0123', title: '0151 496 0123' },
  { page: TOOLS, line: 'change the weight of the drill to 3', title: '3' },
  { page: PARTS, line: 'tick Any in Maker', kind: 'unfinished', title: 'Parts' },
  { page: PARTS, line: 'select Flange', title: 'Flange', reply: 'in the row of “Flange”' },
  { page: VISITORS, before: ["what is Nora's badge?"], line: "and Omar's?", reply: 'O12', title: 'Visitors' },
  { page: VISITORS, before: ['who is the host of Omar Reyes?'], line: 'and that of Nora?', reply: 'Lund' },
  { page: SHORTCUT, line: 'press ctrl+j', title: 'jumped' },
];

testEverydayLines(CASES);
