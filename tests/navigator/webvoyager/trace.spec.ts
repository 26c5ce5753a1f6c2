/**
 * Compares the messages of a run with six model calls: a screenshot, a PDF file, a reply without an action, a click on
 * a covered element, an unknown label, and a scroll. `golden/` contains the messages of each call.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import type {
  AccessibilityTree,
  DownloadText,
  Inspector,
  NumberedElement,
  Observation,
  Outcome,
  State,
  Turn,
} from '../../../src/contract/index.js';
import type { Model, ModelRequest } from '../../../src/llm/index.js';
import { createWebvoyagerNavigator } from '../../../src/navigator/index.js';
import type { PromptVariant } from '../../../src/prompt/index.js';
import { createRedactor } from '../../../src/secrets/index.js';
import { createCandidate, createObservation } from '../../support/candidates.js';
import { expect, test } from '@playwright/test';

const TASK = 'What is the total of the invoice?';
const settle = { reason: 'quiet', ms: 1 } as const;

/** @param firstLabel label of the first element: 1 in the hardened list, otherwise 0 */
const createReplies = (firstLabel: number): string[] => [
  `Thought: The invoice is a PDF file.\nAction: Click [${firstLabel + 1}]`,
  'Thought: The file has two pages. I need the total.',
  `Thought: The total may be in the table.\nAction: Click [${firstLabel}]`,
  'Thought: Something covers the table.\nAction: Click [9]',
  'Thought: The rest of the page may help.\nAction: Scroll [WINDOW]; [down]',
  'Thought: The total is 42.00.\nAction: ANSWER; [42.00]',
];

const OUTCOMES: Outcome[] = [
  { status: 'done', effects: [{ type: 'download', file: 'invoice.pdf' }], settle },
  { status: 'failed', reason: 'covered', detail: 'A banner covers it.' },
  { status: 'done', effects: [{ type: 'scroll', x: 0, y: 512 }], settle },
];

const INVOICE: DownloadText = {
  status: 'read',
  pageCount: 2,
  pages: [
    { number: 2, text: 'Total: 42.00' },
    { number: 1, text: 'Invoice 7' },
  ],
};

const createElement = (overrides: Partial<NumberedElement>): NumberedElement => ({
  uid: null,
  tag: 'a',
  type: null,
  text: '',
  ariaLabel: '',
  boxes: [],
  ...overrides,
});

/** The first node is the root, and the others are its children. */
const toTree = (nodes: AccessibilityTree['nodes']): AccessibilityTree => ({
  text: nodes.map(({ text }, index) => (index === 0 ? text : `\t${text}`)).join('\n'),
  nodes,
});

/** @param turn stored in the screenshots to distinguish them in the golden files */
function createObservationOfTurn(turn: number, scrollY: number): Observation {
  const table = createCandidate({ uid: 'u0', role: 'button', name: 'Show table' });
  const link = createCandidate({ uid: 'u1', role: 'link', name: 'Invoice 7' });
  const field = createCandidate({ uid: 'u2', role: 'textbox', name: 'Search', states: { editable: true } });
  return createObservation([table, link, field], {
    url: 'https://shop.test/invoices',
    title: 'Invoices',
    viewport: { width: 1024, height: 768, scrollX: 0, scrollY, scrollWidth: 1024, scrollHeight: 2000 },
    webvoyager: {
      elements: [
        createElement({ uid: 'u0', tag: 'button', type: 'button', text: 'Show table' }),
        createElement({ uid: 'u1', text: 'Invoice 7', ariaLabel: 'Invoice 7 as PDF' }),
        createElement({ uid: 'u2', tag: 'input', type: 'text', ariaLabel: 'Search' }),
      ],
      picture: new Uint8Array([turn]),
      screenshot: new Uint8Array([turn]),
    },
    accessibilityTree: toTree([
      {
        id: 2,
        uid: null,
        box: { x: 0, y: 0, width: 10, height: 10 },
        text: "[2] RootWebArea 'Invoices' focused: True",
      },
      { id: 0, uid: 'u0', box: table.box, text: "[0] button 'Show table'" },
      { id: 1, uid: 'u1', box: link.box, text: "[1] link 'Invoice 7'" },
      { id: 3, uid: null, box: table.box, text: `[3] StaticText 'Tree of turn ${turn}'` },
    ]),
  });
}

