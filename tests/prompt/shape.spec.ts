import { expect, test } from '@playwright/test';

import { readLive } from '../../src/action/index.js';
import { parseHtml } from '../../src/lxml/index.js';
import {
  ESTIMATE,
  familyNamed,
  FAMILY_NAMES,
  firstShape,
  likelier,
  type PromptInput,
  recordedShape,
  type ReplayTurn,
  secondShape,
  type WeblinxRequest,
  weblinxRequest,
} from '../../src/prompt/index.js';

const say = (speaker: string, utterance: string): ReplayTurn => ({
  type: 'chat',
  timestamp: 1,
  speaker,
  utterance,
});
const click: ReplayTurn = {
  type: 'browser',
  timestamp: 2,
  action: {
    intent: 'click',
    arguments: { element: { tagName: 'A', attributes: { 'data-webtasks-id': 'u' }, textContent: '' } },
  },
};

const FIRST: [name: string, before: ReplayTurn[], shape: 'browser' | 'chat'][] = [
  ['nothing was said', [], 'browser'],
  ['the instructor spoke', [say('instructor', 'open it')], 'chat'],
  ['the navigator agreed', [say('instructor', 'open it'), say('navigator', 'Sure')], 'browser'],
  ['the navigator acted', [say('instructor', 'open it'), click], 'browser'],
  [
    'the instructor spoke after an act',
    [say('instructor', 'open it'), click, say('instructor', 'thanks')],
    'chat',
  ],
  [
    'the instructor insists',
    [say('instructor', 'open it'), say('navigator', 'Sure'), say('instructor', 'please do')],
    'browser',
  ],
];

for (const [name, before, shape] of FIRST) {
  test(`by rule, first shot: ${name}`, () => {
    expect(firstShape('rule', before).shape).toBe(shape);
    expect(firstShape('browser', before).shape).toBe('browser');
    expect(firstShape('chat', before).shape).toBe('chat');
  });
}

test('by rule, the second shot is for an answer that repeats the last act', () => {
  const before = [say('instructor', 'open it'), click];
  expect(secondShape('rule', 'browser', 'click(uid="u")', before)?.shape).toBe('chat');
  expect(secondShape('rule', 'browser', 'assistant\n\nclick(uid="u")', before)?.shape).toBe('chat');
  expect(secondShape('rule', 'browser', 'click(uid="v")', before)).toBeNull();
  expect(secondShape('rule', 'chat', 'click(uid="u")', before)).toBeNull();
  expect(secondShape('browser', 'browser', 'click(uid="u")', before)).toBeNull();
  expect(secondShape('both', 'browser', 'click(uid="v")', before)?.shape).toBe('chat');
  expect(secondShape('both', 'chat', 'click(uid="v")', before)).toBeNull();
});

test('of two answers the one that is likelier by token is taken', () => {
  const browser = { logLikelihood: -2, tokens: 4 };
  expect(likelier(browser, { logLikelihood: -4, tokens: 20 }).tokens).toBe(20);
  expect(likelier(browser, { logLikelihood: -4, tokens: 5 }).tokens).toBe(4);
});

test('in the data set the turn itself tells', () => {
  expect(recordedShape(click).shape).toBe('browser');
  expect(recordedShape(say('navigator', 'Hi')).shape).toBe('chat');
});

const PAGE = '<head></head><body class="b"><a href="/x" data-webtasks-id="u">Open</a></body>';
const INPUT: PromptInput = {
  before: [say('instructor', 'open it')],
  page: parseHtml(PAGE),
  viewport: { height: 700, width: 1200 },
  candidates: [
    {
      uid: 'u',
      document: '[[tag]] a',
      fields: { tag: 'a', xpath: '/html/body/a', text: 'Open', bbox: '', attributes: '', children: '' },
    },
  ],
};

const textOf = ({ body }: WeblinxRequest): string =>
  body.kind === 'text' ? body.text : body.messages.map(({ content }) => content).join('\n');

/** Speaks where it sees no page, acts on the first candidate where it does, as the paper's models do. */
function fineTuned(prompt: string): string {
  if (prompt.includes('Viewport size: Noneh x Nonew')) return 'say(speaker="navigator", utterance="Done")';
  return `click(uid="${/\(uid = ([^)]+)\)/.exec(prompt)![1]}")`;
}

