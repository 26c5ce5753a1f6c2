import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { type Outcome, ParleyError } from '../../src/contract/index.js';
import {
  toAsciiJson,
  type BrowserTurn,
  DemonstrationWriter,
  readDemonstration,
  readSession,
  type WeblinxTurn,
} from '../../src/demonstration/index.js';
import { toFileError } from '../../src/demonstration/files.js';
import { createRedactor } from '../../src/secrets/index.js';
import { box, done, element, field, header, observation, settle, target, uidOf } from './test-data.mjs';

let dir: string;
let writer: DemonstrationWriter;
/** Milliseconds since the start; each reading advances the clock by 250 ms. */
let elapsedMs: number;

function createWriter(redactor = createRedactor()): DemonstrationWriter {
  elapsedMs = 0;
  return DemonstrationWriter.create(dir, header, redactor, () => header.startedAt + (elapsedMs += 250));
}

test.beforeEach(() => {
  dir = test.info().outputPath('demonstration');
  writer = createWriter();
});

const readTurns = (): WeblinxTurn[] => readDemonstration(dir).turns;
const readEvents = () => readSession(dir).events;

function readBrowserTurn(index: number): BrowserTurn {
  const turn = readTurns()[index];
  if (turn?.type !== 'browser') throw new Error(`turn ${index} is not a browser turn`);
  return turn;
}

const changedOutcome = done({ type: 'dom', mutations: 3 });

function recordClick(number = 0) {
  return writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result: { outcome: changedOutcome, element: element(), mouse: { x: 360.4, y: 25.5 } },
    observation: observation(number),
    evidence: { step: 'search', ranked: [{ uid: uidOf(5), score: 1, name: 'Søk' }] },
  });
}

test('`replayTurns` returns the same turns as replay.json', () => {
  expect(writer.replayTurns).toEqual([]);
  writer.say('instructor', 'half a pair \ud83d and “Ålesund”');
  recordClick();
  expect(writer.replayTurns).toHaveLength(2);
  expect(writer.replayTurns).toEqual(readTurns());
});

test('a demonstration is valid as soon as it is created', () => {
  const { metadata, form, turns: emptyTurns } = readDemonstration(dir);
  expect(metadata).toMatchObject({
    version: '1.0.0',
    recordingId: 'abcdefg',
    recordingStart: header.startedAt,
    recordingStartISO: '2026-01-01T00:00:00.000Z',
  });
  expect(form).toMatchObject({ upload_date: '2026-01-01 00:00:00', shortcode: 'abcdefg', tasks: [] });
  expect(emptyTurns).toEqual([]);
  expect(readSession(dir)).toEqual({ events: [writer.sessionEvent], hasIncompleteLine: false });
  expect(writer.sessionEvent).toMatchObject({ v: 2, seq: 0, t: 0.25, type: 'session', navigator: 'direct' });
});

test('utterances are chat turns without a state; other events are not turns', () => {
  writer.say('instructor', 'Find the ferry to “Ålesund” 🛶');
  const event = writer.event({ type: 'note', text: 'the ranker is warm' });
  const answer = writer.say('navigator', 'Which day?', 'ask', { note: 'no date was given' });
  expect(readTurns()).toEqual([
    { type: 'chat', timestamp: 0.5, speaker: 'instructor', utterance: 'Find the ferry to “Ålesund” 🛶' },
    { type: 'chat', timestamp: 1, speaker: 'navigator', utterance: 'Which day?' },
  ]);
  expect(event).toEqual({ v: 2, seq: 2, t: 0.75, type: 'note', text: 'the ranker is warm' });
  expect(answer).toMatchObject({ seq: 3, turn: 1, kind: 'ask', evidence: { note: 'no date was given' } });
  expect(readEvents()).toHaveLength(4);
  expect(writer.turns).toBe(2);
});

