/** What the navigator says when a run ends without `stop`. */
import type { StepLimits } from '../../contract/index.js';
import type { StackResult } from './stack.js';

export function describeExit(
  { reason, detail }: Extract<StackResult, { type: 'exit' }>,
  { maxEnvSteps, maxModelCalls, maxFormatErrors }: StepLimits,
): string {
  switch (reason) {
    case 'crash':
      return `I stopped, because the published code cannot go on here. ${detail}`.trim();
    case 'maxEnvSteps':
      return `I stopped after ${maxEnvSteps} actions without an answer.`;
    case 'maxModelCalls':
      return `I stopped after ${maxModelCalls} model calls without an answer.`;
    case 'maxPolicySteps':
      return 'I stopped, because the policy reached the number of steps that its file allows.';
    case 'maxFormatErrors':
      return `I could not decide: ${maxFormatErrors} replies in a row cannot be carried out.`;
    case 'ended':
      return detail;
  }
}

/** @param reason what the page shows of the check */
export const describeBlocked = (reason: string): string =>
  `Blocked: this site checks whether I am human (${reason}), and I do not solve such checks. Solve it yourself in the browser (--headed), or use another site.`;