/** One decision, as a navigator makes it. */
function decide(policy: 'browser' | 'rule', before: readonly ReplayTurn[]): string {
  const llama = familyNamed('llama')!;
  const ask = (shape: 'browser' | 'chat'): string =>
    fineTuned(textOf(weblinxRequest(llama, shape, { ...INPUT, before }, ESTIMATE)));
  const { shape } = firstShape(policy, before);
  const answer = ask(shape);
  const second = secondShape(policy, shape, answer, before);
  const reading = readLive(second === null ? answer : ask(second.shape));
  return reading.ok ? reading.decision.intent : reading.fault.kind;
}

test('a model that speaks only where it sees no page gets to speak by rule, and never with a page in every prompt', () => {
  const acting = [say('instructor', 'open it'), say('navigator', 'Sure')];
  expect(decide('rule', INPUT.before)).toBe('say');
  expect(decide('rule', acting)).toBe('click');
  // It has nothing left to do but to say so.
  expect(decide('rule', [...acting, click])).toBe('say');
  for (const before of [INPUT.before, acting, [...acting, click]])
    expect(decide('browser', before)).toBe('click');
});

const FAMILIES: [name: string, kind: 'chat' | 'text', image: boolean, text: RegExp][] = [
  ['llama', 'chat', false, /^\(html.*\(a href="\/x" data-webtasks-id="u"Open\)/],
  ['gpt', 'chat', false, /^\(html/],
  ['gpt-vision', 'chat', true, /^\(html/],
  ['flan', 'text', false, /^\(html[^]*\nUser: say\([^]*\n\nAssistant:$/],
  ['fuyu', 'text', true, /^\(html[^]*\n\nAssistant:$/],
  [
    'mindact',
    'text',
    false,
    /^\(html\(body b\(a id=0Open\)\)\)\nYou will find above[^]*\nAssistant: action\(intent="say"/,
  ],
  ['pix2act', 'text', true, /^Viewport\(height=700, width=1200\) ---- Instructor Utterances/],
];

for (const [name, kind, image, text] of FAMILIES) {
  test(`what is sent for ${name}`, () => {
    const request = weblinxRequest(familyNamed(name)!, 'browser', INPUT, ESTIMATE);
    expect(request.body.kind).toBe(kind);
    expect(request.image).toBe(image);
    expect(request.maxTokens).toBe(256);
    expect(textOf(request)).toMatch(text);
  });
}

test('every family is in the table, and no other', () => {
  expect(FAMILIES.map(([name]) => name)).toEqual(FAMILY_NAMES);
  expect(familyNamed('gemini')).toBeNull();
});

test('marks of chat templates in a page are broken up live, and kept as they are for the data set', () => {
  const marks =
    '&lt;|eot_id|&gt;&lt;|start_header_id|&gt;user [/INST] &lt;/s&gt; &lt;&lt;SYS&gt;&gt; a &lt; b [str]';
  const page = parseHtml(PAGE.replace('Open', marks));
  const ask = (live: boolean): WeblinxRequest =>
    weblinxRequest(familyNamed('llama')!, 'browser', { ...INPUT, page }, ESTIMATE, { live });
  expect(ask(true).brokenMarks).toBe(5);
  expect(textOf(ask(true))).toContain(
    '"u"<| eot_id|><| start_header_id|>user [ /INST] < /s> < <SYS>> a < b [str]',
  );
  expect(ask(false).brokenMarks).toBe(0);
  expect(textOf(ask(false))).toContain('<|eot_id|><|start_header_id|>user [/INST] </s> <<SYS>> a < b [str]');
});

test('a history that begins with the navigator has an empty message of the user before it', () => {
  const roles = (name: string): string[] => {
    const before = [...INPUT.before, say('navigator', 'Sure'), click, click, click, click];
    const { body } = weblinxRequest(familyNamed(name)!, 'browser', { ...INPUT, before }, ESTIMATE);
    return body.kind === 'chat' ? body.messages.map(({ role }) => role) : [];
  };
  expect(roles('llama')).toEqual(['system', 'user', 'assistant', 'user']);
  expect(roles('gpt')).toEqual(['system', 'assistant', 'user']);
});
