/** The webvoyager navigator's messages to the user, and its messages to the model other than page content. */
import { expect, test } from '@playwright/test';

import type { Inspector, Observation, State } from '../../src/contract/index.js';
import type { Model } from '../../src/llm/index.js';
import { createWebvoyagerNavigator, type WebvoyagerNavigatorParts } from '../../src/navigator/index.js';
import { toActions } from '../../src/navigator/webvoyager/to-actions.js';
import type { VoyagerAction } from '../../src/prompt/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

function createModel(answer: object): Model {
  return {
    name: 'tiny',
    redactor: createRedactor(),
    getKnowledge: () => ({ images: null }),
    getTokenCounter: async () => (text: string) => text.length,
    ask: async () => ({ usage: null, cost: null, notes: [], ...answer }),
  } as unknown as Model;
}

const inspector = {
  takeNumberedScreenshot: async () => null,
  findCovered: async () => new Map(),
} as unknown as Inspector;

/** Returns the navigator's message after one decision. */
async function getDecisionMessage(
  answer: object,
  options: Partial<WebvoyagerNavigatorParts> = {},
  page: Observation = createObservation([]),
): Promise<string> {
  const navigator = createWebvoyagerNavigator({
    model: createModel(answer),
    variant: { compat: 'hardened', mode: 'multimodal' },
    keptObservationCount: 3,
    maxIterations: 2,
    seed: 'x',
    today: '2026-11-21',
    ...options,
  });
  const state: State = {
    observation: page,
    exchange: { turns: [{ index: 0, speaker: 'instructor', type: 'say', text: 'Go' }] },
  };
  const { actions } = await navigator.decide(state, inspector, new AbortController().signal);
  return actions[0].intent === 'say' ? actions[0].text : actions[0].intent;
}

test('messages to the user', async () => {
  const challengePage = createObservation([], { title: 'Just a moment...' });
  const rows = [
    [await getDecisionMessage({ ok: true, text: 'no action' }), 'I stopped after 2 steps without an answer.'],
    [
      await getDecisionMessage({ ok: true, text: 'no action' }, { maxIterations: 9 }),
      'I could not decide what to do: the model’s replies contained no action that I could perform.',
    ],
    [
      await getDecisionMessage({
        ok: false,
        kind: 'refused',
        sentence: '“tiny” refused: “no”.',
        next: '',
        raw: null,
      }),
      'I could not decide what to do. “tiny” refused: “no”.',
    ],
    [
      await getDecisionMessage({}, {}, challengePage),
      'Blocked: this site checks whether I am human (the title “Just a moment...”), and I do not solve such checks. Solve it yourself in the browser (--headed), or use another site.',
    ],
  ] as const;
  for (const [text, expected] of rows) expect.soft(text).toBe(expected);
  const visionError = await getDecisionMessage({
    ok: false,
    kind: 'vision',
    sentence: '',
    next: '',
    raw: null,
  }).catch((error: unknown) => error);
  expect(visionError).toMatchObject({
    kind: 'usage',
    message: '“tiny” does not accept images, which the navigator “webvoyager” needs.',
    next: 'Use --navigator webvoyager:text, which reads the page as text, or a model that accepts images.',
  });
});

test('messages to the model about actions that cannot be performed', () => {
  const createOption = (label: string) => ({ label, value: label, selected: false, disabled: false });
  const elements = [
    createCandidate({ role: 'button', name: 'Save' }),
    createCandidate({
      role: 'combobox',
      tag: 'select',
      options: [createOption('Red'), createOption('Blue')],
    }),
    createCandidate({ role: 'textbox', inputType: 'date', states: { editable: true } }),
  ];
  const labels = new Map(elements.map((element, i) => [i + 1, { uid: element.uid, candidate: element }]));
  const getConversionFault = (action: VoyagerAction, visibleLabels: typeof labels = labels): string => {
    if (action.do === 'memorize') return '';
    const result = toActions(action, {
      observation: createObservation(elements),
      labels: visibleLabels,
      compat: 'hardened',
      isInNewTab: false,
      today: '2026-11-21',
    });
    return result.ok ? 'ok' : result.fault;
  };
  const createTypeAction = (label: number, text: string): VoyagerAction => ({
    do: 'type',
    label,
    text,
    enter: true,
  });
  const rows = [
    [getConversionFault({ do: 'click', label: 9 }), 'There is no label 9. The labels go from 1 to 3.'],
    [
      getConversionFault({ do: 'click', label: 1 }, new Map()),
      'No element in the window has a label. Scroll, wait or go back.',
    ],
    [
      getConversionFault({ do: 'click', label: 2 }),
      '[2] is a list. Use Select [2]; [option]. It offers: "Red" | "Blue".',
    ],
    [
      getConversionFault({ do: 'select', label: 2, option: 'Green grass' }),
      '[2] has no option like “Green grass”. It offers: "Red" | "Blue".',
    ],
    [getConversionFault(createTypeAction(1, 'x')), '[1] is a button and does not accept text.'],
    [
      getConversionFault(createTypeAction(3, 'soon')),
      '“soon” is not a valid value for field [3] of type date. Dates have the form YYYY-MM-DD, times HH:MM.',
    ],
    [
      getConversionFault({ do: 'scroll', label: null, direction: 'down' }),
      'The page is already scrolled to the bottom.',
    ],
    [getConversionFault({ do: 'switchTab', tab: 4 }), 'There is no tab 4. Open tabs: 1.'],
    [
      getConversionFault({ do: 'press', key: 'Bogus' }),
      '“Bogus” is not a key. For example: Enter, Escape, ArrowDown, Control+A.',
    ],
  ] as const;
  for (const [text, expected] of rows) expect.soft(text).toBe(expected);
});
