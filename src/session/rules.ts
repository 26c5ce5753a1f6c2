/**
 * Checks the rules of a scenario. The session ends if an action matches `guard.forbid`, or if a tab is at a URL that is
 * not allowed. An action that would open such a URL only fails, and the navigator can continue.
 */
import { formatAction } from '../action/index.js';
import type {
  ActionResult,
  ActionTarget,
  Exchange,
  Observation,
  PageAction,
  Verdict,
} from '../contract/index.js';
import {
  describeBrokenRule,
  classifyAction,
  readPageFacts,
  type NavigationGuard,
  type ForbidRule,
} from '../policy/index.js';

export interface SessionRules {
  forbid: readonly ForbidRule[];
  navigationGuard: NavigationGuard;
}

const NEXT_STEP = 'Review the preceding actions: the scenario forbids this one.';

export class RuleChecker {
  readonly #forbidRules: readonly ForbidRule[];
  readonly #navigationGuard: NavigationGuard | null;

  constructor(rules: SessionRules | undefined) {
    this.#forbidRules = rules?.forbid ?? [];
    this.#navigationGuard = rules?.navigationGuard ?? null;
  }

  /** Returns why the action is forbidden, as part of a sentence; null if it is allowed. */
  describeViolation(
    action: PageAction,
    target: ActionTarget | null,
    observation: Observation,
    lastClickedName: string,
  ): string | null {
    if (this.#forbidRules.length > 0) {
      const facts = readPageFacts(action, observation, lastClickedName);
      const rule = describeBrokenRule(this.#forbidRules, {
        intent: action.intent,
        names: listNames(action, target, observation, facts?.control?.name),
        urls: listDestinations(action, target, observation),
        class: (facts && classifyAction(facts)?.class) ?? null,
      });
      if (rule !== null) return `${rule} does not allow it`;
    }
    return null;
  }

  /** Returns a failed result if the action would open a URL that is not allowed; otherwise null. */
  refuseNavigation(action: PageAction): ActionResult | null {
    const url = action.intent === 'load' || action.intent === 'tabcreate' ? action.url : undefined;
    const decision = url === undefined ? undefined : this.#navigationGuard?.check(url);
    return decision && !decision.ok
      ? createForbiddenResult(`${url!} was not opened: ${decision.reason}. ${decision.next}`)
      : null;
  }

  /** Returns a verdict that ends the session if a tab is at a URL that is not allowed; otherwise null. */
  checkTabUrls({ tabs }: Observation): Verdict | null {
    for (const { url } of tabs) {
      const decision = this.#navigationGuard?.check(url);
      if (decision && !decision.ok)
        return {
          kind: 'guard',
          reason: `The session reached ${url}, but ${decision.reason}.`,
          next: NEXT_STEP,
        };
    }
    return null;
  }
}

/**
 * Lists the names that a rule can match: the name of the action's element, the name of the control that a key press
 * activates, and the question of an accepted dialog.
 */
function listNames(
  action: PageAction,
  target: ActionTarget | null,
  { dialog }: Observation,
  pressedControlName: string | undefined,
): string[] {
  const acceptedQuestion =
    action.intent === 'dialog' && action.answer === 'accept' ? dialog?.message : undefined;
  return [target?.name, pressedControlName, acceptedQuestion].filter((name) => name !== undefined);
}

/** Lists the URLs that the action will open, if they are known beforehand. */
function listDestinations(action: PageAction, target: ActionTarget | null, { url }: Observation): string[] {
  if (action.intent === 'load') return [action.url];
  if (action.intent === 'tabcreate') return action.url === undefined ? [] : [action.url];
  const href = action.intent === 'click' ? target?.attributes['href'] : undefined;
  return href !== undefined && URL.canParse(href, url) ? [new URL(href, url).href] : [];
}

export function createForbiddenResult(reason: string): ActionResult {
  return { outcome: { status: 'failed', reason: 'refused', detail: reason }, element: null, mouse: null };
}

/** Changes the verdict to `guard` if the last action was refused and nothing was done instead. */
export function adjustVerdictAfterRefusal(verdict: Verdict, { turns }: Exchange): Verdict {
  const lastAction = turns.findLast((turn) => turn.type === 'action');
  if (!/^(?:done|stuck|dialogue|check)$/u.test(verdict.kind)) return verdict;
  if (lastAction?.type !== 'action' || lastAction.outcome.status !== 'failed') return verdict;
  const { reason, consent, detail } = lastAction.outcome;
  if (reason !== 'refused' || consent) return verdict;
  return {
    kind: 'guard',
    reason: `The last action was refused: ${detail.replace(/\.$/u, '')}.`,
    next: 'Change the instruction, or allow the action.',
  };
}

export function createForbiddenVerdict(
  action: PageAction,
  target: ActionTarget | null,
  drop: ActionTarget | null,
  reason: string,
): Verdict {
  return {
    kind: 'guard',
    reason: `The navigator tried to ${formatAction(action, target, drop)}, but ${reason}.`,
    next: NEXT_STEP,
  };
}
