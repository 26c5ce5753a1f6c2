/** Events and helpers for report tests. */
import { formatAction } from '../../src/action/index.js';
import type { EventBody, SessionEvent } from '../../src/contract/index.js';
import { NO_SCREENSHOT, ReportBuilder, type EventScreenshot } from '../../src/report/builder.js';
import type { ViewerAssets } from '../../src/report/document.js';
import type { ActionEvent, ReportPhrases } from '../../src/report/phrases.js';

export const phrases: ReportPhrases = {
  describeAction: ({ action, target, drop }) => formatAction(action, target, drop),
};

export const emptyAssets: ViewerAssets = { script: 'void 0;', style: 'p{}' };

export const createSessionEvent = (fields: object = {}): EventBody => ({
  type: 'session',
  id: 'demo',
  name: 'Demo',
  startedAt: Date.UTC(2026, 10, 24, 19, 37),
  navigator: 'direct',
  ranker: 'parley-compact',
  url: 'http://127.0.0.1/shop',
  parleyVersion: '0.1.0',
  browser: 'chromium',
  ...fields,
});

export const createInstructorSay = (turn: number, text: string): EventBody => ({
  type: 'say',
  turn,
  speaker: 'instructor',
  text,
});

export const createNavigatorSay = (turn: number, text: string, fields: object = {}): EventBody => ({
  type: 'say',
  turn,
  speaker: 'navigator',
  text,
  kind: 'report',
  ...fields,
});

export const UID = '300dd736-c0b8-40ad';

/** A click on a button, with the fields of interest replaced. */
export const createActionEvent = (turn: number, fields: Partial<ActionEvent> = {}): EventBody => ({
  type: 'action',
  turn,
  action: { intent: 'click', uid: UID },
  target: {
    uid: UID,
    tag: 'button',
    role: 'button',
    name: 'Save',
    attributes: { type: 'submit' },
    xpath: '/html/body/button',
  },
  outcome: {
    status: 'done',
    effects: [{ type: 'navigated', url: 'http://127.0.0.1/saved', status: 200 }],
    settle: { reason: 'navigated', ms: 283 },
  },
  page: { url: 'http://127.0.0.1/shop', title: 'Shop', html: null, screenshot: null },
  observation: { candidates: 12, elements: 40, stable: true, ms: 38.2 },
  ...fields,
});

export const createEndEvent = (fields: object = {}): EventBody => ({
  type: 'end',
  verdict: 'done',
  reason: 'The conversation is complete.',
  exit: 0,
  turns: 3,
  actions: 1,
  seconds: 4.2,
  ...fields,
});

/** Numbers the events as the record does. */
export const toEvents = (bodies: readonly EventBody[]): SessionEvent[] =>
  bodies.map((body, seq) => ({ v: 2, seq, t: seq / 2, ...body }));

/** Builds the report of these events, without an end if they have none. */
export function buildReport(
  bodies: readonly EventBody[],
  {
    assets = emptyAssets,
    screenshot = NO_SCREENSHOT,
  }: { assets?: ViewerAssets; screenshot?: EventScreenshot } = {},
): string {
  const builder = new ReportBuilder(phrases, assets);
  return toEvents(bodies)
    .map((event) => builder.addEvent(event, event.type === 'action' ? screenshot : NO_SCREENSHOT))
    .join('');
}
