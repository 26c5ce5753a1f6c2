/**
 * A secret of a scenario, from the environment into two fields of a page and nowhere else: not to the model, not into
 * the record, the log, the recorded answers or the output, in none of the forms that it may take on the way.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { expect, test } from '@playwright/test';

import { decision, Prompt, type Step } from '../support/chat-prompt.js';
import { fakeModelServer } from '../support/fake-model-server.js';
import { runCommand } from '../support/cli-harness.js';
import { events } from '../support/parley.js';
import { serve } from '../support/server.js';

const VALUE = 'Tr0ub4dor&3/ä+x';
const FORMS = [
  VALUE,
  encodeURIComponent(VALUE),
  new URLSearchParams({ x: VALUE }).toString().slice(2),
  Buffer.from(VALUE).toString('base64').replace(/=+$/, ''),
  JSON.stringify(VALUE).slice(1, -1),
  VALUE.replace('&', '&amp;'),
];

/** The page says what it was told, in its text, in its address and in a link. */
const DESK = `<!doctype html><meta charset=utf-8><title>Log in</title><h1>Log in</h1>
<label>Password <input id=pw type=password></label> <label>Token <input id=token></label>
<button id=in>Log in</button><p role=status id=said></p><script>
  const at = (id) => document.getElementById(id);
  at('in').onclick = async () => {
    const { value } = at('pw');
    await fetch('/login', { method: 'POST', body: JSON.stringify([value, at('token').value]) });
    history.replaceState(null, '', '/?pw=' + encodeURIComponent(value));
    at('said').textContent = 'Welcome, ' + value + ', or ' + btoa(unescape(encodeURIComponent(value)));
  };
</script>`;

/** Types what the line says, then presses the button. */
function logIn(prompt: Prompt): Step[] {
  const done = prompt.doneNow.length;
  const value = /<CRM_PASSWORD>/.exec(prompt.line)?.[0] ?? null;
  if (/Welcome/.test(prompt.page)) return [{ do: 'report', value: 'You are logged in.' }];
  return done
    ? [{ do: 'click', on: prompt.find(/^button "Log in"/) }]
    : [
        { do: 'type', on: prompt.find(/^textbox "Password"/), value },
        { do: 'type', on: prompt.find(/^textbox "Token"/), value },
      ];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
}

test('a secret reaches the page and its servers, but no stored file', async ({}, info) => {
  const told: string[] = [];
  const site = await serve((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      if (request.method === 'POST') told.push(`${request.url} ${request.headers['x-key'] ?? ''} ${body}`);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(request.url === '/check' ? body : DESK);
    });
  });
  const model = await fakeModelServer(({ prompt }) => ({ text: decision(logIn(new Prompt(prompt))) }));
  const folder = info.outputPath('run');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'login.scenario.yaml');
  writeFileSync(
    file,
    `scenario: 1
name: Log in
secrets: [CRM_PASSWORD]
start:
  url: "${site.url}/"
  reset: { post: "${site.url}/reset", headers: { x-key: "{{secret.CRM_PASSWORD}}" } }
dialogue:
  - say: "Log in; password and token are both {{secret.CRM_PASSWORD}}"
    check:
      - element: { role: status, text: Welcome }
      - element: { role: textbox, name: Token, value: /./ }
      - http: { post: "${site.url}/check", json: { key: "{{secret.CRM_PASSWORD}}" }, expect: { text: nothing such } , }
        gate: false
budget: { tokens: 200000 }
`,
  );
  try {
    const done = await runCommand(
      ['run', file, '--model', 'reader', '--base-url', model.url, '--json'].concat([
        '--cassette',
        join(folder, 'answers.jsonl'),
        '--cassette-mode',
        'record',
        '--results',
        folder,
      ]),
      {
        env: {
          CRM_PASSWORD: VALUE,
          XDG_CACHE_HOME: join(folder, 'cache'),
          PARLEY_API_KEY: 'key-of-the-tests',
        },
      },
    );
    expect(events(done.stdout).at(-1), done.stdout + done.stderr).toMatchObject({ verdict: 'done' });
    expect(told).toEqual([
      `/reset ${VALUE} `,
      `/login  ${JSON.stringify([VALUE, VALUE])}`,
      `/check  ${JSON.stringify({ key: VALUE })}`,
    ]);
    const kept = filesBelow(folder).map((path) => {
      const bytes = readFileSync(path);
      const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
      return { what: path, text };
    });
    expect(kept.length).toBeGreaterThan(5);
    const asked = model.asked.map(({ bytes }, i) => ({ what: `prompt ${i + 1}`, text: bytes }));
    expect(asked.some(({ text }) => text.includes('<CRM_PASSWORD>'))).toBe(true);
    const leaks = [
      ...kept,
      ...asked,
      { what: 'stdout', text: done.stdout },
      { what: 'stderr', text: done.stderr },
    ].flatMap(({ what, text }) =>
      FORMS.filter((form) => text.includes(form)).map((form) => `${what}: ${form}`),
    );
    expect(leaks).toEqual([]);

    const missing = await runCommand(['run', file, '--results', folder]);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('CRM_PASSWORD');
  } finally {
    await model.close();
    await site.close();
  }
});
