/**
 * Reports the turns of a session as test steps. Each line of the scenario is a step that stays open until the next
 * line. The navigator's actions and utterances and the checks are nested steps, located at their lines in the file.
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
import { createFailure, type FailedCheck, mostImportant } from './failed-checks.js';
import { createCheckError, type TestFailure, createFailureError, formatVerdict } from './failure.js';
import { openStep, type OpenStep, type StepRunner } from './open-step.js';
import { withoutReporting } from './private-actions.js';
import type { SourceLocation } from './scenario-files.js';
import { formatActionTitle, formatCheckTitle, formatUrlPath, shorten } from './step-titles.js';

type ScriptFailure = NonNullable<Extract<InstructorMove, { type: 'stop' }>['failed']>;

/** Source locations of a conversation; without a scenario everything has the same location. */
export interface ScenarioSource {
  scenario: Pick<Scenario, 'dialogue'> | null;
  locate(path: readonly (string | number)[]): SourceLocation;
}

export class TurnSteps {
  #line: OpenStep | null = null;
  /** Number of dialogue lines said so far. */
  #linesSaid = 0;
  /** Number of checks that were reported with their move and whose events have not arrived yet. */
  #shownChecks = 0;
  /** Whether the action whose event comes next has a step, because it was performed. */
  #performed = false;
  /** Resolves when all events so far are reported. Events are reported strictly in order. */
  #reported = Promise.resolve();
  #lineSource: SourceLocation | null = null;
  readonly #failedChecks: FailedCheck[] = [];
  /** Number of `finally` checks reported so far. */
  #finalChecks = 0;

  constructor(
    private readonly test: StepRunner,
    private readonly source: ScenarioSource,
    /** The active tab of the session. */
    private readonly page: () => Page | null,
  ) {}

  /** Creates the failure of a conversation that ended with this verdict. */
  createFailure(verdict: Verdict, events: readonly SessionEvent[]): TestFailure {
    return createFailure(verdict, this.#failedChecks, events, this.#latestLineLocation);
  }

  get #latestLineLocation(): SourceLocation {
    return this.#lineSource ?? this.source.locate(['start', 'url']);
  }

  wrapInstructor(inner: Instructor): Instructor {
    const report = async (move: InstructorMove): Promise<InstructorMove> => {
      await this.#reported;
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
    let observed: Observation | null = null;
    return {
      ...surface,
      observe: async (...args) => (observed = await this.#inStep(() => surface.observe(...args))),
      open: (url, signal) =>
        this.test.step(`open ${shorten(redact(url))}`, () => surface.open(url, signal), {
          location: this.source.locate(['start', 'url']),
        }),
      perform: async (action, signal) => {
        await this.#reported;
        return this.#inStep(() => {
          this.#performed = true;
          const title = shorten(redact(formatActionTitle(action, observed)));
          const body = () => surface.perform(action, signal);
          const secret = redact(JSON.stringify(action)) !== JSON.stringify(action);
          return this.test.step(title, () => (secret ? withoutReporting(this.page(), body) : body()), {
            location: this.#stepLocation,
            params: { intent: action.intent },
            subtitle: formatUrlPath(observed?.url ?? ''),
          });
        });
      },
    };
  }

  onEvent(event: SessionEvent): void {
    this.#reported = this.#reported.then(() => this.#report(event));
  }

  async #report(event: SessionEvent): Promise<void> {
    if (event.type === 'say' && event.speaker === 'navigator')
      await this.#reportNote(`${event.kind === 'ask' ? 'asks' : 'says'}: ${event.text}`);
    else if (event.type === 'action') {
      // A refused action was never performed, so it has no step yet.
      const { outcome } = event;
      if (!this.#performed) await this.#reportNote(formatAction(event.action, event.target, event.drop));
      this.#performed = false;
      if (outcome.status === 'failed') await this.#reportNote(`failed: ${outcome.detail}`);
      if (outcome.status === 'no-effect') await this.#reportNote('nothing changed');
    } else if (event.type === 'check') {
      if (this.#shownChecks > 0) this.#shownChecks--;
      else {
        const place = this.source.locate(['finally', this.#finalChecks++]);
        await this.#reportCheck({ result: event.result, place, kind: 'check' });
      }
    } else if (event.type === 'note') await this.#reportNote(event.text);
  }

  /** Called at the end of the session, whatever the verdict. */
  async close(failure: Error | null): Promise<void> {
    await this.#reported;
    await this.#closeLine(failure);
  }

  /** Creates the error that the latest line shows if the script stopped for another reason than a failed check. */
  #createStopError(failed: ScriptFailure | undefined): Error | null {
    return failed
      ? createFailureError({ message: formatVerdict(failed), place: this.#latestLineLocation })
      : null;
  }

  get #stepLocation(): SourceLocation {
    return this.#line?.place ?? this.source.locate([]);
  }

  #inStep<T>(body: () => T): T {
    return this.#line ? this.#line.run(body) : body();
  }

  async #reportNote(text: string): Promise<void> {
    await this.#inStep(() =>
      this.test.step(shorten(text), () => undefined, { location: this.#stepLocation }),
    );
  }

  async #reportChecks(checks: readonly CheckResult[]): Promise<Error | null> {
    const { scenario, locate } = this.source;
    const lineIndex = this.#linesSaid - 1;
    const line = scenario?.dialogue[lineIndex];
    this.#shownChecks += checks.length;
    const failed: FailedCheck[] = [];
    for (const [i, result] of checks.entries()) {
      const checkIndex = i - (line?.expect.length ?? 0);
      const path = !line
        ? []
        : checkIndex < 0
          ? ['dialogue', lineIndex, 'expect', i]
          : ['dialogue', lineIndex, 'check', checkIndex];
      // An extra result at the end reports that the next line was never said.
      const neverSaid = line && checkIndex >= line.check.length;
      const place = locate(neverSaid ? ['dialogue', this.#linesSaid] : path);
      const check: FailedCheck = {
        result,
        place,
        kind: neverSaid || checkIndex < 0 ? 'expectation' : 'check',
      };
      if (await this.#reportCheck(check)) failed.push(check);
    }
    const first = mostImportant(failed);
    return first ? createCheckError(first.result, first.place) : null;
  }

  /** @returns whether the check fails its line */
  async #reportCheck(check: FailedCheck): Promise<boolean> {
    const { result, place } = check;
    const body = () => {
      if (!result.pass) throw createCheckError(result, place);
    };
    await this.#inStep(() =>
      this.test.step(formatCheckTitle(result), body, { location: place }).catch(() => undefined),
    );
    const fails = !result.pass && !result.soft;
    if (fails) this.#failedChecks.push(check);
    return fails;
  }

  async #reportLine(
    text: string,
    failed: Error | null,
    source: readonly (string | number)[] = ['dialogue', this.#linesSaid],
  ): Promise<void> {
    await this.#closeLine(failed);
    const place = this.source.locate(source);
    if (source[0] === 'replies') return this.#openLine(`reply: ${shorten(text)}`, place);
    this.#linesSaid++;
    this.#lineSource = place;
    return this.#openLine(`line ${this.#linesSaid}: ${shorten(text)}`, place);
  }

  async #openLine(title: string, place: SourceLocation): Promise<void> {
    this.#line = await openStep(this.test, title, place);
  }

  async #closeLine(failure: Error | null): Promise<void> {
    const line = this.#line;
    this.#line = null;
    await line?.end(failure);
  }
}