test('a model’s answers about consent are redacted', () => {
  const redactor = createRedactor();
  redactor.add('PIN', 'hunter-2-secret');
  dir = test.info().outputPath('second');
  writer = createWriter(redactor);
  const facts = { control: { role: 'button', name: 'Pay' }, title: 'Till' };
  writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result: { outcome: changedOutcome, element: element(), mouse: null },
    observation: observation(0),
    consent: {
      class: 'buy',
      kind: 'buy',
      what: 'pay with hunter-2-secret',
      facts,
      orderWords: 'pay, the code is hunter-2-secret',
      review: { ordered: false, difference: 'hunter-2-secret is not an amount' },
      given: false,
      reason: 'doubted',
    },
  });
  const [event] = readEvents().filter(({ type }) => type === 'action');
  expect(event).toMatchObject({
    consent: {
      what: 'pay with <PIN>',
      orderWords: 'pay, the code is <PIN>',
      review: { difference: '<PIN> is not an amount' },
    },
  });
});

test('`replayTurns` is redacted in the same way as the file', () => {
  const redactor = createRedactor();
  redactor.add('CODE', 'hunter2000');
  dir = test.info().outputPath('second');
  writer = createWriter(redactor);
  expect(writer.replayTurns).toEqual([]);
  writer.say('instructor', 'The code is hunter2000.');
  recordClick();
  writer.event({ type: 'note', text: 'no turn' });
  expect(writer.replayTurns).toHaveLength(2);
  expect(writer.replayTurns).toEqual(readTurns());
  expect(JSON.stringify(writer.replayTurns)).not.toContain('hunter2000');
});

test('the `end` event contains the usage of the language model, if any', () => {
  const model = { calls: 1, promptTokens: 20, answerTokens: 2, cachedTokens: 0, cost: null, recorded: 1 };
  const end = { verdict: 'done', reason: 'Over.', exit: 0, turns: 0, actions: 0, seconds: 1 } as const;
  expect(writer.end({ ...end, model })).toMatchObject({ type: 'end', model });
  dir = test.info().outputPath('second');
  writer = createWriter();
  expect(writer.end(end)).not.toHaveProperty('model');
});

test('the `end` event names the last page’s screenshot and contains the judge’s usage', () => {
  const judge = { calls: 1, promptTokens: 20, answerTokens: 2, cachedTokens: 0, cost: 0.1, recorded: 0 };
  writer.say('instructor', 'Search.');
  const lastScreenshot = new Uint8Array([1, 2, 3]);
  const end = { verdict: 'done', reason: 'Over.', exit: 0, turns: 1, actions: 0, seconds: 1 } as const;
  const event = writer.end({ ...end, judge, lastScreenshot });
  expect(event).toMatchObject({ judge, screenshot: 'screenshots/screenshot-1-0.png' });
  expect(event).not.toHaveProperty('picture');
  expect(new Uint8Array(readFileSync(join(dir, 'screenshots/screenshot-1-0.png')))).toEqual(lastScreenshot);
  dir = test.info().outputPath('second');
  writer = createWriter();
  expect(writer.end({ ...end, lastScreenshot: null })).not.toHaveProperty('screenshot');
  // A page that has not changed since the last turn is not written twice.
  dir = test.info().outputPath('third');
  writer = createWriter();
  recordClick();
  const screenshotNames = readdirSync(join(dir, 'screenshots'));
  const sameScreenshot = new Uint8Array(readFileSync(join(dir, 'screenshots', screenshotNames.at(-1)!)));
  expect(writer.end({ ...end, lastScreenshot: sameScreenshot })).toMatchObject({
    screenshot: `screenshots/${screenshotNames.at(-1)}`,
  });
  expect(readdirSync(join(dir, 'screenshots'))).toEqual(screenshotNames);
});

