/**
 * Checks the rules of a session: before each action whether it is forbidden, and after each observation whether the
 * session is still at an allowed URL. A violation ends the session.
 */
import { formatAction } from '../action/index.js';
import type { Observation, PageAction, ActionResult, ActionTarget, Verdict } from '../contract/index.js';
import { brokenRule, classify, readPageFacts, type Fence, type ForbidRule } from '../policy/index.js';

export interface SessionRules {
  forbid: readonly ForbidRule[];
  fence: Fence;
}

const NEXT = 'Check the actions before it: the scenario forbids what the navigator did.';

export class RuleChecker {
  readonly #forbid: readonly ForbidRule[];
  readonly #fence: Fence | null;

  constructor(rules: SessionRules | undefined) {
    this.#forbid = rules?.forbid ?? [];
    this.#fence = rules?.fence ?? null;
  }

  /** Why the action is forbidden, as part of a sentence; null if it is allowed. */
  findViolation(
    action: PageAction,
    target: ActionTarget | null,
    observation: Observation,
    lastClicked: string,
  ): string | null {
    if (this.#forbid.length > 0) {
      const facts = readPageFacts(action, observation, lastClicked);
      const rule = brokenRule(this.#forbid, {
        intent: action.intent,
        names: namesOf(action, target, observation, facts?.control?.name),
        urls: destinationsOf(action, target, observation),
        class: (facts && classify(facts)?.class) ?? null,
      });
      if (rule !== null) return `${rule} does not allow it`;
    }
    const url = action.intent === 'load' || action.intent === 'tabcreate' ? action.url : undefined;
    const judged = url === undefined ? undefined : this.#fence?.judge(url);
    return judged && !judged.ok ? judged.reason : null;
  }

  /** The verdict for a session that is at a forbidden URL, or was about to go there; null otherwise. */
  locationViolation(observation?: Observation): Verdict | null {
    for (const { url } of observation?.tabs ?? []) this.#fence?.judge(url);
    const reason = this.#fence?.left() ?? null;
    return reason === null ? null : { kind: 'guard', reason, next: NEXT };
  }
}

/** The page's names for the action's target: its element, the control that a key activates, the accepted question. */
function namesOf(
  action: PageAction,
  target: ActionTarget | null,
  { dialog }: Observation,
  pressed: string | undefined,
): string[] {
  const asked = action.intent === 'dialog' && action.answer === 'accept' ? dialog?.message : undefined;
  return [target?.name, pressed, asked].filter((name) => name !== undefined);
}

/** URLs that the action leads to, as far as they are known beforehand. */
function destinationsOf(action: PageAction, target: ActionTarget | null, { url }: Observation): string[] {
  if (action.intent === 'load') return [action.url];
  if (action.intent === 'tabcreate') return action.url === undefined ? [] : [action.url];
  const href = action.intent === 'click' ? target?.attributes['href'] : undefined;
  return href !== undefined && URL.canParse(href, url) ? [new URL(href, url).href] : [];
}

export function forbiddenResult(reason: string): ActionResult {
  return { outcome: { status: 'failed', reason: 'refused', detail: reason }, element: null, mouse: null };
}

export function forbiddenVerdict(
  action: PageAction,
  target: ActionTarget | null,
  drop: ActionTarget | null,
  reason: string,
): Verdict {
  return {
    kind: 'guard',
    reason: `The navigator tried to ${formatAction(action, target, drop)}, but ${reason}.`,
    next: NEXT,
  };
}
