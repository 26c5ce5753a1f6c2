/**
 * The guard at the point of no return: before each act it reads the page for what cannot be taken back, and lets
 * it happen only with a yes of the instructor or of the policy. It keeps what a yes was used for, and what was
 * refused and has not got one.
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
  factsOf,
  questionFor,
  refusalOf,
  rule,
  verdictOf,
  type ConfirmPolicy,
  type Facts,
  type ConsentUse,
  type Wanted,
} from '../policy/index.js';
import { targetOf } from './consequences.js';

type Refused = Consent & { given: false };

const uidOf = (act: PageAction): string => ('uid' in act && act.uid !== undefined ? act.uid : act.intent);

/** What is kept of the facts for the record. */
function recorded({ control, title, question, heading, fields, amounts }: Facts): ConsentFacts {
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

/** The control that was clicked last, which a question may have come of. */
export function openerIn({ turns }: Exchange): string {
  const last = turns.findLast(
    (turn) => turn.type === 'action' && /^(?:click|doubleClick|submit)$/u.test(turn.action.intent),
  );
  return last?.type === 'action' ? (last.target?.name ?? '') : '';
}

export class Guard {
  readonly #spent: ConsentUse[] = [];
  /** Refused, and neither done since nor declined. */
  #open: { consent: Refused; wanted: Wanted } | null = null;

  constructor(private readonly policy: ConfirmPolicy) {}

  /** Null: nothing that could not be taken back. */
  judge(act: PageAction, observation: Observation, exchange: Exchange): Consent | null {
    const facts = factsOf(act, observation, openerIn(exchange));
    const found = facts && classify(facts);
    if (!facts || !found) return null;
    const wanted = {
      act: found,
      uid: uidOf(act),
      name: facts.control?.name ?? '',
      question: facts.question,
      key: act.intent === 'press' ? act.key : undefined,
    };
    const ruling = rule(wanted, exchange, this.policy, this.#spent);
    const consent: Consent = { ...found, facts: recorded(facts), ...ruling };
    if (!consent.given) this.#open = { consent, wanted };
    return consent;
  }

  /** An act with its consent was performed, as the turn of this number. */
  done(
    consent: Consent & { given: true },
    act: PageAction,
    observation: Observation,
    outcome: Outcome,
    turn: number,
  ): void {
    if (outcome.status !== 'done') return;
    const { class: kind, kind: deed, what, source } = consent;
    const name = targetOf(act, observation)?.name ?? consent.facts.control.name;
    this.#spent.push({ act: { class: kind, kind: deed, what }, source, turn, uid: uidOf(act), name });
    if (this.#open?.consent.kind === deed) this.#open = null;
  }

  /** A conversation that wanted something and never got its yes did not end well, whatever its navigator says. */
  verdict(held: Verdict, exchange: Exchange): Verdict {
    const open = this.#open;
    if (!open || !/^(?:done|stuck|dialogue|check)$/u.test(held.kind)) return held;
    if (open.consent.reason === 'forbidden') return held;
    const now = rule(open.wanted, exchange, this.policy, this.#spent);
    // Who said no has what they wanted; who said yes and was not heeded has a navigator to blame, not the guard.
    if (now.given || now.reason === 'forbidden') return held;
    return { kind: 'guard', ...verdictOf(open.consent) };
  }
}

/** What the navigator sees in place of an outcome. */
export function refusedAct({ class: kind, kind: deed, what, reason: why }: Refused): ActionResult {
  const ask = why === 'unsaid' || why === 'used-up' ? questionFor({ class: kind, kind: deed, what }) : null;
  return {
    outcome: {
      status: 'failed',
      reason: 'refused',
      detail: refusalOf({ class: kind, kind: deed, what }, why),
      consent: { class: kind, kind: deed, what, reason: why, question: ask },
    },
    element: null,
    mouse: null,
  };
}