test('an action is recorded as a browser turn with its state, element and artefacts', () => {
  writer.say('instructor', 'Search.');
  const event = recordClick(1);
  expect(event).toMatchObject({
    type: 'action',
    turn: 1,
    page: { html: 'pages/page-1-0.html', screenshot: 'screenshots/screenshot-1-0.png' },
    observation: { candidates: 0, elements: 9, stable: true, ms: 15.6 },
  });
  const turn = readBrowserTurn(1);
  expect(turn.state).toEqual({
    screenshot: 'screenshot-1-0.png',
    page: 'page-1-0.html',
    screenshot_status: 'good',
  });
  const { metadata, properties, element: clickedElement } = turn.action.arguments;
  expect(metadata).toEqual({
    mouseX: 360,
    mouseY: 26,
    tabId: 7,
    timestamp: header.startedAt + 750,
    url: 'https://ferries.example/routes?page=1',
    viewportHeight: 720,
    viewportWidth: 1280,
    zoomLevel: 1,
  });
  expect(properties).toMatchObject({ clientX: 360.4, clientY: 25.5, pageY: 65.5 });
  expect(turn.action).toMatchObject({ intent: 'click', event_id: 1, screenshot_effect: null });
  expect(turn.action.element_html).toBe('<button type="submit" class="primary">');
  expect(Object.entries(clickedElement?.attributes ?? {})).toEqual([
    ['class', 'primary'],
    ['data-webtasks-id', uidOf(5)],
    ['type', 'submit'],
  ]);
  expect(clickedElement?.bbox).toEqual({
    bottom: 40.5,
    height: 30,
    left: 320,
    right: 400.25,
    top: 10.5,
    width: 80.25,
    x: 320,
    y: 10.5,
  });
  const boxes: unknown = JSON.parse(readFileSync(join(dir, 'bboxes', 'bboxes-1.json'), 'ascii'));
  const firstBox = Object.values(boxes as Record<string, object>)[0] ?? {};
  expect(Object.keys(firstBox)).toEqual(['x', 'y', 'width', 'height', 'top', 'right', 'bottom', 'left']);
  expect(readFileSync(join(dir, 'pages', 'page-1-0.html'), 'utf8')).toBe(observation(1).weblinx?.html);
});

test('turns for typing, choosing, scrolling and loading contain their values', () => {
  const sharedObservation = observation(0);
  const common = {
    observation: sharedObservation,
    result: { outcome: changedOutcome, element: field.element, mouse: null },
  };
  const { uid } = field.target;
  writer.action({ ...common, action: { intent: 'textInput', uid, text: 'Ålesund' }, target: field.target });
  writer.action({ ...common, action: { intent: 'change', uid, value: 'no' }, target: field.target });
  writer.action({ ...common, action: { intent: 'press', key: 'Enter', uid }, target: field.target });
  const resultWithoutElement = { outcome: changedOutcome, element: null, mouse: null };
  writer.action({
    observation: sharedObservation,
    result: resultWithoutElement,
    action: { intent: 'scroll', x: 0, y: 1400 },
    target: null,
  });
  writer.action({
    observation: sharedObservation,
    result: resultWithoutElement,
    action: { intent: 'load', url: 'https://b.example/' },
    target: null,
  });
  const pageAfter = { url: 'https://ferries.example/' };
  writer.action({
    observation: sharedObservation,
    result: resultWithoutElement,
    action: { intent: 'back' },
    target: null,
    pageAfter,
  });
  const actions = readTurns().map((turn) => (turn.type === 'browser' ? turn.action : null));
  expect(actions.map((action) => action?.intent)).toEqual([
    'textInput',
    'change',
    'submit',
    'scroll',
    'load',
    'load',
  ]);
  expect(actions[0]?.arguments).toMatchObject({ text: 'Ålesund', properties: {} });
  expect(actions[0]?.element_html).toBe('<input type="search" name="q" title="a > b">');
  expect(actions[1]?.arguments.value).toBe('no');
  expect(actions[3]?.arguments).toMatchObject({ scrollX: 0, scrollY: 1400, properties: {} });
  expect(actions[3]?.arguments).not.toHaveProperty('element');
  expect(actions[4]?.arguments.properties).toMatchObject({
    url: 'https://b.example/',
    transitionType: 'typed',
  });
  expect(actions[5]?.arguments.properties).toMatchObject({
    url: pageAfter.url,
    transitionQualifiers: ['forward_back'],
  });
});

