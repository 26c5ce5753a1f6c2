/**
 * A scenario types a secret from the environment into two fields. The secret must not reach the model, the recording,
 * the log, the cassette or the output, in any encoding.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { expect, test } from '../support/browser.js';
import { formatDecision, ChatPrompt, type AnswerStep } from '../support/chat-prompt.js';
import { startFakeModelServer } from '../support/fake-model-server.js';
import { runCommand } from '../support/cli-harness.js';
import { parseEvents } from '../support/parley.js';
import { startServer } from '../support/server.js';

const VALUE = 'Tr0ub4dor&3/ä+x';
const ENCODED_VALUES = [
  VALUE,
  encodeURIComponent(VALUE),
  new URLSearchParams({ x: VALUE }).toString().slice(2),
  Buffer.from(VALUE).toString('base64').replace(/=+$/, ''),
  JSON.stringify(VALUE).slice(1, -1),
  VALUE.replace('&', '&amp;'),
];

/** After the login, the page shows the password in its text, in base64 and in its URL. */
const LOGIN_PAGE = `<!doctype html><meta charset=utf-8><title>Log in</title><h1>Log in</h1>
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

/** Types the value from the instruction into both fields, then clicks the button. */
function decideLoginSteps(prompt: ChatPrompt): AnswerStep[] {
  const actionCount = prompt.actionsAfterLastLine.length;
  const value = /<CRM_PASSWORD>/.exec(prompt.lastLine)?.[0] ?? null;
  if (/Welcome/.test(prompt.page)) return [{ do: 'report', value: 'You are logged in.' }];
  return actionCount
    ? [{ do: 'click', on: prompt.findElement(/^button "Log in"/) }]
    : [
        { do: 'type', on: prompt.findElement(/^textbox "Password"/), value },
        { do: 'type', on: prompt.findElement(/^textbox "Token"/), value },
      ];
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

function listFilesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
}

test('a secret is sent to the page and its server, but appears in no prompt, file or output', async ({}, info) => {
  const siteRequests: string[] = [];
  const site = await startServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      if (request.method === 'POST')
        siteRequests.push(`${request.url} ${request.headers['x-key'] ?? ''} ${body}`);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(request.url === '/check' ? body : LOGIN_PAGE);
    });
  });
  const model = await startFakeModelServer(({ prompt }) => ({
    text: formatDecision(decideLoginSteps(new ChatPrompt(prompt))),
  }));
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
      - http: { post: "${site.url}/check", json: { key: "{{secret.CRM_PASSWORD}}" }, expect: { text: nothing such } }
        gate: false
budget: { tokens: 200000 }
`,
  );
  try {
    const result = await runCommand(
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
    expect(parseEvents(result.stdout).at(-1), result.stdout + result.stderr).toMatchObject({
      verdict: 'done',
    });
    expect(siteRequests).toEqual([
      `/reset ${VALUE} `,
      `/login  ${JSON.stringify([VALUE, VALUE])}`,
      `/check  ${JSON.stringify({ key: VALUE })}`,
    ]);
    const storedFiles = listFilesBelow(folder).map((path) => ({ source: path, text: readText(path) }));
    expect(storedFiles.length).toBeGreaterThan(5);
    const prompts = model.requests.map(({ rawBody }, i) => ({ source: `prompt ${i + 1}`, text: rawBody }));
    expect(prompts.some(({ text }) => text.includes('<CRM_PASSWORD>'))).toBe(true);
    const leaks = [
      ...storedFiles,
      ...prompts,
      { source: 'stdout', text: result.stdout },
      { source: 'stderr', text: result.stderr },
    ].flatMap(({ source, text }) =>
      ENCODED_VALUES.filter((encodedValue) => text.includes(encodedValue)).map(
        (encodedValue) => `${source}: ${encodedValue}`,
      ),
    );
    expect(leaks).toEqual([]);

    const missingSecretRun = await runCommand(['run', file, '--results', folder]);
    expect(missingSecretRun.code).toBe(2);
    expect(missingSecretRun.stderr).toContain('CRM_PASSWORD');
  } finally {
    await model.close();
    await site.close();
  }
});

test('the direct navigator types a secret into a text field; failed checks, the verdict and the address show only its name', async ({}, info) => {
  const site = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<title>Notes</title><h1>Notes</h1><label>Note <input></label>
      <p>${'word '.repeat(26)}${VALUE.replace('&', '&amp;')} ${'word '.repeat(40)}</p>`);
  });
  const folder = info.outputPath('run');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'note.scenario.yaml');
  writeFileSync(
    file,
    `scenario: 1
name: Type a note
secrets: [CRM_PASSWORD]
start: { url: "${site.url}/?token=4711abcdefgh" }
dialogue:
  - say: "Type {{secret.CRM_PASSWORD}} into the Note field."
    check:
      - text: not on this page
        gate: false
      - url: "**/elsewhere"
`,
  );
  try {
    const result = await runCommand(['run', file, '--results', folder], {
      env: { CRM_PASSWORD: VALUE, XDG_CACHE_HOME: join(folder, 'cache') },
    });
    const output = result.stdout + result.stderr;
    expect(output).toContain('type “<CRM_PASSWORD>” into textbox “Note”');
    expect(output).not.toContain('now shows');
    expect(output).toContain('A check failed');
    expect(result.code).toBe(1);
    for (const part of [VALUE.slice(0, 6), '4711abcdefgh'])
      for (const text of [
        output,
        ...listFilesBelow(folder)
          .filter((path) => path !== file)
          .map(readText),
      ])
        expect(text).not.toContain(part);
  } finally {
    await site.close();
  }
});
