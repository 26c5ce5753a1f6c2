/** Questions about long lists. The page shows only a part of each list, and says so. */
import { testEverydayLines, type EverydayCase } from './everyday-cases.js';

const createBooks = (note: string): string =>
  `<title>Books</title><h1>Books</h1><table><thead><tr><th>Title<th>Shelf<th>Pages</thead><tbody>${[
    ['Tides', 'North', 210],
    ['Moths', 'South', 340],
    ['Bells', 'North', 95],
  ]
    .map(([title, shelf, pages]) => `<tr><td>${title}<td>${shelf}<td>${pages}`)
    .join('')}</table>${note}`;
const RANGE = createBooks('<p>4–6 of 57</p>');
const TOTAL = createBooks('<p>Total: 1,204</p>');
const COMPLETE_RANGE = createBooks('<p>1–3 of 3</p>');
const RANGE_OF_PHOTOS = createBooks('<p>Photo 1 - 8 of 40</p>');

const cases: readonly EverydayCase[] = [
  { page: RANGE, line: 'how many books are there?', reply: '4–6 of 57' },
  { page: RANGE, line: 'which books are on the north shelf?', reply: 'This page shows 3 of 57.' },
  { page: RANGE, line: 'which book has the most pages?', reply: 'This page shows 3 of 57.' },
  { page: RANGE, line: 'how many pages has Moths?', reply: '340', notInReply: '57' },
  { page: TOTAL, line: 'how many books do you have?', reply: '1,204' },
  { page: TOTAL, line: 'how many are on the south shelf?', reply: 'This page shows 3 of 1204.' },
  {
    page: COMPLETE_RANGE,
    line: 'which ones are on the north shelf?',
    reply: 'Tides and Bells',
    notInReply: 'This page shows',
  },
  { page: RANGE_OF_PHOTOS, line: 'which ones are on the south shelf?', reply: 'Moths', notInReply: '40' },
];

testEverydayLines(cases);
