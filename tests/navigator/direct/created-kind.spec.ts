/** Forms that create items of several kinds. The requested kind is chosen if the form offers it. */
import { expect, signal, test } from '../../support/browser.js';
import { startServer } from '../../support/server.js';
import { startConversation } from './browser-conversation.js';

const LIST = '<h1>Collections</h1><a href="/new" title="New">＋</a>';
const createForm = (kinds: string, heading = 'Create a new collection'): string =>
  `<title>Dav</title><h1>${heading}</h1><form action="/made">${kinds}<label>Title <input name=title></label><button>Create</button></form>`;
const SELECT = `Type: <select name=type><option>Calendar, journal and tasks<option>Calendar<option>Address book</select>`;
const RADIOS = `<fieldset><legend>Type</legend><label><input type=radio name=type value=cal checked> Calendar</label>
  <label><input type=radio name=type value=book> Address book</label></fieldset>`;

const CASES: { name: string; form: string; line: string; submittedQuery: string; report: string }[] = [
  {
    name: 'the requested kind is an option in a list',
    form: createForm(SELECT),
    line: 'create a new addressbook called Friends',
    submittedQuery: 'type=Address+book&title=Friends',
    report: 'Created the addressbook “Friends”.',
  },
  {
    name: 'the option with exactly the requested name is chosen',
    form: createForm(SELECT),
    line: 'create a calendar called Work',
    submittedQuery: 'type=Calendar&title=Work',
    report: 'Created the calendar “Work”.',
  },
  {
    name: 'the requested kind is a radio button',
    form: createForm(RADIOS),
    line: 'create an address book called Friends',
    submittedQuery: 'type=book&title=Friends',
    report: 'Created the address book “Friends”.',
  },
  {
    name: 'the form does not offer the requested kind, and the report does not name it',
    form: createForm(SELECT, 'Details'),
    line: 'create a new playlist called Friends',
    submittedQuery: 'type=Calendar%2C+journal+and+tasks&title=Friends',
    report: 'Created “Friends” with the “Create” button. I did nothing about “playlist”.',
  },
  {
    name: 'only the heading names the kind',
    form: createForm('', 'New playlist'),
    line: 'create a new playlist called Friends',
    submittedQuery: 'title=Friends',
    report: 'Created the playlist “Friends”.',
  },
];

for (const { name, form: page, line, submittedQuery, report } of CASES)
  test(`creating an item: ${name}`, async ({ surface }) => {
    const requests: string[] = [];
    const server = await startServer((request, response) => {
      requests.push(request.url!);
      const body = request.url === '/' ? LIST : request.url === '/new' ? page : '<h1>Made</h1>';
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<meta charset=utf-8>${body}`);
    });
    try {
      await surface.open(server.url, signal);
      const { say } = startConversation(surface);
      expect(await say(line)).toEqual({ kind: 'report', text: report });
      expect(requests).toContain(`/made?${submittedQuery}`);
    } finally {
      await server.close();
    }
  });
