/** Runs one conversation inside a test, reports its turns as test steps, and collects the result. */
import { resolve } from 'node:path';

import type { TestType } from '@playwright/test';

import { runConversation, type SessionPlan } from '../assembly/index.js';
import type { ModelTotals, ReplayTotals, SessionEvent, Verdict } from '../contract/index.js';
import { formatEvent } from '../instructor/index.js';
import type { OpenBrowser } from '../page/index.js';
import { type TestFailure, createFailureError } from './failure.js';
import { TurnSteps, type ScenarioSource } from './turn-steps.js';

/** Time limit for the last screenshot and for the last ARIA snapshot. An unresponsive page provides neither. */
const LAST_SNAPSHOT_TIMEOUT_MS = 3_000;

export interface ConversationRun {
  verdict: Verdict;
  exit: number;
  /** One line per utterance and action. */
  transcript: string;
  /** Folder of the demonstration; empty if the conversation never began. */
  demonstration: string;
  turns: number;
  actions: number;
  seconds: number;
  /** Usage of the navigator's language model; null if none was used. */
  model: ModelTotals | null;
  /** Usage of the judge's model; null if no model judged. */
  judge: ModelTotals | null;
  /** How the lines of a replay were completed; null in other conversations. */
  replay: ReplayTotals | null;
  /** PNG screenshot of the page at the end; null if it could not be taken. */
  lastScreenshot: Buffer | null;
  /** ARIA snapshot of the page at the end of a failed conversation; null otherwise. */
  ariaSnapshot: string | null;
  /** What failed and where in the scenario; null if the verdict is `done`. */
  failure: TestFailure | null;
  events: readonly SessionEvent[];
}

export interface TestConversationInput {
  test: Pick<TestType<object, object>, 'step'>;
  plan: Omit<SessionPlan, 'host' | 'around' | 'onEvent' | 'onWait'>;
  provideBrowser(): Promise<OpenBrowser>;
  source: ScenarioSource;
  /** Captures the page at the end, for people who read the test's result; true by default. */
  capturesEnd?: boolean;
  /** Called for each event of the session, after it is recorded. */
  onEvent?(event: SessionEvent): void;
}

export async function runTestConversation({
  test,
  plan,
  provideBrowser,
  source,
  capturesEnd = true,
  onEvent,
}: TestConversationInput): Promise<ConversationRun> {
  const events: SessionEvent[] = [];
  let screenshot: Buffer | null = null;
  let ariaSnapshot: string | null = null;
  let context: Awaited<ReturnType<OpenBrowser['openContext']>> | null = null;
  const steps = new TurnSteps(test, source, () => context?.context.pages().at(-1) ?? null);
  let redact = (text: string): string => text;
  const startedAt = performance.now();
  const result = await runConversation({
    ...plan,
    instructor: (...args) => steps.wrapInstructor(plan.instructor(...args)),
    wrapSurface: (surface, redactText) => {
      redact = redactText;
      return steps.wrapSurface(plan.wrapSurface?.(surface, redactText) ?? surface, redactText);
    },
    provideBrowser: async () => {
      const browser = await provideBrowser();
      return {
        ...browser,
        async openContext(options) {
          const openedContext = await browser.openContext(options);
          context = openedContext;
          return {
            ...openedContext,
            close: async () => {
              if (!capturesEnd) return openedContext.close();
              const page = openedContext.context.pages().at(-1);
              screenshot =
                (await page?.screenshot({ timeout: LAST_SNAPSHOT_TIMEOUT_MS }).catch(() => null)) ?? null;
              const endEvent = events.findLast((event) => event.type === 'end');
              if (endEvent?.verdict !== 'done')
                ariaSnapshot =
                  (await page?.ariaSnapshot({ timeout: LAST_SNAPSHOT_TIMEOUT_MS }).catch(() => null)) ?? null;
              await openedContext.close();
            },
          };
        },
      };
    },
    onEvent(event) {
      events.push(event);
      steps.onEvent(event);
      onEvent?.(event);
    },
    onWait: () => undefined,
  });
  const hasFailed = result.verdict.kind !== 'done';
  const failure = hasFailed ? steps.createFailure(result.verdict, events) : null;
  await steps.close(failure && createFailureError(failure));
  const endEvent = events.findLast((event) => event.type === 'end');
  const lines = events.map((event) => formatEvent(event, { colour: false, showInstructor: true }));
  return {
    verdict: result.verdict,
    exit: result.exit,
    transcript: [...lines.filter((line) => line !== null), ...result.closingLines].join('\n'),
    demonstration: resolve(result.demonstration),
    turns: endEvent?.turns ?? 0,
    actions: endEvent?.actions ?? 0,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    model: endEvent?.model ?? null,
    judge: endEvent?.judge ?? null,
    replay: endEvent?.replay ?? null,
    lastScreenshot: screenshot,
    ariaSnapshot: ariaSnapshot === null ? null : redact(ariaSnapshot),
    failure,
    events,
  };
}
