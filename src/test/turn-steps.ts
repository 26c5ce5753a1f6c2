/**
 * Reports a session's turns as test steps. Each dialogue line of the scenario is a step that stays open until the next
 * dialogue line. Nested in it are steps for the navigator's actions and utterances and for the checks. Each step
 * has a location in the scenario file: a check its own line, an action the dialogue line that led to it.
 */
import type { Page } from '@playwright/test';

import { formatAction } from '../action/index.js';
import type {
  CheckResult,
  Instructor,
  InstructorMove,
  Observation,
  SessionEvent,
  Verdict,
} from '../contract/index.js';
import type { Scenario } from '../dialogue/index.js';
import type { PageSurface } from '../page/index.js';
import { createFailure, type FailedCheck, findMostImportant } from './failed-checks.js';
import { createCheckError, type TestFailure, createFailureError, formatVerdict } from './failure.js';
import { openStep, type OpenStep, type StepRunner } from './open-step.js';
import { runWithoutReporting } from './private-actions.js';
import type { SourceLocation } from './scenario-files.js';
import { formatActionTitle, formatCheckTitle, formatUrlPath, shorten } from './step-titles.js';

type ScriptFailure = NonNullable<Extract<InstructorMove, { type: 'stop' }>['failed']>;

/** The source locations of a conversation. Without a scenario, everything has the same location. */
export interface ScenarioSource {
  scenario: Pick<Scenario, 'dialogue'> | null;
  locate(path: readonly (string | number)[]): SourceLocation;
}

export class TurnSteps {
  #openLineStep: OpenStep | null = null;
  /** Number of dialogue lines that the instructor has said so far. */
  #saidLineCount = 0;
  /** Number of checks that were reported with the instructor's move, but whose events have not arrived yet. */
  #pendingCheckCount = 0;
  /** Whether the action whose event comes next was performed. If so, it already has a step. */
  #wasPerformed = false;
  /** Resolves when all events so far have been reported, one after another. */
  #reportsDone = Promise.resolve();
  #lineLocation: SourceLocation | null = null;
  readonly #failedChecks: FailedCheck[] = [];
  /** Number of `finally` checks reported so far. */
  #finalCheckCount = 0;

  constructor(
    private readonly test: StepRunner,
    private readonly source: ScenarioSource,
    /** Returns the session's active tab. */
    private readonly getPage: () => Page | null,
  ) {}

  /** Creates the failure of a conversation that ended with this verdict. */
  createFailure(verdict: Verdict, events: readonly SessionEvent[]): TestFailure {
    return createFailure(verdict, this.#failedChecks, events, this.#latestLineLocation);
  }

  get #latestLineLocation(): SourceLocation {
    return this.#lineLocation ?? this.source.locate(['start', 'url']);
  }

  wrapInstructor(inner: Instructor): Instructor {
    const report = async (move: InstructorMove): Promise<InstructorMove> => {
      await this.#reportsDone;
      const failed = await this.#reportChecks(move.checks ?? []);
      if (move.type === 'say') await this.#reportLine(move.text, failed, move.scriptPath);
      else if (move.type === 'stop') await this.#closeLine(failed ?? this.#createStopError(move.failed));
      return move;
    };
    return {
      next: async (...args) => report(await this.#inStep(() => inner.next(...args))),
      ...(inner.interject && {
        interject: async (...args) => {
          const move = await this.#inStep(() => inner.interject!(...args));
          return move && report(move);
        },
      }),
      ...(inner.extraConcludeMs !== undefined && { extraConcludeMs: inner.extraConcludeMs }),
      ...(inner.conclude && { conclude: (...args) => inner.conclude!(...args) }),
    };
  }

  wrapSurface(surface: PageSurface, redact: (text: string) => string): PageSurface {
    let lastObservation: Observation | null = null;
    return {
      ...surface,
      observe: async (...args) => (lastObservation = await this.#inStep(() => surface.observe(...args))),
      open: (url, signal) =>
        this.test.step(`open ${shorten(redact(url))}`, () => surface.open(url, signal), {
          location: this.source.locate(['start', 'url']),
        }),
      perform: async (action, signal) => {
        await this.#reportsDone;
        return this.#inStep(() => {
          this.#wasPerformed = true;
          const title = shorten(redact(formatActionTitle(action, lastObservation)));
          const perform = () => surface.perform(action, signal);
          const containsSecret = redact(JSON.stringify(action)) !== JSON.stringify(action);
          return this.test.step(
            title,
            () => (containsSecret ? runWithoutReporting(this.getPage(), perform) : perform()),
            {
              location: this.#stepLocation,
              params: { intent: action.intent },
              subtitle: formatUrlPath(lastObservation?.url ?? ''),
            },
          );
        });
      },
    };
  }

