/**
 * Reports the turns of a session as test steps. Each line of the scenario is a step that stays open until the next
 * line; the navigator's actions and utterances and the checks are nested in it, located at their lines of the scenario.
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
  /** Checks already shown with their move whose events are still to come. */
  #shownChecks = 0;
  #performed = false;
  /** Events are reported strictly in order. */
  #reported = Promise.resolve();
  /** Location of the latest line. */
  #lineLocation: SourceLocation | null = null;
  readonly #failed: FailedCheck[] = [];
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
    return createFailure(verdict, this.#failed, events, this.#currentLocation);
  }

  /** Location of the current line. */
  get #currentLocation(): SourceLocation {
    return this.#lineLocation ?? this.source.locate(['start', 'url']);
  }

  wrapInstructor(inner: Instructor): Instructor {
    const report = async (move: InstructorMove): Promise<InstructorMove> => {
      await this.#reported;
      const failed = await this.#checks(move.checks ?? []);
      if (move.type === 'say') await this.#say(move.text, failed, move.scriptPath);
      else if (move.type === 'stop') await this.#end(failed ?? this.#failureOf(move.failed));
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
            location: this.#location,
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
      await this.#note(`${event.kind === 'ask' ? 'asks' : 'says'}: ${event.text}`);
    else if (event.type === 'action') {
      // A refused action was never performed, so it has no step yet.
      const { outcome } = event;
      if (!this.#performed) await this.#note(formatAction(event.action, event.target, event.drop));
      this.#performed = false;
      if (outcome.status === 'failed') await this.#note(`failed: ${outcome.detail}`);
      if (outcome.status === 'no-effect') await this.#note('nothing changed');
    } else if (event.type === 'check') {
      if (this.#shownChecks > 0) this.#shownChecks--;
      else {
        const place = this.source.locate(['finally', this.#finalChecks++]);
        await this.#check({ result: event.result, place, kind: 'check' });
      }
    } else if (event.type === 'note') await this.#note(event.text);
  }

  /** Called at the end of the session, whatever the verdict. */
  async close(createFailure: Error | null): Promise<void> {
    await this.#reported;
    await this.#end(createFailure);
  }

  /** The error shown at the latest line when the script stopped for another reason than a check. */
  #failureOf(failed: ScriptFailure | undefined): Error | null {
    return failed
      ? createFailureError({ message: formatVerdict(failed), place: this.#currentLocation })
      : null;
  }

  get #location(): SourceLocation {
    return this.#line?.place ?? this.source.locate([]);
  }

  #inStep<T>(body: () => T): T {
    return this.#line ? this.#line.run(body) : body();
  }

  async #note(text: string): Promise<void> {
    await this.#inStep(() => this.test.step(shorten(text), () => undefined, { location: this.#location }));
  }

  async #checks(checks: readonly CheckResult[]): Promise<Error | null> {
    const { scenario, locate: placeOf } = this.source;
    const at = this.#linesSaid - 1;
    const line = scenario?.dialogue[at];
    this.#shownChecks += checks.length;
    const failed: FailedCheck[] = [];
    for (const [i, result] of checks.entries()) {
      const checkIndex = i - (line?.expect.length ?? 0);
      const path = !line
        ? []
        : checkIndex < 0
          ? ['dialogue', at, 'expect', i]
          : ['dialogue', at, 'check', checkIndex];
      // An extra result at the end reports that the next line was never said.
      const neverSaid = line && checkIndex >= line.check.length;
      const place = placeOf(neverSaid ? ['dialogue', this.#linesSaid] : path);
      const one: FailedCheck = { result, place, kind: neverSaid || checkIndex < 0 ? 'expectation' : 'check' };
      if (await this.#check(one)) failed.push(one);
    }
    const first = mostImportant(failed);
    return first ? createCheckError(first.result, first.place) : null;
  }

  /** @returns whether the check fails its line */
  async #check(one: FailedCheck): Promise<boolean> {
    const { result, place } = one;
    const body = () => {
      if (!result.pass) throw createCheckError(result, place);
    };
    await this.#inStep(() =>
      this.test.step(formatCheckTitle(result), body, { location: place }).catch(() => undefined),
    );
    const fails = !result.pass && !result.soft;
    if (fails) this.#failed.push(one);
    return fails;
  }

  async #say(
    text: string,
    failed: Error | null,
    source: readonly (string | number)[] = ['dialogue', this.#linesSaid],
  ): Promise<void> {
    await this.#end(failed);
    const place = this.source.locate(source);
    if (source[0] === 'replies') return this.#begin(`reply: ${shorten(text)}`, place);
    this.#linesSaid++;
    this.#lineLocation = place;
    return this.#begin(`line ${this.#linesSaid}: ${shorten(text)}`, place);
  }

  async #begin(title: string, place: SourceLocation): Promise<void> {
    this.#line = await openStep(this.test, title, place);
  }

  async #end(createFailure: Error | null): Promise<void> {
    const line = this.#line;
    this.#line = null;
    await line?.end(createFailure);
  }
}
