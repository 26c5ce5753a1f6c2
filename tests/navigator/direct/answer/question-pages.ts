/** Pages of the kinds that people use, with questions and what the page answers; null if it does not. */
export interface QuestionPage {
  name: string;
  html: string;
  questions: readonly (readonly [question: string, expected: RegExp | null])[];
}

const row = (tag: string, cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
const table = (head: readonly string[] | null, rows: readonly (readonly string[])[]): string =>
  `<table>${head ? `<thead>${row('th', head)}</thead>` : ''}<tbody>${rows.map((r) => row('td', r)).join('')}</tbody></table>`;

export const QUESTION_PAGES: readonly QuestionPage[] = [
  {
    name: 'invoice list',
    html: `<title>Invoices</title><nav><a href=/invoices>Invoices</a> <a href=/clients>Clients</a></nav><main><h1>Invoices</h1>
      ${table(
        ['Number', 'Client', 'Issued', 'Due', 'Amount', 'Status', ''],
        [
          ['2041', 'Baltic Rope', '2 March 2026', '1 April 2026', '€1,240.00', 'Paid'],
          ['2042', 'Nordlys AS', '9 March 2026', '8 April 2026', '€310.50', 'Overdue'],
          ['2043', 'Harbour Café', '11 March 2026', '10 April 2026', '€86.00', 'Overdue'],
          ['2044', 'Baltic Rope', '20 March 2026', '19 April 2026', '€702.00', 'Sent'],
        ].map((cells) => [...cells, '<a href=/edit>Edit</a>']),
      )}</main>`,
    questions: [
      ['when is invoice 2042 due?', /8 April 2026/u],
      ['how much is the invoice for Harbour Café?', /86\.00/u],
      ['which invoices are overdue?', /2042.*2043/u],
      ['how many invoices are overdue?', /\b2\b/u],
      ['is 2044 paid?', /^No\b.*Sent/u],
      ['which invoice has the highest amount?', /2041/u],
      ['what is the phone number of Nordlys?', null],
      ['how much is the invoice for Feinwerk?', null],
    ],
  },
  {
    name: 'mail list',
    html: `<title>Mail</title><nav><ul><li><a href=/inbox>Inbox <span class=badge>12</span></a></li>
      <li><a href=/drafts>Drafts (3)</a></li><li><a href=/spam>Spam</a></li></ul></nav><main><h1>Inbox</h1>
      ${table(null, [
        ['<input type=checkbox>', 'Ines Maurer', '<a href=/m1>Boiler inspection on Thursday</a>', '14:05'],
        ['<input type=checkbox>', 'Post office', '<a href=/m2>Your parcel is waiting</a>', '11:32'],
        [
          '<input type=checkbox>',
          'Jonas Wirth',
          '<a href=/m3>Re: Choir rehearsal</a> <span>Attachment</span>',
          'Nov 24',
        ],
        ['<input type=checkbox>', 'Ines Maurer', '<a href=/m4>Minutes of the meeting</a>', 'Nov 21'],
      ])}</main>`,
    questions: [
      ['how many drafts are there?', /\b3\b/u],
      ['how many messages are in the inbox?', /\b12\b/u],
      ['who sent the message about the choir rehearsal?', /Jonas Wirth/u],
      ['when did the boiler inspection mail arrive?', /14:05/u],
      ['which messages are from Ines Maurer?', /Boiler inspection.*Minutes of the meeting/u],
      ['is there a message from the post office?', /^Yes\b/u],
      ['how many messages are in spam?', null],
      ['who sent the message about the car?', null],
    ],
  },
  {
    name: 'issue page',
    html: `<title>#418 Export loses accents</title><main><h1>#418 Export loses accents</h1>
      <dl><dt>Status</dt><dd>Open</dd><dt>Priority</dt><dd>High</dd><dt>Assignee</dt><dd>Marta Kowalska</dd>
      <dt>Reporter</dt><dd>d.reuter</dd><dt>Milestone</dt><dd>4.2</dd><dt>Labels</dt><dd>export, unicode</dd></dl>
      <h2>Description</h2><p>When a list with names such as Zoë is exported, the file shows question marks. The error was first seen in version 4.1.3.</p>
      <h2>Comments (2)</h2><ul><li><b>Tomas Lindgren</b> · 3 May 2026<p>I can reproduce this with Excel 2021 only.</p></li>
      <li><b>Marta Kowalska</b> · 5 May 2026<p>The header lacks a byte order mark.</p></li></ul></main>`,
    questions: [
      ['who is assigned to this issue?', /Marta Kowalska/u],
      ['who reported it?', /d\.reuter/u],
      ['what is the priority?', /High/u],
      ['how many comments are there?', /\b2\b/u],
      ['in which version was the error first seen?', /4\.1\.3/u],
      ['is the issue closed?', /^No\b.*Open/u],
      ['when is it due?', null],
    ],
  },
  {
    name: 'product page',
    html: `<title>Walnut desk lamp – Lumen & Co</title><header><a href=/>Lumen & Co</a> <a href=/basket>Basket (1)</a></header><main>
      <h1>Walnut desk lamp</h1><p>€79.00</p><p>In stock, delivered in 2–3 working days</p>
      <table><tr><th>Height</th><td>42 cm</td></tr><tr><th>Weight</th><td>1.8 kg</td></tr><tr><th>Bulb</th><td>E27, up to 40 W</td></tr><tr><th>Material</th><td>Walnut and brass</td></tr></table>
      <h2>Reviews</h2><p>4.6 out of 5 · 38 reviews</p>
      <h2>You may also like</h2><ul><li><a href=/p1>Oak floor lamp</a> <span>€149.00</span></li><li><a href=/p2>Clip light</a> <span>€24.50</span></li></ul></main>`,
    questions: [
      ['how much is it?', /79\.00/u],
      ['how heavy is the lamp?', /1\.8 kg/u],
      ['what is it made of?', /Walnut and brass/u],
      ['how much is the clip light?', /24\.50/u],
      ['how many reviews are there?', /\b38\b/u],
      ['is it in stock?', /In stock/u],
      ['who designed it?', null],
      ['how much is the ceiling lamp?', null],
    ],
  },
  {
    name: 'settings form',
    html: `<title>Notification settings</title><main><h1>Notifications</h1><form>
      <p><label>Reply address <input type=email value="crew@regatta.example"></label></p>
      <p><label for=freq>Digest frequency</label> <select id=freq><option>Daily<option selected>Weekly<option>Never</select></p>
      <p><label><input type=checkbox checked> Notify me about new comments</label></p>
      <p><label><input type=checkbox> Notify me about mentions</label></p>
      <p><label>Quiet hours from <input type=time value="22:00"></label> <label>to <input type=time value="07:00"></label></p>
      <p><label>Signature <textarea></textarea></label></p><button>Save</button></form></main>`,
    questions: [
      ['what is the reply address?', /crew@regatta\.example/u],
      ['how often is the digest sent?', /Weekly/u],
      ['is the box about mentions ticked?', /^No\b/u],
      ['what is the digest frequency?', /Weekly/u],
      ['what are the options of the digest frequency?', /Daily.*Weekly.*Never/u],
      ['is the signature empty?', /^Yes\b/u],
      ['what is the postal address?', null],
    ],
  },
];
