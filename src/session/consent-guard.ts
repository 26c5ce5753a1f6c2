/**
 * Requires consent for irreversible actions. Before each action it reads the page's facts and lets an irreversible
 * action through only with the consent of the instructor or the policy. It records which consent was used for what.
 */
import type {
  Consent,
  ConsentFacts,
  Exchange,
  Observation,
  Outcome,
  PageAction,
  ActionResult,
  Verdict,
} from '../contract/index.js';
import {
  classify,
  readPageFacts,
  formatConsentQuestion,
  formatRefusal,
  decideConsent,
  createRefusalVerdict,
  type ConfirmPolicy,
  type PageFacts,
  type ConsentUse,
  type ConsentRequest,
} from '../policy/index.js';
import { targetOf } from './consequences.js';

type Refused = Consent & { given: false };

const uidOf = (action: PageAction): string =>
  'uid' in action && action.uid !== undefined ? action.uid : action.intent;

/** The facts as they are recorded. */
function recorded({ control, title, question, heading, fields, amounts }: PageFacts): ConsentFacts {
  const names = fields.map(({ name }) => name).filter(Boolean);
  return {
    control: { role: control?.role ?? 'dialog', name: control?.name ?? '' },
    title,
    ...(question ? { question } : {}),
    ...(heading ? { heading } : {}),
    ...(names.length ? { fields: names.slice(0, 12) } : {}),
    ...(amounts.length ? { amounts } : {}),
  };
}

/** The name of the control that was clicked last; it may have opened the current question. */
export function lastClickedName({ turns }: Exchange): string {
  const last = turns.findLast(
    (turn) => turn.type === 'action' && /^(?:click|doubleClick|submit)$/u.test(turn.action.intent),
  );
  return last?.type === 'action' ? (last.target?.name ?? '') : '';
}

export class ConsentGuard {
  readonly #spent: ConsentUse[] = [];
  /** The last refused action that was neither performed nor declined since. */
  #open: { consent: Refused; wanted: ConsentRequest } | null = null;

  constructor(private readonly policy: ConfirmPolicy) {}

  /** @returns null if the action is reversible */
  checkConsent(action: PageAction, observation: Observation, exchange: Exchange): Consent | null {
    const facts = readPageFacts(action, observation, lastClickedName(exchange));
    const found = facts && classify(facts);
    if (!facts || !found) return null;
    const wanted = {
      action: found,
      uid: uidOf(action),
      name: facts.control?.name ?? '',
      question: facts.question,
      key: action.intent === 'press' ? action.key : undefined,
    };
    const ruling = decideConsent(wanted, exchange, this.policy, this.#spent);
    const consent: Consent = { ...found, facts: recorded(facts), ...ruling };
    if (!consent.given) this.#open = { consent, wanted };
    return consent;
  }

  /** Records that the consent was used for an action, performed as turn `turn`. */
  recordUse(
    consent: Consent & { given: true },
    action: PageAction,
    observation: Observation,
    outcome: Outcome,
    turn: number,
  ): void {
    if (outcome.status !== 'done') return;
    const { class: kind, kind: consentKind, what, source } = consent;
    const name = targetOf(action, observation)?.name ?? consent.facts.control.name;
    this.#spent.push({
      action: { class: kind, kind: consentKind, what },
      source,
      turn,
      uid: uidOf(action),
      name,
    });
    if (this.#open?.consent.kind === consentKind) this.#open = null;
  }

  /** Turns the verdict of a session into `guard` if an irreversible action never received its consent. */
  finalVerdict(verdict: Verdict, exchange: Exchange): Verdict {
    const open = this.#open;
    if (!open || !/^(?:done|stuck|dialogue|check)$/u.test(verdict.kind)) return verdict;
    if (open.consent.reason === 'forbidden') return verdict;
    const now = decideConsent(open.wanted, exchange, this.policy, this.#spent);
    // After a refusal the instructor has the wanted result; after a given consent the guard is not the cause.
    if (now.given || now.reason === 'forbidden') return verdict;
    return { kind: 'guard', ...createRefusalVerdict(open.consent) };
  }
}

/** The result of an action without consent. */
export function refusedResult({ class: kind, kind: consentKind, what, reason }: Refused): ActionResult {
  const ask =
    reason === 'not-requested' || reason === 'already-used'
      ? formatConsentQuestion({ class: kind, kind: consentKind, what })
      : null;
  return {
    outcome: {
      status: 'failed',
      reason: 'refused',
      detail: formatRefusal({ class: kind, kind: consentKind, what }, reason),
      consent: { class: kind, kind: consentKind, what, reason, question: ask },
    },
    element: null,
    mouse: null,
  };
}
