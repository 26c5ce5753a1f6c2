/**
 * The turns of a session as steps of a test. A line of the scenario is a step that lasts until the next one is said;
 * what the navigator did and said stands in it, and what was checked. The place of each is where the scenario has it.
 */
import type { Page } from '@playwright/test';

import { formatAct } from '../action/index.js';
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
import { failureOf, type FailedCheck, weightiest } from './failed-checks.js';
import { checkFailure, type Failure, failureError, verdictText } from './failure.js';
import { openStep, type OpenStep, type Stepping } from './open-step.js';
import { quietly } from './quiet.js';
import type { Place } from './scenarios.js';
import { actText, checkText, pathOf, shortened } from './sentences.js';

type Failed = NonNullable<Extract<InstructorMove, { type: 'stop' }>['failed']>;

/** Where what is held is written. Without a scenario all of it stands at one place. */
export interface Written {
  scenario: Pick<Scenario, 'dialogue'> | null;
  placeOf(path: readonly (string | number)[]): Place;
}

export class TurnSteps {
  #line: OpenStep | null = null;
  /** Of `dialogue`, how many were said. */
  #said = 0;
  /** Checks that were shown with the move that they came with, and are still to be recorded. */
  #shown = 0;
  #performed = false;
  /** Events come as they are recorded; each is told when those before it are. */
  #told = Promise.resolve();
  /** Where the line stands that was said last. */
  #lineAt: Place | null = null;
  readonly #failed: FailedCheck[] = [];
  /** Of `finally`, how many were told of. */
  #concluded = 0;

  constructor(
    private readonly test: Stepping,
    private readonly written: Written,
    /** The tab that the session works in. */
    private readonly page: () => Page | null,
  ) {}

  /** Of a conversation that ended with this verdict. */
  failure(verdict: Verdict, events: readonly SessionEvent[]): Failure {
    return failureOf(verdict, this.#failed, events, this.#place);
  }

  /** Where the conversation stands. */
  get #place(): Place {
    return this.#lineAt ?? this.written.placeOf(['start', 'url']);
  }

  instructor(inner: Instructor): Instructor {
    const told = async (move: InstructorMove): Promise<InstructorMove> => {
      await this.#told;
      const failed = await this.#checks(move.checks ?? []);
      if (move.type === 'say') await this.#say(move.text, failed, move.scriptPath);
      else if (move.type === 'stop') await this.#end(failed ?? this.#failureOf(move.failed));
      return move;
    };
    return {
      next: async (...given) => told(await this.#inside(() => inner.next(...given))),
      ...(inner.interject && {
        interject: async (...given) => {
          const move = await this.#inside(() => inner.interject!(...given));
          return move && told(move);
        },
      }),
      ...(inner.conclude && { conclude: (...given) => inner.conclude!(...given) }),
    };
  }

  around(surface: PageSurface, redact: (text: string) => string): PageSurface {
    let seen: Observation | null = null;
    return {
      ...surface,
      observe: async (...given) => (seen = await this.#inside(() => surface.observe(...given))),
      open: (url, signal) =>
        this.test.step(`open ${shortened(redact(url))}`, () => surface.open(url, signal), {
          location: this.written.placeOf(['start', 'url']),
        }),
      perform: async (act, signal) => {
        await this.#told;
        return this.#inside(() => {
          this.#performed = true;
          const title = shortened(redact(actText(act, seen)));
          const body = () => surface.perform(act, signal);
          const secret = redact(JSON.stringify(act)) !== JSON.stringify(act);
          return this.test.step(title, () => (secret ? quietly(this.page(), body) : body()), {
            location: this.#location,
            params: { intent: act.intent },
            subtitle: pathOf(seen?.url ?? ''),
          });
        });
      },
    };
  }

  onEvent(event: SessionEvent): void {
    this.#told = this.#told.then(() => this.#tell(event));
  }

  async #tell(event: SessionEvent): Promise<void> {
    if (event.type === 'say' && event.speaker === 'navigator')
      await this.#note(`${event.kind === 'ask' ? 'asks' : 'says'}: ${event.text}`);
    else if (event.type === 'action') {
      // What was refused was never performed.
      const { outcome } = event;
      if (!this.#performed) await this.#note(formatAct(event.action, event.target, event.drop));
      this.#performed = false;
      if (outcome.status === 'failed') await this.#note(`failed: ${outcome.detail}`);
      if (outcome.status === 'no-effect') await this.#note('nothing changed');
    } else if (event.type === 'check') {
      if (this.#shown > 0) this.#shown--;
      else {
        const place = this.written.placeOf(['finally', this.#concluded++]);
        await this.#check({ result: event.result, place, kind: 'check' });
      }
    } else if (event.type === 'note') await this.#note(event.text);
  }

  /** The session is over, however it ended. */
  async close(failure: Error | null): Promise<void> {
    await this.#told;
    await this.#end(failure);
  }

  /** Of a script that is not content, but for its checks: the line that was said last is shown as failed. */
  #failureOf(failed: Failed | undefined): Error | null {
    return failed ? failureError({ message: verdictText(failed), place: this.#place }) : null;
  }

  get #location(): Place {
    return this.#line?.place ?? this.written.placeOf([]);
  }

  #inside<T>(act: () => T): T {
    return this.#line ? this.#line.inside(act) : act();
  }

  async #note(text: string): Promise<void> {
    await this.#inside(() => this.test.step(shortened(text), () => undefined, { location: this.#location }));
  }

  async #checks(checks: readonly CheckResult[]): Promise<Error | null> {
    const { scenario, placeOf } = this.written;
    const at = this.#said - 1;
    const line = scenario?.dialogue[at];
    this.#shown += checks.length;
    const failed: FailedCheck[] = [];
    for (const [i, result] of checks.entries()) {
      const own = i - (line?.expect.length ?? 0);
      const path = !line ? [] : own < 0 ? ['dialogue', at, 'expect', i] : ['dialogue', at, 'check', own];
      // The last one may be that the next line was never said.
      const unsaid = line && own >= line.check.length;
      const place = placeOf(unsaid ? ['dialogue', this.#said] : path);
      const one: FailedCheck = { result, place, kind: unsaid || own < 0 ? 'expectation' : 'check' };
      if (await this.#check(one)) failed.push(one);
    }
    const first = weightiest(failed);
    return first ? checkFailure(first.result, first.place) : null;
  }

  /** @returns whether it fails what it belongs to */
  async #check(one: FailedCheck): Promise<boolean> {
    const { result, place } = one;
    const body = () => {
      if (!result.pass) throw checkFailure(result, place);
    };
    await this.#inside(() =>
      this.test.step(checkText(result), body, { location: place }).catch(() => undefined),
    );
    const fails = !result.pass && !result.soft;
    if (fails) this.#failed.push(one);
    return fails;
  }

  async #say(
    text: string,
    failed: Error | null,
    written: readonly (string | number)[] = ['dialogue', this.#said],
  ): Promise<void> {
    await this.#end(failed);
    const place = this.written.placeOf(written);
    if (written[0] === 'replies') return this.#begin(`reply: ${shortened(text)}`, place);
    this.#said++;
    this.#lineAt = place;
    return this.#begin(`line ${this.#said}: ${shortened(text)}`, place);
  }

  async #begin(title: string, place: Place): Promise<void> {
    this.#line = await openStep(this.test, title, place);
  }

  async #end(failure: Error | null): Promise<void> {
    const line = this.#line;
    this.#line = null;
    await line?.end(failure);
  }
}
