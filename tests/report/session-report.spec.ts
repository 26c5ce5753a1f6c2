/** Reports of recorded sessions, and reports that grow while the session runs. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PNG } from 'pngjs';

import { expect, test } from '../support/browser.js';
import type { SessionEvent } from '../../src/contract/index.js';
import { DemonstrationWriter, type PromptEntry } from '../../src/demonstration/index.js';
import { LiveReport } from '../../src/report/live-report.js';
import { writeSessionReport } from '../../src/report/session-report.js';
import { createRedactor } from '../../src/secrets/index.js';
import { done, element, header, observation, target, uidOf } from '../demonstration/test-data.mjs';
import { phrases } from './report-data.js';

/** Creates a screenshot from a device with two pixels per CSS px; the viewport of `observation` is 1280 px wide. */
function createScreenshot(shade: number): Buffer {
  const png = new PNG({ width: 2560, height: 1440 });
  png.data.fill(shade);
  return PNG.sync.write(png);
}

const createPrompt = (purpose: string): PromptEntry => ({
  purpose,
  request: { messages: [{ role: 'user', content: `from ${purpose}` }], maxTokens: 10 },
  answer: { ok: true, text: 'ok' },
  usage: null,
  attempts: 1,
});

let dir: string;
let redactor: ReturnType<typeof createRedactor>;
let writer: DemonstrationWriter;

test.beforeEach(() => {
  dir = test.info().outputPath('session');
  redactor = createRedactor();
  writer = DemonstrationWriter.create(dir, header, redactor);
});

/** Records a session and yields each event right after it was recorded. */
function* recordSession(): Generator<SessionEvent | ReturnType<DemonstrationWriter['prompt']>> {
  yield writer.sessionEvent;
  yield writer.say('instructor', 'Search for the ferry.');
  const page = observation(0);
  page.weblinx!.screenshot = createScreenshot(200);
  const click = {
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result: { outcome: done({ type: 'dom', mutations: 3 }), element: element(), mouse: null },
    observation: page,
    evidence: { ranked: [uidOf(4), uidOf(5)].map((uid) => ({ uid, score: 1, name: 'Søk' })) },
  } as const;
  yield writer.prompt(createPrompt('navigator'));
  yield writer.action(click);
  yield writer.action({ ...click, evidence: {} });
  yield writer.say('navigator', 'Searched.', 'report', {}, observation(1));
  yield writer.prompt(createPrompt('judge'));
  yield writer.event({ type: 'check', result: { label: 'polite', pass: true, expected: '', actual: '' } });
  yield writer.end({ verdict: 'done', reason: 'Complete.', exit: 0, turns: 4, actions: 2, seconds: 2 });
}

async function writeReport(path = join(dir, 'report.html')): Promise<{ html: string; warnings: string[] }> {
  const { warnings } = await writeSessionReport(dir, path, { phrases, redactor });
  expect(existsSync(`${path}.tmp`)).toBe(false);
  return { html: readFileSync(path, 'utf8'), warnings };
}

test('a screenshot is embedded once, at its size in CSS px, with the boxes of the ranked elements and the chosen one', async () => {
  for (const _ of recordSession());
  const { html, warnings } = await writeReport();
  expect(warnings).toEqual([]);
  // Two actions share the first page; the utterance's page has another screenshot.
  expect(html.match(/data:image\/webp;base64,/g)).toHaveLength(2);
  expect(html.match(/data-same="screenshot-1-0.png"/g)).toHaveLength(1);
  expect(html).toMatch(/width="1280"\s+height="720"/);
  const overlay = /<svg viewBox="0 0 1280 720".*?<\/svg>/s.exec(html)![0];
  expect(overlay.match(/<rect/g)).toHaveLength(2);
  expect(overlay).toMatch(/class="chosen"\s+x="320"\s+y="11"\s+width="80"\s+height="30"/);
});

test('the report written during a session equals the report made from its record', async () => {
  const path = join(dir, 'live.html');
  const live = LiveReport.create({ dir, path, phrases, redactor, listTurns: () => writer.replayTurns });
  for (const entry of recordSession())
    if ('type' in entry) live.addEvent(entry);
    else live.addPrompt(entry);
  expect(await live.close()).toBeNull();
  const { html } = await writeReport();
  expect(readFileSync(path, 'utf8')).toBe(html);
  expect(html.indexOf('Request 0')).toBeLessThan(html.indexOf('id="turn-2"'));
  expect(html.indexOf('Request 1 (judge)')).toBeGreaterThan(html.indexOf('id="turn-3"'));
});

test('a killed session has a report without a verdict', async () => {
  const events = recordSession();
  for (let count = 0; count < 4; count++) events.next();
  const file = join(dir, 'session.jsonl');
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"v":2,"seq":3,"t":1,"ty`);
  const { html } = await writeReport();
  expect(html).toContain('No verdict');
  expect(html).toContain('Its last line is incomplete and was left out.');
  expect(html).toContain('id="turn-1"');
});

test('missing and damaged screenshots are listed, and the rest of the report is complete', async () => {
  for (const _ of recordSession());
  rmSync(join(dir, 'screenshots/screenshot-1-0.png'));
  writeFileSync(join(dir, 'screenshots/screenshot-3-0.png'), 'no picture');
  const { html, warnings } = await writeReport();
  expect(html).toContain('The screenshot screenshot-1-0.png is missing from the folder.');
  expect(html).toContain('The screenshot screenshot-3-0.png cannot be read.');
  expect(warnings.join()).toMatch(/screenshots are missing or damaged/);
  expect(html.trimEnd()).toMatch(/<\/html>$/);
});

test('optional files of the record may be missing', async () => {
  for (const _ of recordSession());
  writeFileSync(join(dir, 'prompts.jsonl'), 'no request\n');
  rmSync(join(dir, 'replay.json'));
  rmSync(join(dir, 'bboxes'), { recursive: true });
  const { html, warnings } = await writeReport();
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toMatch(/prompts\.jsonl:1 is not a valid record of request 0.*written without it/);
  expect(html).toContain('id="turn-3"');
});

test('secrets that were registered after the session are masked', async () => {
  redactor = createRedactor();
  for (const _ of recordSession());
  redactor.add('FERRY', 'Search for the ferry');
  const { html } = await writeReport();
  expect(html).toContain('&lt;FERRY&gt;.');
  expect(html).not.toContain('Search for the ferry');
});

test('the report shows a judge’s verdict and ignores a broken judge file', async () => {
  for (const _ of recordSession());
  expect((await writeReport()).html).not.toContain('Judge:');
  const verdict = {
    v: 1,
    status: 'judged',
    verdict: 0,
    explanation: 'The <b>price</b> is wrong.',
    model: 'gpt',
    hints: false,
  };
  writeFileSync(join(dir, 'judge.json'), JSON.stringify(verdict));
  const { html } = await writeReport();
  expect(html).toMatch(
    /<h3>Judge: no success<\/h3>[^]*gpt judged the task\.[^]*The &lt;b&gt;price&lt;\/b&gt; is wrong\./,
  );
  writeFileSync(join(dir, 'judge.json'), '{');
  expect((await writeReport()).html).not.toContain('Judge:');
});