test('actions that were decided on the same observation share its files', () => {
  const sharedObservation = observation(0);
  const result = { outcome: changedOutcome, element: element(), mouse: null };
  for (let turn = 0; turn < 2; turn += 1) {
    writer.action({
      action: { intent: 'click', uid: uidOf(5) },
      target: target(),
      result,
      observation: sharedObservation,
    });
  }
  expect(readBrowserTurn(1).state.page).toBe('page-0-0.html');
  expect(readBrowserTurn(1).action.event_id).toBe(1);
  expect(readdirSync(join(dir, 'pages'))).toEqual(['page-0-0.html']);
});

test('actions without a WebLINX form are numbered in session.jsonl and left out of replay.json', () => {
  const result = { outcome: changedOutcome, element: null, mouse: null };
  writer.action({
    action: { intent: 'press', key: 'Escape' },
    target: null,
    result,
    observation: observation(0),
  });
  writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result: {
      outcome: { status: 'failed', reason: 'covered', detail: 'a banner' },
      element: null,
      mouse: null,
    },
    observation: observation(1),
  });
  recordClick(2);
  expect(readEvents().map((event) => ('turn' in event ? event.turn : null))).toEqual([null, 0, 1, 2]);
  expect(readTurns()).toHaveLength(1);
  expect(readBrowserTurn(0).action.event_id).toBe(2);
});

test('if there is no snapshot, a click is written with the observed element', () => {
  const pageObservation = observation(0);
  const result = { outcome: changedOutcome, element: null, mouse: null };
  writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result,
    observation: pageObservation,
  });
  writer.action({
    action: { intent: 'click', uid: uidOf(9) },
    target: null,
    result,
    observation: pageObservation,
  });
  expect(readTurns()).toHaveLength(1);
  expect(readBrowserTurn(0).action.arguments.element).toMatchObject({
    tagName: 'BUTTON',
    textContent: 'Søk',
  });
});

test('an observation without artefacts or screenshot is recorded with null file names', () => {
  const observationWithoutArtefacts = { ...observation(0), weblinx: undefined };
  const observationWithoutScreenshot = observation(1);
  if (observationWithoutScreenshot.weblinx !== undefined)
    observationWithoutScreenshot.weblinx = { ...observationWithoutScreenshot.weblinx, screenshot: null };
  const result = { outcome: changedOutcome, element: element(), mouse: null };
  for (const recordedObservation of [observationWithoutArtefacts, observationWithoutScreenshot]) {
    writer.action({
      action: { intent: 'click', uid: uidOf(5) },
      target: target(),
      result,
      observation: recordedObservation,
    });
  }
  expect(readBrowserTurn(0).state).toEqual({ screenshot: null, page: null });
  expect(readBrowserTurn(1).state).toEqual({ screenshot: null, page: 'page-1-0.html' });
});

test('tabs that an action opens or closes are recorded after it, as turns without a state', () => {
  writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result: {
      outcome: done({ type: 'tab-opened', opened: 8, url: 'https://b.example/' }),
      element: element(),
      mouse: null,
    },
    observation: observation(0),
  });
  const [, create, change] = readTurns();
  expect(create).toMatchObject({
    state: { screenshot: null, page: null },
    action: {
      intent: 'tabcreate',
      event_id: 0,
      arguments: { metadata: { tabId: -1, url: '' }, properties: { tabId: 8 } },
    },
  });
  expect(change).toMatchObject({
    action: { intent: 'tabswitch', arguments: { properties: { tabId: 8, tabIdOrigin: 7 } } },
  });
});