  onEvent(event: SessionEvent): void {
    this.#reportsDone = this.#reportsDone.then(() => this.#reportEvent(event));
  }

  async #reportEvent(event: SessionEvent): Promise<void> {
    if (event.type === 'say' && event.speaker === 'navigator')
      await this.#reportNote(`${event.kind === 'ask' ? 'asks' : 'says'}: ${event.text}`);
    else if (event.type === 'action') {
      // A refused action was never performed, so it has no step yet.
      const { outcome } = event;
      if (!this.#wasPerformed) await this.#reportNote(formatAction(event.action, event.target, event.drop));
      this.#wasPerformed = false;
      if (outcome.status === 'failed') await this.#reportNote(`failed: ${outcome.detail}`);
      if (outcome.status === 'no-effect') await this.#reportNote('nothing changed');
    } else if (event.type === 'check') {
      if (this.#pendingCheckCount > 0) this.#pendingCheckCount--;
      else {
        const location = this.source.locate(['finally', this.#finalCheckCount++]);
        await this.#reportCheck({ result: event.result, location, kind: 'check' });
      }
    } else if (event.type === 'note') await this.#reportNote(event.text);
  }

  /** Called at the end of the session, whatever its verdict is. */
  async close(failure: Error | null): Promise<void> {
    await this.#reportsDone;
    await this.#closeLine(failure);
  }

  /** Creates the error to show at the latest line if the script stopped for a reason other than a failed check. */
  #createStopError(failed: ScriptFailure | undefined): Error | null {
    return failed
      ? createFailureError({ message: formatVerdict(failed), location: this.#latestLineLocation })
      : null;
  }

  get #stepLocation(): SourceLocation {
    return this.#openLineStep?.location ?? this.source.locate([]);
  }

  #inStep<T>(body: () => T): T {
    return this.#openLineStep ? this.#openLineStep.run(body) : body();
  }

  async #reportNote(text: string): Promise<void> {
    await this.#inStep(() =>
      this.test.step(shorten(text), () => undefined, { location: this.#stepLocation }),
    );
  }

  async #reportChecks(checks: readonly CheckResult[]): Promise<Error | null> {
    const { scenario, locate } = this.source;
    const lineIndex = this.#saidLineCount - 1;
    const line = scenario?.dialogue[lineIndex];
    this.#pendingCheckCount += checks.length;
    const failedChecks: FailedCheck[] = [];
    for (const [i, result] of checks.entries()) {
      const checkIndex = i - (line?.expect.length ?? 0);
      const path = !line
        ? []
        : checkIndex < 0
          ? ['dialogue', lineIndex, 'expect', i]
          : ['dialogue', lineIndex, 'check', checkIndex];
      // An extra result at the end means that the next line was never said.
      const isUnsaidLine = line && checkIndex >= line.check.length;
      const location = locate(isUnsaidLine ? ['dialogue', this.#saidLineCount] : path);
      const check: FailedCheck = {
        result,
        location,
        kind: isUnsaidLine || checkIndex < 0 ? 'expectation' : 'check',
      };
      if (await this.#reportCheck(check)) failedChecks.push(check);
    }
    const firstCheck = findMostImportant(failedChecks);
    return firstCheck ? createCheckError(firstCheck.result, firstCheck.location) : null;
  }

  /** @returns whether the check makes its line fail */
  async #reportCheck(check: FailedCheck): Promise<boolean> {
    const { result, location } = check;
    const assertPassed = () => {
      if (!result.pass) throw createCheckError(result, location);
    };
    await this.#inStep(() =>
      this.test.step(formatCheckTitle(result), assertPassed, { location }).catch(() => undefined),
    );
    const fails = !result.pass && !result.soft;
    if (fails) this.#failedChecks.push(check);
    return fails;
  }

  async #reportLine(
    text: string,
    failure: Error | null,
    sourcePath: readonly (string | number)[] = ['dialogue', this.#saidLineCount],
  ): Promise<void> {
    await this.#closeLine(failure);
    const location = this.source.locate(sourcePath);
    if (sourcePath[0] === 'replies') return this.#openLine(`reply: ${shorten(text)}`, location);
    this.#saidLineCount++;
    this.#lineLocation = location;
    return this.#openLine(`line ${this.#saidLineCount}: ${shorten(text)}`, location);
  }

  async #openLine(title: string, location: SourceLocation): Promise<void> {
    this.#openLineStep = await openStep(this.test, title, location);
  }

  async #closeLine(failure: Error | null): Promise<void> {
    const line = this.#openLineStep;
    this.#openLineStep = null;
    await line?.end(failure);
  }
}
