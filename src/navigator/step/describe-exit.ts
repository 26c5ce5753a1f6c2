/** Formats what the navigator says when a run ends without `stop`. */
import type { StepLimits } from '../../contract/index.js';
import type { StackResult } from './stack.js';

export function describeExit(
  { reason, detail }: Extract<StackResult, { type: 'exit' }>,
  { maxEnvSteps, maxModelCalls, maxFormatErrors }: StepLimits,
): string {
  switch (reason) {
    case 'crash':
      return `I stopped because the paper’s released code crashes in this case. ${detail}`.trim();
    case 'maxEnvSteps':
      return `I stopped after ${maxEnvSteps} actions without an answer.`;
    case 'maxModelCalls':
      return `I stopped after ${maxModelCalls} model calls without an answer.`;
    case 'maxPolicySteps':
      return 'I stopped because the policy reached its own limit of steps.';
    case 'maxFormatErrors':
      return `I could not decide what to do: ${maxFormatErrors} replies in a row could not be executed.`;
    case 'ended':
      return detail;
  }
}