test('copy and paste record the same text, in the fields that the format defines', () => {
  const common = { observation: observation(0), target: field.target };
  const { uid } = field.target;
  const copyOutcome = done({ type: 'clipboard', text: 'A-17' });
  writer.action({
    ...common,
    action: { intent: 'copy', uid },
    result: { outcome: copyOutcome, element: element(), mouse: null },
  });
  writer.action({
    ...common,
    action: { intent: 'paste', uid },
    result: { outcome: changedOutcome, element: field.element, mouse: null },
  });
  expect(readBrowserTurn(0).action).toMatchObject({ intent: 'copy', arguments: { selected: 'A-17' } });
  expect(readBrowserTurn(1).action).toMatchObject({ intent: 'paste', arguments: { pasted: 'A-17' } });
});

test('opening a tab with a URL also records a load turn, without the screenshot of the old page', () => {
  writer.action({
    action: { intent: 'tabcreate', url: 'https://b.example/' },
    target: null,
    result: {
      outcome: done({ type: 'tab-opened', opened: 8, url: 'https://b.example/' }),
      element: null,
      mouse: null,
    },
    observation: observation(0),
  });
  expect(readTurns().map((turn) => (turn.type === 'browser' ? turn.action.intent : ''))).toEqual([
    'tabcreate',
    'tabswitch',
    'load',
  ]);
  expect(readBrowserTurn(2)).toMatchObject({
    state: { screenshot: null, page: null },
    action: { arguments: { metadata: { tabId: 8, url: 'about:blank' } } },
  });
});

test('session.jsonl records the open dialog, the drop target and page events', () => {
  const dialog = { type: 'confirm', message: 'Delete Lunch?', defaultText: '' };
  writer.action({
    action: { intent: 'drag', uid: uidOf(5), to: { uid: uidOf(4) } },
    target: target(),
    drop: field.target,
    result: { outcome: changedOutcome, element: element(), mouse: null },
    observation: { ...observation(0), dialog },
  });
  const pageEvent = { type: 'request-refused', host: 'tracker.example', reason: 'not allowed' } as const;
  writer.event({ type: 'note', text: 'A request to tracker.example was refused.', pageEvent });
  const [, action, note] = readEvents();
  expect(action).toMatchObject({ page: { dialog }, drop: { name: 'Where to' } });
  expect(note).toMatchObject({ type: 'note', pageEvent });
  expect(readTurns()).toEqual([]);
});

test('secrets in page refusals are masked', () => {
  dir = test.info().outputPath('refusal');
  const redactor = createRedactor();
  redactor.add('WORD', 'hünter2');
  writer = createWriter(redactor);
  const refusal = 'the checkbox “hünter2” is still off';
  for (const outcome of [
    { status: 'no-effect', settle, pageRefusal: refusal },
    { status: 'done', effects: [{ type: 'dom', mutations: 1 }], settle, pageRefusal: refusal },
  ] satisfies Outcome[])
    writer.action({
      action: { intent: 'change', uid: uidOf(5), value: 'true' },
      target: target(),
      observation: observation(0),
      result: { outcome, element: element(), mouse: null },
    });
  const [, ...actions] = readEvents();
  for (const action of actions)
    expect(action).toMatchObject({ outcome: { pageRefusal: 'the checkbox “<WORD>” is still off' } });
  expect(actions).toHaveLength(2);
});