interface SentMessage {
  role: string;
  lines: string[];
  picture?: string;
}

function toSentMessages(request: ModelRequest): SentMessage[] {
  const { messages } = request as Extract<ModelRequest, { kind: 'chat' }>;
  return messages.map(({ role, content }) => {
    if (role === 'system') return { role, lines: ['(system prompt)'] };
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    const imagePart = parts.find((part) => part.type === 'image');
    return {
      role,
      lines: text.split('\n'),
      ...(imagePart?.type === 'image' ? { picture: `screenshot of turn ${imagePart.data[0]}` } : {}),
    };
  });
}

/** Runs the navigator without a browser or a server. */
async function runTrace(variant: PromptVariant, keptObservationCount: number): Promise<SentMessage[][]> {
  const calls: SentMessage[][] = [];
  const replies = createReplies(variant.compat === 'hardened' && variant.mode === 'multimodal' ? 1 : 0);
  const model = {
    name: 'test-model',
    redactor: createRedactor(),
    getKnowledge: () => ({ images: null }),
    getTokenCounter: async () => (text: string) => Math.ceil(text.length / 4),
    ask: async (request: ModelRequest) => {
      calls.push(toSentMessages(request));
      return { ok: true, text: replies[calls.length - 1], usage: null, cost: null, notes: [] };
    },
  } as unknown as Model;
  const navigator = createWebvoyagerNavigator({
    model,
    variant,
    keptObservationCount,
    maxIterations: 15,
    seed: 'a seed for tests',
    today: '2026-11-21',
  });
  const inspector = { readDownload: async () => INVOICE } as unknown as Inspector;
  const turns: Turn[] = [{ index: 0, speaker: 'instructor', type: 'say', text: TASK }];
  const outcomes = [...OUTCOMES];
  for (;;) {
    const turn = calls.length + 1;
    const state: State = {
      observation: createObservationOfTurn(turn, turn > 5 ? 512 : 0),
      exchange: { turns: [...turns] },
    };
    const inspectorWithScreenshot = {
      ...inspector,
      findCovered: async () => new Map(),
      readDownload: async () => INVOICE,
      takeNumberedScreenshot: async () => new Uint8Array([turn]),
    } as unknown as Inspector;
    const { actions } = await navigator.decide(state, inspectorWithScreenshot, new AbortController().signal);
    const [action] = actions;
    if (action.intent === 'say') return calls;
    const outcome = outcomes.shift()!;
    const uid = 'uid' in action ? action.uid : null;
    const target = state.observation.candidates.find((option) => option.uid === uid);
    if (uid !== null && !target) throw new Error(`no element has the uid ${uid}`);
    turns.push({
      index: turns.length,
      speaker: 'navigator',
      type: 'action',
      action,
      target: target ?? null,
      outcome,
      url: 'https://shop.test/invoices',
    });
  }
}

/** `k`: number of observations that keep their screenshot or tree. */
const TRACES: [name: string, variant: PromptVariant, k: number][] = [
  ['faithful-k1', { compat: 'faithful', mode: 'multimodal' }, 1],
  ['faithful-k2', { compat: 'faithful', mode: 'multimodal' }, 2],
  ['faithful-k3', { compat: 'faithful', mode: 'multimodal' }, 3],
  ['faithful-text-k1', { compat: 'faithful', mode: 'text' }, 1],
  ['faithful-text-k3', { compat: 'faithful', mode: 'text' }, 3],
  ['hardened-k1', { compat: 'hardened', mode: 'multimodal' }, 1],
  ['hardened-k3', { compat: 'hardened', mode: 'multimodal' }, 3],
  ['hardened-text-k1', { compat: 'hardened', mode: 'text' }, 1],
  ['hardened-text-k3', { compat: 'hardened', mode: 'text' }, 3],
];

for (const [name, variant, k] of TRACES)
  test(`the messages of six calls equal golden/${name}.json`, async () => {
    const calls = await runTrace(variant, k);
    expect(calls).toHaveLength(6);
    const file = new URL(`golden/${name}.json`, import.meta.url);
    // A run with this variable writes the files, which are then reviewed and committed.
    if (process.env.PARLEY_WRITE_GOLDEN) writeFileSync(file, `${JSON.stringify({ k, calls }, null, 2)}\n`);
    expect({ k, calls }).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
