/** Everyday questions about states, dates, durations and addresses, in the words of a person who does not know the page. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const createPage = (heading: string, body: string): string =>
  `<title>${heading}</title><main><h1>${heading}</h1>${body}</main>`;
const createTable = (headers: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><tr>${headers.map((header) => `<th>${header}</th>`).join('')}</tr>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</table>`;

const MOORINGS = createPage(
  'Moorings',
  `${createTable(
    ['Berth', 'Boat', 'State', 'Starts', 'Expires'],
    [
      ['A1', 'Sea Holly', 'Active', '1 May 2024', '3 June 2027'],
      ['A2', 'Grey Heron', 'Expired', '1 March 2025', '28 February 2026'],
      ['B7', 'Wild Rose', 'Active', '9 July 2024', '8 July 2026'],
      ['B9', 'Old Tom', 'New', '2 January 2023', '1 August 2028'],
    ],
  )}<p>4 moorings</p>`,
);
const DONATIONS = createPage(
  'Donations',
  createTable(
    ['Date', 'Payment method', 'Cause', 'Amount'],
    [
      ['4 May 2026', 'Card ending 9912', 'Lifeboats', '£20.00'],
      ['11 June 2026', 'Card ending 9912', 'Owl rescue', '£15.00'],
    ],
  ),
);
const CLASSES = createPage(
  'Classes',
  createTable(
    ['Class', 'Day', ''],
    [
      ['Pottery', 'Monday', '<button>Book</button>'],
      ['Weaving', 'Friday', '<button>Book</button>'],
    ],
  ),
);
const APPLICANT = createPage(
  'Summary',
  '<table><tr><th>Date of birth</th><td>7 11 1984</td></tr><tr><th>Town</th><td>Leek</td></tr></table>',
);
const CLIMBING = createPage(
  'Climbing',
  `<style>x-row { display: flex }</style><x-rows><x-row><x-name>Coach</x-name><x-value>Ada Moreau</x-value></x-row><x-row><x-name>Duration</x-name><x-value>75 minutes</x-value></x-row></x-rows><p>Come five minutes early.</p>`,
);
const HIRE = createPage(
  'Party hire',
  `<ul>${[
    ['Bouncy castle', 'AirFun · Inflatables', '£90 per day, deposit £120'],
    ['Popcorn machine', 'Kernel · Catering', '£25 per day, deposit £40'],
  ]
    .map(
      ([name, kind, price]) =>
        `<li><h2><a href="#${name}">${name}</a></h2><p>${kind}</p><p>${price}</p><button>Reserve</button></li>`,
    )
    .join('')}</ul>`,
);
const CAFE = createPage(
  'Help',
  `<h2>Can I bring my dog?</h2><p>No. Only guide dogs may come in.</p>
  <h2>What if I am late?</h2><p>We keep your table for a quarter of an hour.</p>
  <h2>Payments</h2><p>Vouchers take 3 working days. Parking is free on Sundays.</p>
  <button onclick="document.title='extended'">Extend my visit</button>
  <footer><address>Mill House, 12 Harbour Road, Leek ST13 6AB</address></footer>`,
);
const DECLARATION = createPage(
  'Review',
  `<form onsubmit="document.title='sent '+c.checked+' '+n.checked;return false"><label><input id=n type=checkbox> Send me the newsletter</label><label><input id=c type=checkbox required> I declare that these details are true</label><button>Submit claim</button></form>`,
);

const CASES: readonly EverydayCase[] = [
  { page: MOORINGS, line: 'how many are active', reply: '2 rows', notInReply: '4' },
  { page: MOORINGS, line: 'how many new moorings are there', reply: '1 row' },
  { page: MOORINGS, line: 'how many moorings do i have', reply: '4 moorings' },
  { page: MOORINGS, line: 'when does the heron mooring run out', reply: '28 February 2026' },
  { page: MOORINGS, line: 'which one runs out first', reply: 'earliest Expires: 28 February 2026' },
  { page: MOORINGS, line: 'whats the newest mooring', reply: 'latest Starts: 1 March 2025' },
  { page: MOORINGS, line: 'which moorings expire in 2026', reply: 'A2 and B7' },
  { page: DONATIONS, line: 'what was the last donation', reply: 'Owl rescue', notInReply: '9912' },
  { page: CLASSES, line: 'which ones did i book', kind: 'unfinished', notInReply: 'None' },
  { page: APPLICANT, line: 'how many days does it take', kind: 'unfinished', notInReply: '1984' },
  { page: CLIMBING, line: 'how long is it', reply: '75 minutes' },
  { page: CLIMBING, line: 'who is the coach', reply: 'Ada Moreau' },
  {
    page: HIRE,
    line: "what's the deposit for the castle",
    reply: 'In the row “Bouncy castle”: deposit £120',
    notInReply: 'AirFun',
  },
  { page: CAFE, line: 'where are you', reply: '12 Harbour Road' },
  { page: CAFE, line: 'can i bring my dog', reply: 'No. Only guide dogs' },
  { page: CAFE, line: 'what happens if im late', reply: 'quarter of an hour' },
  { page: CAFE, line: 'can i park on sundays', reply: 'Parking is free on Sundays' },
  { page: CAFE, line: 'how long do vouchers take', reply: '3 working days' },
  { page: CAFE, line: 'can i smoke outside', kind: 'unfinished' },
  { page: CAFE, line: 'can i extend my visit', title: 'extended' },
  { page: CAFE, line: 'how long does it take', kind: 'unfinished', notInReply: '3 working days' },
  { page: DECLARATION, line: 'confirm that its all true and submit', title: 'sent true false' },
];

testEverydayLines(CASES);