test('secrets in dialogs, page events and the clipboard are masked, but enum values are not', () => {
  dir = test.info().outputPath('covered');
  const redactor = createRedactor();
  for (const word of ['accept', 'confirm', 'refused', 'hünter2', uidOf(4)]) redactor.add('WORD', word);
  writer = createWriter(redactor);
  const common = { target: target(), observation: observation(0) };
  const result = { outcome: changedOutcome, element: element(), mouse: null };
  writer.action({
    ...common,
    result,
    action: { intent: 'drag', uid: uidOf(5), to: { uid: uidOf(4) } },
  });
  writer.action({
    ...common,
    action: { intent: 'dialog', answer: 'accept', text: 'hünter2' },
    result: { ...result, outcome: done({ type: 'dialog', dialog: 'confirm', message: 'hünter2?' }) },
    observation: {
      ...observation(1),
      dialog: { type: 'confirm', message: 'Sure, hünter2?', defaultText: 'hünter2' },
    },
  });
  const copyOutcome = done({ type: 'clipboard', text: 'hünter2' });
  writer.action({
    ...common,
    action: { intent: 'copy', uid: uidOf(5) },
    result: { ...result, outcome: copyOutcome },
  });
  writer.event({
    type: 'note',
    text: 'hünter2',
    pageEvent: { type: 'request-refused', host: 'hünter2.example', reason: 'refused' },
  });
  const [, drag, dialogAnswer, , note] = readEvents();
  expect(drag).toMatchObject({ action: { to: { uid: uidOf(4) } } });
  expect(dialogAnswer).toMatchObject({
    action: { answer: 'accept', text: '<WORD>' },
    outcome: { effects: [{ type: 'dialog', dialog: 'confirm', message: '<WORD>?' }] },
    page: { dialog: { type: 'confirm', message: 'Sure, <WORD>?', defaultText: '<WORD>' } },
  });
  expect(note).toMatchObject({ pageEvent: { type: 'request-refused', host: '<WORD>.example' } });
  expect(readFileSync(join(dir, 'session.jsonl'), 'utf8')).not.toMatch(/h(?:ü|\\u00fc)nter/);
  expect(readFileSync(join(dir, 'replay.json'), 'utf8')).not.toMatch(/h(?:ü|\\u00fc)nter/);
});

test('the end is recorded in both files, and nothing can be written after it', () => {
  const event = writer.end({
    verdict: 'done',
    reason: 'The ferry was found.',
    exit: 0,
    turns: 0,
    actions: 0,
    seconds: 1.5,
  });
  expect(readEvents().at(-1)).toEqual(event);
  expect(readDemonstration(dir).metadata).toMatchObject({
    recordingStart: header.startedAt,
    recordingEnd: header.startedAt + 500,
    recordingEndISO: '2026-01-01T00:00:00.500Z',
  });
  expect(() => writer.say('instructor', 'One more thing')).toThrow(/has ended/);
  expect(() => recordClick()).toThrow(/has ended/);
  expect(existsSync(join(dir, 'pages', 'page-0-0.html'))).toBe(false);
});

test('time stamps never decrease, even if the clock is set back', () => {
  writer.say('instructor', 'one');
  elapsedMs = -60_000;
  expect(writer.say('instructor', 'two').t).toBe(0.5);
});

