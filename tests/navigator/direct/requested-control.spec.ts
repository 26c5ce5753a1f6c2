/** Lines that request a control in words that differ from its name. The page's title shows which control was pressed. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const MEMBERSHIP = `<title>Gym</title><h1>Your gym membership</h1><p>Valid until 4 May</p>
  <button onclick="document.title += ', cancelled'">Cancel membership</button>
  <button onclick="document.title += ', renewed'">Renew</button>`;
const GROUP = `<title>Birdwatchers of Fife</title><h1>Birdwatchers of Fife</h1><p>83 members</p>
  <button onclick="document.title += ', left'">Leave group</button>
  <button onclick="document.title += ', shared'">Share group</button>`;
const DRAFTS = `<title>Drafts</title><h1>Drafts</h1><table><tr><th>Draft<th>Changed<th></tr>
  ${['Summer fair', 'Untitled 4']
    .map(
      (name) =>
        `<tr><td>${name}<td>2 May<td><button onclick="document.title += ', ${name} deleted'">Delete draft</button></tr>`,
    )
    .join('')}</table>`;
const NEWSLETTER = `<title>Newsletter</title><h1>May newsletter</h1><label>Subject <input value="News in May"></label>
  <label>Text <textarea>Hello all</textarea></label><button onclick="document.title += ', sent'">Send to 412 subscribers</button>`;
const MESSAGE = `<title>Fwd: Invoice 82</title><h1>Fwd: Invoice 82 from Priya Nair</h1>
  <label>To <input value="accounts@office.example"></label><label>Message <textarea></textarea></label>
  <button onclick="document.title += ', sent'">Send</button>`;
const ALBUM = `<title>Albums</title><h1>Harbour photos</h1>
  <button onclick="document.title += ', deleted'">Delete album</button>`;

const createCasesOn = (page: string, cases: readonly Omit<EverydayCase, 'page'>[]): EverydayCase[] =>
  cases.map((everydayCase) => ({ page, ...everydayCase }));

testEverydayLines([
  ...createCasesOn(MEMBERSHIP, [
    { line: 'cancel my gym membership', title: 'Gym, cancelled', kind: 'report' },
    { line: "don't cancel my gym membership", title: 'Gym' },
    { line: 'how do I cancel my gym membership?', title: 'Gym' },
  ]),
  ...createCasesOn(GROUP, [
    { line: 'leave the birdwatchers group', title: 'Birdwatchers of Fife, left' },
    { line: 'leave the group call settings as they are', title: 'Birdwatchers of Fife' },
  ]),
  ...createCasesOn(DRAFTS, [
    { line: 'bin the draft called summer fair', title: 'Drafts, Summer fair deleted' },
    { line: 'get rid of the draft untitled 4', title: 'Drafts, Untitled 4 deleted' },
  ]),
  ...createCasesOn(NEWSLETTER, [
    { line: 'fire off the newsletter to all subscribers', title: 'Newsletter, sent' },
  ]),
  ...createCasesOn(MESSAGE, [
    { line: "forward priya's invoice to accounts", title: 'Fwd: Invoice 82, sent' },
  ]),
  ...createCasesOn(ALBUM, [
    { line: 'get rid of the old harbour photos album', title: 'Albums', kind: 'ask', reply: '“old”' },
    { line: 'bin the beach album', title: 'Albums', kind: 'ask', reply: '“Delete album”?' },
    { before: ['bin the beach album'], line: 'yes', title: 'Albums, deleted' },
    { before: ['bin the beach album'], line: 'no', title: 'Albums' },
  ]),
]);
