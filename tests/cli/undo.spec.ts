/** `/undo` and `/retry` in a chat, on real pages. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { SessionEvent } from '../../src/contract/index.js';
import { readSession } from '../../src/demonstration/index.js';
import { expect, test as base } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { startFakeModelServer } from '../support/fake-model-server.js';
import { createPageListener, startServer } from '../support/server.js';

const FORM = `<title>Form</title>
  <label>City <input value="Bergen"></label> <label>Room <select><option>Small<option>Large</select></label>
  <label><input type=checkbox> Breakfast</label> <label>Password <input type=password></label>
  <a href="/terms">Terms</a> <a href="/map" target=_blank>Map</a> <button onclick="this.after('Added')">Add</button>
  <form action="/delete-all"><button>Delete account</button></form>`;
const LAMPS = `<title>Lamps</title><a href="/lamp-1">Tern lamp</a> <a href="/lamp-2">Tern lamp, large</a>`;

const test = base.extend<{ site: string }>({
  site: async ({}, use) => {
    const pages = {
      '/': FORM,
      '/lamps': LAMPS,
      '/terms': 'Terms',
      '/map': 'Map',
      '/lamp-1': 'One',
      '/lamp-2': 'Two',
    };
    const server = await startServer(createPageListener(pages));
    await use(server.url);
    await server.close();
  },
});

async function runChat(
  url: string,
  results: string,
  lines: readonly string[],
  args: string[] = [],
): Promise<{ stdout: string; events: SessionEvent[] }> {
  const { code, stdout, stderr } = await runCommand(['chat', url, '--results', results, ...args], {
    stdin: `${lines.join('\n')}\n`,
  });
  expect([code, stderr]).toEqual([0, '']);
  return { stdout, events: readSession(join(results, readdirSync(results)[0]!)).events };
}

test('/undo reverses changes to fields, lists, checkboxes, links and tabs, and verifies each on the page', async ({
  site,
}, info) => {
  const { stdout, events } = await runChat(site, info.outputPath('r'), [
    '/undo',
    'type Oslo into City, choose Large as Room and tick Breakfast',
    '/undo',
    'what is in the City field?',
    'open Terms',
    '/undo',
    'click Map',
    '/undo',
    'what is the title of this page?',
    '/undo',
  ]);
  expect(stdout).toContain('Page: Form – ' + site + '/\nNote: There is nothing to take back.');
  expect(stdout).toMatch(
    /Note: Took back: .*checkbox “Breakfast”; choose “Large” in combobox “Room”; type “Oslo” into textbox “City”\.\n/,
  );
  expect(stdout).toMatch(/Navigator: .*Bergen/);
  expect(stdout).toContain('Note: Took back: click link “Terms”.\n');
  expect(stdout).toContain('Note: Took back: click link “Map”.\n');
  expect(stdout).toMatch(
    /Navigator: The title of this page is “Form”\.\nNote: There is nothing to take back\.\n/,
  );
  // The inverse actions are also recorded as turns.
  const notes = events.flatMap((event) =>
    event.type === 'note' && event.takenBack ? [event.takenBack] : [],
  );
  expect(notes[0]).toHaveLength(6);
});

test('/undo reports what it cannot reverse', async ({ site }, info) => {
  const { stdout } = await runChat(site, info.outputPath('r'), [
    'open Terms',
    `/goto ${site}/lamps`,
    '/undo',
    `/goto ${site}/`,
    'click Add',
    '/undo',
    'type hunter-22 into the password field',
    '/undo',
    'type Oslo into City and click Delete account',
    '/undo',
    '/undo',
  ]);
  // Going back would not lead to the page before the link.
  expect(stdout).toMatch(
    /Page: Lamps [^\n]*\nNote: Not taken back: click link “Terms” \(another page is shown now\)\.\n/,
  );
  expect(stdout).toContain('Note: Not taken back: click button “Add” (a click cannot be taken back).');
  expect(stdout).toContain(
    'Note: Not taken back: type “<PASSWORD>” into textbox “Password” (I do not keep passwords).',
  );
  // Text typed before the irreversible action is part of that action.
  expect(stdout).toContain(
    'Note: Not taken back: click button “Delete account” (it is irreversible).\nNote: There is nothing to take back.\n',
  );
});

test('/retry undoes the action and excludes its element from decisions until the instructor says something new', async ({
  site,
}, info) => {
  const { stdout, events } = await runChat(`${site}/lamps`, info.outputPath('r'), [
    '/retry',
    'open the first link',
    '/retry',
    '/back',
    'open the first link',
  ]);
  expect(stdout).toContain('Your last line did not lead to an action on an element');
  expect(stdout).toMatch(/Note: Again, without the link “Tern lamp”\. Took back: click link “Tern lamp”\.\n/);
  const clickedNames = events.flatMap((event) =>
    event.type === 'action' && event.action.intent === 'click' ? [event.target?.name] : [],
  );
  expect(clickedNames).toEqual(['Tern lamp', 'Tern lamp, large', 'Tern lamp']);
});

test('/retry with a model name asks that model, and the instruction names the excluded element', async ({
  site,
}, info) => {
  const createReport = (value: string) => ({
    text: JSON.stringify({ thought: '', note: null, steps: [{ do: 'report', on: null, value }] }),
  });
  const click = {
    text: JSON.stringify({ thought: '', note: null, steps: [{ do: 'click', on: 1, value: null }] }),
  };
  const server = await startFakeModelServer(({ requestIndex }) =>
    requestIndex === 0 ? click : createReport('Done.'),
  );
  const { stdout, events } = await runChat(
    `${site}/lamps`,
    info.outputPath('r'),
    ['open the lamp', '/retry bigger', '/retry', 'thanks'],
    ['--model', 'tiny', '--base-url', server.url],
  );
  await server.close();
  const models = events.flatMap((event) => {
    const model = 'evidence' in event ? event.evidence?.model?.name : undefined;
    return model === undefined ? [] : [model];
  });
  expect(models).toEqual(['tiny', 'tiny', 'bigger', 'tiny']);
  expect(stdout).toContain('You: open the lamp. Not the link “Tern lamp”.');
});

test('/retry with a model name reports that the navigator uses no model', async ({ site }, info) => {
  const { stdout } = await runChat(`${site}/lamps`, info.outputPath('r'), [
    'open the first link',
    '/retry bigger',
  ]);
  expect(stdout).toContain('This navigator cannot change its model. Type /retry without a model');
  expect(stdout).not.toContain('Again, without');
});
