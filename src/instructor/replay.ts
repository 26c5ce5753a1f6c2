/** A replay's instructor: repeats the recorded lines, and the checks whose definitions were recorded. */
import type {
  CheckResult,
  Exchange,
  Instructor,
  InstructorMove,
  Probe,
  ReplayLine,
  ReplayScript,
  Turn,
} from '../contract/index.js';
import {
  asksSomething,
  collapseWhitespace,
  type Check,
  isSoft,
  judgeCheck,
  type JudgeOptions,
} from '../dialogue/index.js';

export interface ReplayInstructorOptions {
  judge?: JudgeOptions;
  /** Maps a recorded URL to the site of the replay. */
  rebase(url: string): string;
}

class ReplayInstructor implements Instructor {
  /** Index of the next line. */
  #nextLineIndex = 0;
  /** Number of pages already opened before the next line. */
  #openedPageCount = 0;
  #finalMove: InstructorMove | null = null;

  constructor(
    private readonly script: ReplayScript,
    private readonly options: ReplayInstructorOptions,
  ) {}

  async next(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<InstructorMove> {
    signal.throwIfAborted();
    if (this.#finalMove) return this.#finalMove;
    const { lines } = this.script;
    const lastSay = findLastUtterance(exchange);
    const currentLine = lines[this.#nextLineIndex - 1];
    if (currentLine) {
      const isQuestion = lastSay !== undefined && asksSomething(lastSay);
      // A healing navigator may not need an answer that the recording contains.
      if (!isQuestion) while (lines[this.#nextLineIndex]?.isAnswer) this.#nextLineIndex++;
      const nextLine = lines[this.#nextLineIndex];
      if (isQuestion && !nextLine?.isAnswer && !isRecordedQuestion(lastSay, currentLine))
        return this.#fail(
          'dialogue',
          `The navigator asked “${collapseWhitespace(lastSay.text)}”, and the recording has no answer.`,
        );
      if (lastSay?.kind === 'unfinished' && !hasRecordedGiveUp(currentLine))
        return this.#fail('stuck', `The navigator gave up: “${collapseWhitespace(lastSay.text)}”`);
    }
    const nextLine = lines[this.#nextLineIndex];
    const nextUrl = nextLine?.visitedUrls[this.#openedPageCount];
    if (nextUrl !== undefined) {
      this.#openedPageCount++;
      return { type: 'goto', url: this.options.rebase(nextUrl) };
    }
    const checks = currentLine ? await this.#judgeChecks(currentLine.checks, exchange, probe, signal) : [];
    const failedCheck = checks.find(({ pass, soft }) => !pass && !soft);
    if (failedCheck)
      return this.#fail(
        'check',
        `A check failed: ${failedCheck.label}. Expected: ${failedCheck.expected}; found: ${failedCheck.actual}.`,
        checks,
      );
    const optionalChecks = checks.length > 0 ? { checks } : {};
    if (!nextLine) return (this.#finalMove = { type: 'stop', ...optionalChecks });
    this.#nextLineIndex++;
    this.#openedPageCount = 0;
    return { type: 'say', text: nextLine.text, ...optionalChecks };
  }

  /** Repeats a line that interrupted the navigator, after the same number of actions. */
  interject({ turns }: Exchange, _probe: Probe, signal: AbortSignal): Promise<InstructorMove | null> {
    signal.throwIfAborted();
    const nextLine = this.script.lines[this.#nextLineIndex];
    const currentLine = this.script.lines[this.#nextLineIndex - 1];
    if (this.#finalMove || !currentLine || !nextLine?.isInterjection) return Promise.resolve(null);
    const firstTurnIndex = turns.findLastIndex(({ speaker }) => speaker === 'instructor') + 1;
    const performedActions = turns
      .slice(firstTurnIndex)
      .filter((turn) => turn.type === 'action' && turn.action.intent !== 'wait');
    const recordedActions = currentLine.turns.filter(({ type }) => type === 'action');
    if (performedActions.length < recordedActions.length) return Promise.resolve(null);
    this.#nextLineIndex++;
    this.#openedPageCount = 0;
    return Promise.resolve({ type: 'say', text: nextLine.text });
  }

  conclude(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<CheckResult[]> {
    return this.#judgeChecks(this.script.finalChecks, exchange, probe, signal);
  }

  #fail(kind: 'check' | 'dialogue' | 'stuck', reason: string, checks: CheckResult[] = []): InstructorMove {
    this.#finalMove = { type: 'stop', failed: { kind, reason } };
    return { ...this.#finalMove, ...(checks.length > 0 ? { checks } : {}) };
  }

  async #judgeChecks(
    recordedChecks: readonly CheckResult[],
    { turns }: Exchange,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<CheckResult[]> {
    const results: CheckResult[] = [];
    for (const { label, definition } of recordedChecks) {
      const check = definition === undefined ? null : redirectCheck(definition as Check, this.options.rebase);
      // Judge checks need a model, and a replay uses none.
      if (check === null || check.judge !== undefined) continue;
      const result = await judgeCheck(check, probe, signal, { ...this.options.judge, turns });
      results.push({ ...result, label, ...(isSoft(check) ? { soft: true } : {}), definition: check });
    }
    return results;
  }
}

/** Redirects a check's HTTP requests to the replay's site. */
function redirectCheck(check: Check, rebase: (url: string) => string): Check {
  const { http } = check;
  if (!http) return check;
  return {
    ...check,
    http: {
      ...http,
      ...(http.get === undefined ? {} : { get: rebase(http.get) }),
      ...(http.post === undefined ? {} : { post: rebase(http.post) }),
    },
  };
}

type NavigatorSay = Extract<Turn, { type: 'say'; speaker: 'navigator' }>;

/** Returns the navigator's last utterance since the instructor spoke. */
function findLastUtterance({ turns }: Exchange): NavigatorSay | undefined {
  const firstTurnIndex = turns.findLastIndex(({ speaker }) => speaker === 'instructor') + 1;
  return turns
    .slice(firstTurnIndex)
    .findLast((turn): turn is NavigatorSay => turn.speaker === 'navigator' && turn.type === 'say');
}

/** Whether the navigator asked the same question after this line in the recording. */
const isRecordedQuestion = (question: NavigatorSay, { turns }: ReplayLine): boolean =>
  turns.some(
    (turn) => turn.type === 'say' && collapseWhitespace(turn.text) === collapseWhitespace(question.text),
  );

const hasRecordedGiveUp = ({ turns }: ReplayLine): boolean =>
  turns.some((turn) => turn.type === 'say' && turn.kind === 'unfinished');

export function createReplayInstructor(script: ReplayScript, options: ReplayInstructorOptions): Instructor {
  return new ReplayInstructor(script, options);
}
