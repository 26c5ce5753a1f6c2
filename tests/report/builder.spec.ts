/** Renders single events and whole sessions as HTML. */
import { expect, test } from '@playwright/test';

import type { RecordedPrompt } from '../../src/demonstration/index.js';
import { ReportBuilder } from '../../src/report/builder.js';
import {
  createActionEvent,
  buildReport,
  createEndEvent,
  createInstructorSay,
  createNavigatorSay,
  emptyAssets,
  phrases,
  createSessionEvent,
  toEvents,
  UID,
} from './report-data.js';

/** Returns the report's text without tags. */
const stripTags = (report: string): string =>
  report
    .replace(/<(script|style)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('a session shows its verdict, totals, turns and checks', () => {
  const report = buildReport([
    createSessionEvent({ scenario: 'scenarios/demo.scenario.yaml' }),
    createInstructorSay(0, 'Save it.'),
    createActionEvent(1),
    createNavigatorSay(2, 'Saved.'),
    { type: 'check', result: { label: 'saved', pass: true, expected: 'yes', actual: 'yes' } },
    createEndEvent(),
  ]);
  const text = stripTags(report);
  for (const fact of [
    'Done The conversation is complete.',
    'Turns 3',
    'Actions 1',
    'Time 4.2 s',
    'Checks 1 of 1 passed',
    'Model none (no tokens)',
    '24 Nov 2026, 19:37 UTC',
    'scenarios/demo.scenario.yaml',
    'Click button “Save”',
    'page ready after 0.3 s',
    'A new page opened: http://127.0.0.1/saved (HTTP 200).',
  ])
    expect.soft(text, fact).toContain(fact);
  expect(report).toContain('id="turn-1"');
  expect(report.trimEnd()).toMatch(/<\/html>$/);
});

test('the summary lists each of the instructor’s lines with the response to it', () => {
  const report = buildReport([
    createSessionEvent(),
    createInstructorSay(0, 'Open the jacket.'),
    createNavigatorSay(1, 'Opened the jacket.', { kind: 'report' }),
    createInstructorSay(2, 'Pick size M.'),
    createNavigatorSay(3, 'Which one do you mean?', { kind: 'ask' }),
    createEndEvent({ verdict: 'dialogue', reason: 'The scenario has no reply.' }),
  ]);
  const summary = report.slice(report.indexOf('<section id="summary"'));
  expect(stripTags(summary)).toContain('Open the jacket. reported');
  expect(stripTags(summary)).toContain('Pick size M. asked a question');
  // Neither a check nor an action made the session fail, so the summary links to the last turn.
  expect(summary).toMatch(/<li class="decisive"><a href="#turn-3">Turn 3</);
});

test('the report of a failed session shows where it went wrong', () => {
  const failedOutcome = { status: 'failed', reason: 'covered', detail: 'A banner covers it.' } as const;
  const report = buildReport([
    createSessionEvent(),
    createActionEvent(0, { outcome: failedOutcome }),
    createNavigatorSay(1, 'I could not save it.', { kind: 'unfinished' }),
    {
      type: 'check',
      result: { label: 'the total is 4', pass: false, expected: '4', actual: '3' },
    },
    {
      type: 'check',
      result: { label: 'it is polite', pass: false, expected: '', actual: '', soft: true },
    },
    createEndEvent({ verdict: 'check', reason: 'A check failed.', next: 'Look at the page.' }),
  ]);
  const summary = report.slice(report.indexOf('<section id="summary"'));
  expect(summary).toContain('class="failed"');
  expect(stripTags(summary)).toContain('Next step: Look at the page.');
  // The check that determined the verdict comes first.
  expect(
    [...summary.matchAll(/<a href="(#[^"]+)">([^<]+)</g)].map(([, ...hrefAndTitle]) => hrefAndTitle),
  ).toEqual([
    ['#event-3', 'Check failed'],
    ['#turn-0', 'Turn 0'],
    ['#turn-1', 'Turn 1'],
    ['#event-4', 'Check failed (not counted)'],
  ]);
  expect(stripTags(report)).toContain('Failed: another element covered it A banner covers it.');
  expect(stripTags(report)).toContain('Expected 4 Found 3');
});

test('the report shows ranks, the chosen element and the model’s tokens and cost', () => {
  const model = {
    name: 'tiny',
    calls: 2,
    promptTokens: 5000,
    answerTokens: 20,
    cachedTokens: 1000,
    estimated: false,
    cost: null,
    recorded: false,
    rawAnswer: '{"do":"click"}',
    repairs: ['The answer had no JSON.'],
  };
  const report = buildReport([
    createSessionEvent(),
    createActionEvent(0, {
      evidence: {
        step: 'save',
        query: 'save it',
        ranked: [
          { uid: 'x', score: 1.2, name: 'Save as' },
          { uid: UID, score: 1.1, name: 'Save' },
        ],
        ranking: { total: 90, scored: 60, partial: false },
        model,
      },
    }),
  ]);
  expect(report).toContain('<tr class="chosen"><td>2</td><td dir="auto">Save <strong>(chosen)</strong></td>');
  for (const fact of [
    'The best 2 elements of 90; 60 compared by meaning.',
    'tiny: 2 answers, 5,000 + 20 tokens (1,000 cached), cost unknown',
    'Repaired The answer had no JSON.',
  ])
    expect.soft(stripTags(report), fact).toContain(fact);
});

test('totals come from the `end` event or, if there is none, from the turns so far', () => {
  const totals = {
    calls: 3,
    promptTokens: 9000,
    answerTokens: 60,
    cachedTokens: 0,
    cost: 0.0123,
    recorded: 3,
  };
  const completeReport = buildReport([createSessionEvent(), createEndEvent({ model: totals })]);
  expect(stripTags(completeReport)).toContain(
    'Model 3 calls, 3 recorded Tokens 9,000 in, 60 out Cost $0.0123',
  );
  const builder = new ReportBuilder(phrases, emptyAssets);
  for (const event of toEvents([
    createSessionEvent(),
    createInstructorSay(0, 'Save it.'),
    createActionEvent(1),
  ]))
    builder.addEvent(event);
  const incomplete = stripTags(builder.finishIncomplete('The record is incomplete.'));
  expect(incomplete).toContain('No verdict The record is incomplete.');
  expect(incomplete).toContain('Turns 2 Actions 1 Time 1.0 s');
});

test('for a consent, the report shows the page’s facts and who gave the consent', () => {
  const facts = { control: { role: 'button', name: 'Pay' }, title: 'Checkout', amounts: ['Total: €24.90'] };
  const report = buildReport([
    createSessionEvent(),
    createActionEvent(0, {
      consent: {
        class: 'buy',
        kind: 'buy',
        what: 'place the order',
        facts,
        given: true,
        source: { by: 'answer', turn: 4, question: 3 },
      },
    }),
    createActionEvent(1, {
      outcome: { status: 'failed', reason: 'refused', detail: 'Consent is missing.' },
      consent: { class: 'buy', kind: 'buy', what: 'place the order', facts, given: false, reason: 'policy' },
    }),
    createEndEvent(),
  ]);
  const text = stripTags(report);
  expect(text).toContain('Irreversible: place the order');
  expect(text).toContain('Consent given by the answer in turn 4 to the question in turn 3.');
  expect(text).toContain('Amounts Total: €24.90');
  expect(text).toContain('Consent not given (the policy of the session denies it).');
  expect(text).toContain('Consent 1 of 2 given');
});

test('a model request belongs to the turn that it led to, and a repeated message becomes a link to its first occurrence', () => {
  const builder = new ReportBuilder(phrases, emptyAssets);
  const createRequest = (n: number, text: string, purpose = 'navigator'): RecordedPrompt => ({
    v: 1,
    n,
    turn: n,
    purpose,
    request: {
      messages: [
        { role: 'system', content: 'Be brief & kind.' },
        { role: 'user', content: text },
      ],
      maxTokens: 100,
    },
    answer: n === 0 ? { ok: true, text: 'click 4' } : { ok: false, kind: 'empty', sentence: 'No answer.' },
    usage: null,
    attempts: 1,
  });
  const [start, firstAction, secondAction] = toEvents([
    createSessionEvent(),
    createActionEvent(0),
    createActionEvent(1),
  ]);
  builder.addEvent(start!);
  expect(builder.addPrompt(createRequest(0, 'page one'))).toBe('');
  const firstTurn = builder.addEvent(firstAction!);
  expect(firstTurn).toContain('Be brief &amp; kind.');
  expect(stripTags(firstTurn)).toContain('Answer click 4');
  builder.addPrompt(createRequest(1, 'page two'));
  const secondTurn = builder.addEvent(secondAction!);
  expect(secondTurn).not.toContain('Be brief');
  expect(secondTurn).toContain('<a href="#request-0">request 0</a>');
  expect(stripTags(secondTurn)).toContain('no usable answer');
  expect(builder.addPrompt(createRequest(2, 'is it polite?', 'judge'))).toContain('Request 2 (judge)');
});

test('the policy stack appears under “Why”, indented by depth, with votes and errors', () => {
  const stackEvent = {
    objective: 'find it',
    previousActions: '',
    reason: '',
    promptTokens: 1,
    completionTokens: 1,
  };
  const stack = [
    { ...stackEvent, kind: 'push', policy: 'root', depth: 0, action: 'find [books]' },
    { ...stackEvent, kind: 'format-error', policy: 'find', depth: 1, action: '', error: 'No <ACTION> line.' },
    {
      ...stackEvent,
      kind: 'act',
      policy: 'find',
      depth: 1,
      action: 'click [2]',
      votes: { 'click [2]': 2, go_back: 1 },
    },
  ] as const;
  const text = buildReport([createSessionEvent(), createActionEvent(0, { evidence: { stack: [...stack] } })]);
  expect(text).toMatch(/data-depth="0">\s*<strong>root<\/strong> calls:\s*<code dir="auto">find \[books\]/);
  expect(text).toMatch(/data-depth="1">[^]*gave an unusable reply[^]*No &lt;ACTION&gt; line\./);
  expect(text).toContain('votes: 2 × click [2], 1 × go_back');
});

test('the report lists an event with unexpected fields and shows the rest', () => {
  const brokenAction = { ...createActionEvent(1), outcome: { status: 'done' } } as unknown as ReturnType<
    typeof createActionEvent
  >;
  const report = buildReport([
    createSessionEvent(),
    brokenAction,
    createInstructorSay(2, 'Go on.'),
    createEndEvent(),
  ]);
  expect(stripTags(report)).toContain('Line 2 of session.jsonl (action) has unexpected fields');
  expect(stripTags(report)).toContain('Go on.');
});

test('only web addresses become links', () => {
  const page = { title: 'x', html: null, screenshot: null };
  const report = buildReport([
    createSessionEvent(),
    createActionEvent(0, { page: { ...page, url: 'javascript:alert(1)' } }),
    createActionEvent(1, { page: { ...page, url: 'https://example.org/?a="><script>' } }),
  ]);
  expect(report).not.toContain('href="javascript:');
  expect(report).toContain('<span class="url">javascript:alert(1)</span>');
  expect(report).toContain('href="https://example.org/?a=&quot;&gt;&lt;script&gt;"');
});

test('added and removed text is marked with + and −, not only by colour', () => {
  const html = buildReport([
    createSessionEvent(),
    createActionEvent(0, { textChanges: { added: ['1 item <b>'], removed: ['Empty'], omitted: 3 } }),
  ]);
  expect(html).toMatch(/5 texts changed on the page since the previous turn/);
  expect(html).toMatch(/<del><span[^>]*>−<\/span> Empty<\/del>/);
  expect(html).toMatch(/<ins><span[^>]*>\+<\/span> 1 item &lt;b&gt;<\/ins>/);
  expect(html).toMatch(/3 more left out/);
});