test('no secret value is written; an intent that equals a secret is kept', () => {
  dir = test.info().outputPath('secret');
  const redactor = createRedactor();
  redactor.add('PASSWORD', 'hünter2&co');
  redactor.add('WORD', 'click');
  writer = createWriter(redactor);
  const secret = 'hünter2&co';
  writer.say('instructor', `the password is ${secret}`);
  const pageObservation = observation(1);
  pageObservation.url += `&p=${encodeURIComponent(secret)}`;
  if (pageObservation.weblinx !== undefined) {
    const html = pageObservation.weblinx.html.replace(
      '</ul>',
      `<li title="hünter2&amp;co">hünter2&amp;co</li></ul>`,
    );
    pageObservation.weblinx = { ...pageObservation.weblinx, html };
  }
  const attributes = { value: secret, [`data-${secret}`]: '', 'data-webtasks-id': 'forged' };
  writer.action({
    action: { intent: 'textInput', uid: uidOf(4), text: secret },
    target: { ...field.target, attributes },
    result: {
      outcome: done({ type: 'value', from: '', to: secret }),
      element: { ...field.element, attributes, outerHTML: `<input value="hünter2&amp;co">` },
      mouse: null,
    },
    observation: pageObservation,
    evidence: { query: secret },
  });
  recordClick(2);
  writer.event({ type: 'check', result: { label: 'typed', pass: true, expected: secret, actual: secret } });
  writer.end({ verdict: 'done', reason: secret, exit: 0, turns: 3, actions: 2, seconds: 1 });
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(json|jsonl|html)$/.test(name)) continue;
    expect(readFileSync(join(dir, name), 'utf8'), name).not.toMatch(/hünter|h\\u00fcnter|h%C3%BCnter/i);
  }
  const typedArguments = readBrowserTurn(1).action.arguments;
  expect(typedArguments.text).toBe('<PASSWORD>');
  expect(typedArguments.element?.attributes).toEqual({
    'data-<PASSWORD>': '',
    'data-webtasks-id': uidOf(4),
    value: '<PASSWORD>',
  });
  expect(readFileSync(join(dir, 'pages', 'page-1-0.html'), 'utf8')).toContain('>&lt;PASSWORD&gt;</li>');
  expect(readBrowserTurn(2).action.intent).toBe('click');
});

test('files are ASCII JSON that strict parsers accept, even with lone surrogates', () => {
  writer.say('instructor', 'Å 🛶 \ud83d half, \\ud83d written, \u2028 \u007f "quoted"');
  const text = readFileSync(join(dir, 'replay.json'), 'latin1');
  expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  expect(readTurns()[0]).toMatchObject({
    utterance: 'Å 🛶 \ufffd half, \\ud83d written, \u2028 \u007f "quoted"',
  });
  expect(toAsciiJson('\\\ud83d')).toBe('"\\\\\\ufffd"');
});

test('elements are truncated to keep replay.json small', () => {
  const hugeText = 'x'.repeat(1_000_000);
  const result = {
    outcome: changedOutcome,
    element: element({ innerHTML: hugeText, outerHTML: hugeText, textContent: hugeText }),
    mouse: null,
  };
  writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result,
    observation: observation(0),
  });
  expect(readBrowserTurn(0).action.arguments.element?.innerHTML).toHaveLength(20_000);
});

test('a folder that contains a recording is not overwritten', () => {
  expect(() => createWriter()).toThrow(ParleyError);
  expect(() => createWriter()).toThrow(/session\.jsonl” already exists/);
  expect(readEvents()).toHaveLength(1);
});

test('a folder that cannot be created causes an error with a message and a next step', () => {
  const file = test.info().outputPath('a-file');
  writeFileSync(file, '');
  dir = join(file, 'demonstration');
  expect(() => createWriter()).toThrow(/part of its path is a file/);
  dir = test.info().outputPath('blocked');
  mkdirSync(join(dir, 'metadata.json'), { recursive: true });
  expect(() => createWriter()).toThrow(/metadata\.json” /);
});

for (const code of ['EACCES', 'EROFS', 'ENOTDIR', 'ENOSPC', 'EWEIRD']) {
  test(`${code} becomes a usage error that names the path`, () => {
    const problem = toFileError('results/$&', Object.assign(new Error('x'), { code }));
    expect(problem).toMatchObject({ kind: 'usage', message: expect.stringContaining('results/$&') });
    expect((problem as ParleyError).next).toMatch(/\.$/);
  });
}

test('boxes keep integers and fractions unchanged', () => {
  const pageObservation = observation(0);
  if (pageObservation.weblinx !== undefined)
    pageObservation.weblinx = { ...pageObservation.weblinx, boxes: { [uidOf(1)]: box(0, -3.5, 996, 20) } };
  const result = { outcome: changedOutcome, element: element(), mouse: null };
  writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result,
    observation: pageObservation,
  });
  expect(readFileSync(join(dir, 'bboxes', 'bboxes-0.json'), 'ascii')).toBe(
    `{"${uidOf(1)}":{"x":0,"y":-3.5,"width":996,"height":20,"top":-3.5,"right":996,"bottom":16.5,"left":0}}\n`,
  );
});

