/** One conversation inside a test: held with the parts that the test has, shown as its steps, kept as what it was. */
import { resolve } from 'node:path';

import type { TestType } from '@playwright/test';

import { holdSession, type SessionPlan } from '../assembly/index.js';
import type { ModelTotals, SessionEvent, Verdict } from '../contract/index.js';
import { transcriptLine } from '../instructor/index.js';
import type { OpenBrowser } from '../page/index.js';
import { type Failure, failureError } from './failure.js';
import { TurnSteps, type Written } from './turn-steps.js';

/** A page that does not let itself be looked at any more holds up nothing. */
const LAST_LOOK_MS = 3_000;

export interface Held {
  verdict: Verdict;
  exit: number;
  /** What was said and done, a line each. */
  transcript: string;
  /** Folder of the record. */
  demonstration: string;
  turns: number;
  acts: number;
  seconds: number;
  /** Null where no language model was asked. */
  model: ModelTotals | null;
  /** The page at the end; null where it could not be had. */
  picture: Buffer | null;
  /** The same as its elements by role and name, of a conversation that failed; null where there is none. */
  snapshot: string | null;
  /** Of what was not done: what failed, and where that is written. */
  failure: Failure | null;
  events: readonly SessionEvent[];
}

export interface Conversation {
  test: Pick<TestType<object, object>, 'step'>;
  plan: Omit<SessionPlan, 'host' | 'around' | 'onEvent' | 'onWait'>;
  host(): Promise<OpenBrowser>;
  written: Written;
}

export async function converse({ test, plan, host, written }: Conversation): Promise<Held> {
  const events: SessionEvent[] = [];
  let picture: Buffer | null = null;
  let snapshot: string | null = null;
  let context: Awaited<ReturnType<OpenBrowser['openContext']>> | null = null;
  const steps = new TurnSteps(test, written, () => context?.context.pages().at(-1) ?? null);
  const began = performance.now();
  const held = await holdSession({
    ...plan,
    instructor: (...given) => steps.instructor(plan.instructor(...given)),
    around: (surface, redact) => steps.around(surface, redact),
    host: async () => {
      const browser = await host();
      return {
        ...browser,
        async openContext(options) {
          const opened = await browser.openContext(options);
          context = opened;
          return {
            ...opened,
            close: async () => {
              const page = opened.context.pages().at(-1);
              picture = (await page?.screenshot({ timeout: LAST_LOOK_MS }).catch(() => null)) ?? null;
              const end = events.findLast((event) => event.type === 'end');
              if (end?.verdict !== 'done')
                snapshot = (await page?.ariaSnapshot({ timeout: LAST_LOOK_MS }).catch(() => null)) ?? null;
              await opened.close();
            },
          };
        },
      };
    },
    onEvent(event) {
      events.push(event);
      steps.onEvent(event);
    },
    onWait: () => undefined,
  });
  const failed = held.verdict.kind !== 'done';
  const failure = failed ? steps.failure(held.verdict, events) : null;
  await steps.close(failure && failureError(failure));
  const end = events.findLast((event) => event.type === 'end');
  const lines = events.map((event) => transcriptLine(event, { colour: false, showInstructor: true }));
  return {
    verdict: held.verdict,
    exit: held.exit,
    transcript: [...lines.filter((line) => line !== null), ...held.closing].join('\n'),
    demonstration: resolve(held.demonstration),
    turns: end?.turns ?? 0,
    acts: end?.actions ?? 0,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    model: end?.model ?? null,
    picture,
    snapshot,
    failure,
    events,
  };
}
