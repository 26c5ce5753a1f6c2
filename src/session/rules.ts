/**
 * What the rules of a session forbid: before each act whether it may be done at all, whatever anyone says, and after
 * each look whether the session is still where it may be. Either ends it.
 */
import { formatAct } from '../action/index.js';
import type { Observation, PageAction, ActionResult, ActionTarget, Verdict } from '../contract/index.js';
import { brokenRule, classify, factsOf, type Fence, type ForbidRule } from '../policy/index.js';

export interface SessionRules {
  forbid: readonly ForbidRule[];
  fence: Fence;
}

const NEXT = 'Look at the acts before it: the navigator took a way that the scenario rules out.';

export class Rules {
  readonly #forbid: readonly ForbidRule[];
  readonly #fence: Fence | null;

  constructor(rules: SessionRules | undefined) {
    this.#forbid = rules?.forbid ?? [];
    this.#fence = rules?.fence ?? null;
  }

  /** Why an act may not be done, as part of a sentence; null where nothing is against it. */
  against(
    act: PageAction,
    target: ActionTarget | null,
    observation: Observation,
    opener: string,
  ): string | null {
    if (this.#forbid.length > 0) {
      const facts = factsOf(act, observation, opener);
      const rule = brokenRule(this.#forbid, {
        intent: act.intent,
        names: namesOf(act, target, observation, facts?.control?.name),
        urls: addressesOf(act, target, observation),
        class: (facts && classify(facts)?.class) ?? null,
      });
      if (rule !== null) return `${rule} does not allow it`;
    }
    const goes = act.intent === 'load' || act.intent === 'tabcreate' ? act.url : undefined;
    const judged = goes === undefined ? undefined : this.#fence?.judge(goes);
    return judged && !judged.ok ? judged.reason : null;
  }

  /** The verdict on a session that is, or was about to go, where it may not be. */
  left(observation?: Observation): Verdict | null {
    for (const { url } of observation?.tabs ?? []) this.#fence?.judge(url);
    const reason = this.#fence?.left() ?? null;
    return reason === null ? null : { kind: 'guard', reason, next: NEXT };
  }
}

/** What an act is aimed at, in the page's words: its element, the control that a key presses, the question it says yes to. */
function namesOf(
  act: PageAction,
  target: ActionTarget | null,
  { dialog }: Observation,
  pressed: string | undefined,
): string[] {
  const asked = act.intent === 'dialog' && act.answer === 'accept' ? dialog?.message : undefined;
  return [target?.name, pressed, asked].filter((name) => name !== undefined);
}

/** Where an act leads, as far as that can be known before it is done. */
function addressesOf(act: PageAction, target: ActionTarget | null, { url }: Observation): string[] {
  if (act.intent === 'load') return [act.url];
  if (act.intent === 'tabcreate') return act.url === undefined ? [] : [act.url];
  const href = act.intent === 'click' ? target?.attributes['href'] : undefined;
  return href !== undefined && URL.canParse(href, url) ? [new URL(href, url).href] : [];
}

export function forbiddenAct(why: string): ActionResult {
  return { outcome: { status: 'failed', reason: 'refused', detail: why }, element: null, mouse: null };
}

export function verdictOn(
  act: PageAction,
  target: ActionTarget | null,
  drop: ActionTarget | null,
  why: string,
): Verdict {
  return {
    kind: 'guard',
    reason: `The navigator wanted to ${formatAct(act, target, drop)}, and ${why}; it was not done.`,
    next: NEXT,
  };
}