test('page events are written with their reason and settle time', () => {
  const event = writer.event({
    type: 'page',
    url: 'https://a.example/',
    title: 'A',
    reason: 'start',
    settle,
  });
  expect(event).toMatchObject({ type: 'page', reason: 'start', settle });
});

test('an utterance refers to the page that was observed before it, and to that page’s screenshot', () => {
  writer.say('instructor', 'search');
  const sharedObservation = observation(0);
  writer.say('navigator', 'Looking.', 'ack', undefined, sharedObservation);
  writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result: { outcome: changedOutcome, element: element(), mouse: null },
    observation: sharedObservation,
  });
  writer.say('navigator', 'Found.', 'answer', undefined, sharedObservation);
  writer.say('navigator', 'Really.', 'answer', undefined, observation(1));
  const pages = readEvents().map((event) => (event.type === 'say' ? event.page : undefined));
  expect(pages[1]).toBeUndefined();
  expect(pages[2]).toMatchObject({
    url: sharedObservation.url,
    title: sharedObservation.title,
    screenshot: 'screenshots/screenshot-1-0.png',
  });
  // The action wrote the same observation completely, and the answer refers to those files.
  expect(pages[4]).toMatchObject({ screenshot: 'screenshots/screenshot-2-0.png' });
  expect(pages[5]).toMatchObject({ screenshot: 'screenshots/screenshot-4-0.png' });
  for (const page of pages) if (page?.screenshot) expect(existsSync(join(dir, page.screenshot))).toBe(true);
  // Utterances in the data set have no page, so no HTML is written for them.
  expect(readdirSync(join(dir, 'pages'))).toHaveLength(1);
});

test('a turn records which text appeared on or disappeared from its page since the previous turn', () => {
  const redactor = createRedactor();
  redactor.add('CODE', 'kT7-pepper-and-salt');
  dir = test.info().outputPath('with-texts');
  writer = createWriter(redactor);
  const createObservation = (number: number, ...texts: string[]) => ({
    ...observation(number),
    text: texts.map((text, order) => ({ kind: 'other' as const, text, section: '', order })),
  });
  const recordAction = (pageObservation: ReturnType<typeof createObservation>): void => {
    const result = { outcome: done({ type: 'dom', mutations: 1 }), element: element(), mouse: null };
    writer.action({
      action: { intent: 'click', uid: uidOf(5) },
      target: target(),
      result,
      observation: pageObservation,
    });
  };
  recordAction(createObservation(1, 'Basket', 'Empty', 'Row', 'Row'));
  recordAction(createObservation(1, 'Basket', '1 lamp, code kT7-pepper-and-salt', 'Row'));
  recordAction(createObservation(1, 'Basket', '1 lamp, code kT7-pepper-and-salt', 'Row'));
  recordAction(createObservation(1, ...Array.from({ length: 20 }, (_, i) => `${i} ${'x'.repeat(300)}`)));
  recordAction(createObservation(2, 'Another page'));
  writer.say('navigator', 'Done.', 'report', {}, createObservation(2, 'Another page', 'Thank you'));
  const changes = readEvents().map((event) => ('textChanges' in event ? event.textChanges : undefined));
  expect(changes.slice(1, 4)).toEqual([
    undefined,
    { added: ['1 lamp, code <CODE>'], removed: ['Empty', 'Row'], omitted: 0 },
    undefined,
  ]);
  expect(changes[4]).toMatchObject({ omitted: 8 });
  expect(changes[4]!.added).toHaveLength(12);
  expect(changes[4]!.added[0]!.length).toBeLessThan(210);
  expect(changes.slice(5)).toEqual([undefined, { added: ['Thank you'], removed: [], omitted: 0 }]);
});
