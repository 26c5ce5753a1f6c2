/** Creates the judge of a running session. It judges the screenshots recorded so far and the current page. */
import type { Turn } from '../contract/index.js';
import type { ModelJudge } from '../dialogue/index.js';
import {
  askJudge,
  createVisionError,
  findFinalResponse,
  joinInstructorUtterances,
  listScreenshotsSoFar,
  createMemoryScreenshot,
  type EvidenceScreenshot,
} from '../judge/index.js';
import type { Model, ModelFailure } from '../llm/index.js';

export interface ModelJudgeParts {
  model: Model;
  /** The demonstration folder. */
  folder: string;
  /** The flag that chose the model, for errors. */
  flag: string;
  onPhase?(phase: string): void;
  onWait(message: string): void;
}

/** Problems with the settings, not with the server. After these, the check fails instead of being unknown. */
const SETTINGS_FAILURES: ReadonlySet<ModelFailure['kind']> = new Set(['vision', 'cassette']);

export function createModelJudge({ model, folder, flag, onPhase, onWait }: ModelJudgeParts): ModelJudge {
  return async ({ task, last, turns, probe }, signal) => {
    onPhase?.('asking the judge');
    const screenshots: EvidenceScreenshot[] = listScreenshotsSoFar(folder);
    const currentScreenshot = await probe.screenshot().catch(() => null);
    if (currentScreenshot) screenshots.push(createMemoryScreenshot('the current page', currentScreenshot));
    const utterances = turns.filter((turn): turn is Extract<Turn, { type: 'say' }> => turn.type === 'say');
    const { answer } = findFinalResponse(turns);
    const question = {
      compat: 'hardened' as const,
      task: task ?? joinInstructorUtterances(utterances),
      answer,
      screenshots,
      screenshotCount: last,
    };
    const reply = await askJudge(model, question, { signal, onWait });
    if (reply.kind === 'verdict') {
      const { verdict, explanation } = reply;
      return { verdict: verdict === 1 ? 'success' : verdict === 0 ? 'failure' : 'unknown', explanation };
    }
    const { failure } = reply;
    if (!SETTINGS_FAILURES.has(failure.kind)) return { verdict: 'unknown', explanation: failure.sentence };
    const { message, next } =
      failure.kind === 'vision'
        ? createVisionError(failure.sentence, flag)
        : { message: failure.sentence, next: failure.next };
    return { verdict: 'misconfigured', explanation: `${message} ${next}` };
  };
}
