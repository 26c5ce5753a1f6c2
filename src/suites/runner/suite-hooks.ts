/**
 * Connects a suite's hooks to one conversation:
 *
 * 1. `preparePage` runs after the start page has loaded. If it returns an instruction, that replaces the task's text.
 * 2. `isOver` runs before the instructor speaks and after every action; if it returns true, the session stops.
 * 3. `measure` runs after the session has ended. Its verdict is recorded as a final check.
 */
import { type CheckResult, type Instructor, type InstructorMove, ParleyError } from '../../contract/index.js';
import type { OpenBrowser, PageSurface } from '../../page/index.js';
import type { Measurement, Suite, TaskContext, TaskPage } from '../suite.js';

/** Time for the page to settle after `preparePage`, so that its changes are not attributed to a later action. */
const PREPARED_PAGE_WAIT_MS = 300;

export class SuiteHooks {
  #page: TaskPage | null = null;
  #instruction: string | null = null;
  #measurement: Measurement | null = null;

  constructor(
    private readonly suite: Pick<Suite, 'name' | 'preparePage' | 'isOver' | 'measure'>,
    private readonly context: TaskContext,
  ) {}

  /** The instruction that the page provided; null if the task has its own text. */
  get instruction(): string | null {
    return this.#instruction;
  }

  /** Null if the suite has no verdict of its own, or if the session never started. */
  get measurement(): Measurement | null {
    return this.#measurement;
  }

  wrapBrowser(browser: OpenBrowser): OpenBrowser {
    return {
      ...browser,
      openContext: async (options) => {
        const openedContext = await browser.openContext(options);
        this.#page = openedContext.page;
        return openedContext;
      },
    };
  }

  wrapSurface(surface: PageSurface): PageSurface {
    if (!this.suite.preparePage) return surface;
    let isPrepared = false;
    return {
      ...surface,
      open: async (url, signal) => {
        const openedPage = await surface.open(url, signal);
        if (isPrepared) return openedPage;
        isPrepared = true;
        await this.#prepare();
        await surface.perform({ intent: 'wait', ms: PREPARED_PAGE_WAIT_MS }, signal);
        return openedPage;
      },
    };
  }

  wrapInstructor(inner: Instructor): Instructor {
    return {
      ...inner,
      next: async (exchange, ...args) => {
        const hasBegun = exchange.turns.length > 0;
        return hasBegun && (await this.#isOver())
          ? { type: 'stop' }
          : this.#insertInstruction(await inner.next(exchange, ...args));
      },
      interject: async (...args) =>
        (await this.#isOver()) ? { type: 'stop' } : ((await inner.interject?.(...args)) ?? null),
      conclude: async (...args) => [...((await inner.conclude?.(...args)) ?? []), ...(await this.#measure())],
    };
  }

  async #prepare(): Promise<void> {
    const { preparePage, name } = this.suite;
    try {
      const instruction = await preparePage?.(this.#page!, this.context);
      if (typeof instruction === 'string') this.#instruction = instruction;
    } catch (error) {
      if (error instanceof ParleyError) throw error;
      const [firstLine] = (error as Error).message.split('\n');
      throw new ParleyError(
        'infra',
        `The page of the task cannot be prepared: ${firstLine}.`,
        `Check that ${this.context.url} is a page of ${name}.`,
        { cause: error },
      );
    }
  }

  #insertInstruction(move: InstructorMove): InstructorMove {
    const isTask = move.type === 'say' && move.scriptPath?.join('.') === 'dialogue.0';
    return isTask && this.#instruction !== null ? { ...move, text: this.#instruction } : move;
  }

  async #isOver(): Promise<boolean> {
    const page = this.#getOpenPage();
    return page !== null && ((await this.suite.isOver?.(page, this.context)) ?? false);
  }

  async #measure(): Promise<CheckResult[]> {
    const { measure, name } = this.suite;
    if (!measure) return [];
    this.#measurement = await measure(this.#getOpenPage(), this.context);
    const { success, note } = this.#measurement;
    const label = `success, by ${name}`;
    const actual = note ?? (success ? 'success' : 'no success');
    return success === null ? [] : [{ label, pass: success, expected: 'success', actual }];
  }

  /** Returns the task's tab; null if it was closed. */
  #getOpenPage(): TaskPage | null {
    return this.#page === null || this.#page.isClosed() ? null : this.#page;
  }
}
