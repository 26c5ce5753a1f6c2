/**
 * Requires consent for irreversible actions. Before each action it collects facts about the page; an irreversible
 * action needs the consent of the instructor or the policy. It records which consent was used for which action.
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

type RefusedConsent = Consent & { given: false };

const uidOf = (action: PageAction): string =>
  'uid' in action && action.uid !== undefined ? action.uid : action.intent;

/** Converts page facts to the recorded form. */
function toConsentFacts({
  control,
  title,
  question,
  heading,
  row,
  fields,
  amounts,
}: PageFacts): ConsentFacts {
  const names = fields.map(({ name }) => name).filter(Boolean);
  return {
    control: { role: control?.role ?? 'dialog', name: control?.name ?? '' },
    title,
    ...(question ? { question } : {}),
    ...(heading ? { heading } : {}),
    ...(row ? { row: row.slice(0, 200) } : {}),
    ...(names.length ? { fields: names.slice(0, 12) } : {}),
    ...(amounts.length ? { amounts } : {}),
  };
}

/** The name of the control that was clicked last, which may have opened the current question. */
export function findLastClickedName({ turns }: Exchange): string {
  const last = turns.findLast(
    (turn) => turn.type === 'action' && /^(?:click|doubleClick|submit)$/u.test(turn.action.intent),
  );
  return last?.type === 'action' ? (last.target?.name ?? '') : '';
}

export class ConsentGuard {
  readonly #uses: ConsentUse[] = [];
  /** The latest refused action; cleared when an action of the same kind is performed with consent. */
  #refused: { consent: RefusedConsent; request: ConsentRequest } | null = null;

  constructor(private readonly policy: ConfirmPolicy) {}

  /** @returns null if the action is reversible */
  checkConsent(action: PageAction, observation: Observation, exchange: Exchange): Consent | null {
    const facts = readPageFacts(action, observation, findLastClickedName(exchange));
    const irreversible = facts && classify(facts);
    if (!facts || !irreversible) return null;
    const request = {
      action: irreversible,
      uid: uidOf(action),
      facts,
      key: action.intent === 'press' ? action.key : undefined,
    };
    const decision = decideConsent(request, exchange, this.policy, this.#uses);
    const consent: Consent = { ...irreversible, facts: toConsentFacts(facts), ...decision };
    if (!consent.given) this.#refused = { consent, request };
    return consent;
  }

  /** Records that the consent was used for an action, performed as turn `turn`. */
  recordConsentUse(
    consent: Consent & { given: true },
    action: PageAction,
    observation: Observation,
    outcome: Outcome,
    turn: number,
  ): void {
    if (outcome.status !== 'done') return;
    const { class: consentClass, kind, what, source } = consent;
    const name = targetOf(action, observation)?.name ?? consent.facts.control.name;
    this.#uses.push({
      action: { class: consentClass, kind, what },
      source,
      turn,
      uid: uidOf(action),
      name,
    });
    if (this.#refused?.consent.kind === kind) this.#refused = null;
  }

  /** Changes the verdict to `guard` if an irreversible action was refused and never received consent. */
  reviewVerdict(verdict: Verdict, exchange: Exchange): Verdict {
    const refused = this.#refused;
    if (!refused || !/^(?:done|stuck|dialogue|check)$/u.test(verdict.kind)) return verdict;
    if (refused.consent.reason === 'forbidden') return verdict;
    const decision = decideConsent(refused.request, exchange, this.policy, this.#uses);
    // Keep the verdict if the instructor forbids the action (refusing it was right) or has consented since.
    if (decision.given || decision.reason === 'forbidden') return verdict;
    return { kind: 'guard', ...createRefusalVerdict(refused.consent) };
  }
}

/** The result of an action without consent. */
export function createRefusedResult({
  class: consentClass,
  kind,
  what,
  reason,
}: RefusedConsent): ActionResult {
  const question =
    reason === 'not-requested' || reason === 'already-used'
      ? formatConsentQuestion({ class: consentClass, kind, what })
      : null;
  return {
    outcome: {
      status: 'failed',
      reason: 'refused',
      detail: formatRefusal({ class: consentClass, kind, what }, reason),
      consent: { class: consentClass, kind, what, reason, question },
    },
    element: null,
    mouse: null,
  };
}
