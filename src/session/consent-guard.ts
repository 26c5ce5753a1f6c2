/**
 * Requires consent for irreversible actions, either from the instructor or from the session's policy. Rules look for a
 * command: an instruction to perform the action. If they find none, a model is asked to look for one. It sees only the
 * conversation, so that the page cannot influence it. A second check, in which a model also sees the page, can object;
 * then the instructor is asked. The guard records how each consent was used.
 */
import type {
  Consent,
  ConsentFacts,
  ConsentOpinion,
  ConsentSearchRequest,
  ConsentReviewRequest,
  ConsentReviewer,
  ConsentSource,
  Exchange,
  Observation,
  Outcome,
  PageAction,
  ActionResult,
  Verdict,
} from '../contract/index.js';
import {
  classifyAction,
  readPageFacts,
  formatConsentQuestion,
  formatRefusal,
  decideByCommandWords,
  decideConsent,
  combineRulings,
  createSearchRequest,
  createReviewRequest,
  isReviewable,
  createRefusalVerdict,
  type ConfirmPolicy,
  type PageFacts,
  type ConsentUse,
  type ConsentRequest,
  type ConsentRuling,
} from '../policy/index.js';
import { findActionTarget } from './consequences.js';

type RefusedConsent = Consent & { given: false };

const getUidOrIntent = (action: PageAction): string =>
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

/** Returns the name of the last clicked control, which may have opened the current question. */
export function findLastClickedName({ turns }: Exchange): string {
  const lastClick = turns.findLast(
    (turn) => turn.type === 'action' && /^(?:click|doubleClick|submit)$/u.test(turn.action.intent),
  );
  return lastClick?.type === 'action' ? (lastClick.target?.name ?? '') : '';
}

/** Caches answers by question, because actions are often retried on an unchanged page. */
class AnswerCache<Question, Answer> {
  readonly #answers = new Map<string, Answer>();

  async get(question: Question, findAnswer: (question: Question) => Promise<Answer>): Promise<Answer> {
    const key = JSON.stringify(question);
    const cachedAnswer = this.#answers.get(key);
    if (cachedAnswer !== undefined) return cachedAnswer;
    const answer = await findAnswer(question);
    this.#answers.set(key, answer);
    return answer;
  }
}

export class ConsentGuard {
  readonly #consentUses: ConsentUse[] = [];
  /** The latest refused action; cleared when an action of the same kind is performed with consent. */
  #latestRefusal: {
    consent: RefusedConsent;
    request: ConsentRequest;
    doubtedSource: ConsentSource | null;
  } | null = null;
  readonly #commandWordsCache = new AnswerCache<ConsentSearchRequest, string | null>();
  readonly #opinionCache = new AnswerCache<ConsentReviewRequest, ConsentOpinion | null>();

  /** @param reviewer without it the rules decide alone */
  constructor(
    private readonly policy: ConfirmPolicy,
    private readonly reviewer?: ConsentReviewer,
  ) {}

  /** @returns null if the action is reversible */
  async checkConsent(
    action: PageAction,
    observation: Observation,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<Consent | null> {
    const facts = readPageFacts(action, observation, findLastClickedName(exchange));
    const irreversibleAction = facts && classifyAction(facts);
    if (!facts || !irreversibleAction) return null;
    const request = {
      action: irreversibleAction,
      uid: getUidOrIntent(action),
      facts,
      key: action.intent === 'press' ? action.key : undefined,
    };
    const ruling = this.#decide(request, exchange);
    const commandWords =
      !ruling.given && ruling.reason === 'not-requested'
        ? await this.#findCommandWords(request, exchange, signal)
        : null;
    const commandRuling =
      commandWords === null ? null : decideByCommandWords(request, commandWords, exchange, this.#consentUses);
    const decisiveRuling = commandRuling ?? ruling;
    const source = decisiveRuling.given ? decisiveRuling.source : null;
    const opinion = source && (await this.#askForOpinion(request, source, exchange, signal));
    const consent: Consent = {
      ...irreversibleAction,
      facts: toConsentFacts(facts),
      ...(commandWords !== null && source ? { orderWords: commandWords } : {}),
      ...(opinion ? { review: opinion } : {}),
      ...combineRulings(ruling, commandRuling, opinion),
    };
    if (!consent.given)
      this.#latestRefusal = { consent, request, doubtedSource: consent.reason === 'doubted' ? source : null };
    return consent;
  }

  #decide(request: ConsentRequest, exchange: Exchange): ConsentRuling {
    return decideConsent(request, exchange, this.policy, this.#consentUses);
  }

  /** @returns the instructor's words; null if the model finds none, or there is no model */
  async #findCommandWords(
    request: ConsentRequest,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { reviewer } = this;
    if (!reviewer) return null;
    return this.#commandWordsCache.get(createSearchRequest(request, exchange), (searchRequest) =>
      reviewer.findCommandWords(searchRequest, signal),
    );
  }

  async #askForOpinion(
    request: ConsentRequest,
    source: ConsentSource,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<ConsentOpinion | null> {
    const { reviewer } = this;
    if (!reviewer || !isReviewable(request, source, exchange, this.policy)) return null;
    return this.#opinionCache.get(createReviewRequest(request, exchange), (reviewRequest) =>
      reviewer.review(reviewRequest, signal),
    );
  }

  /** Records that the consent was used for the action of turn `turnIndex`. */
  recordConsentUse(
    consent: Consent & { given: true },
    action: PageAction,
    observation: Observation,
    outcome: Outcome,
    turnIndex: number,
  ): void {
    if (outcome.status !== 'done') return;
    const { class: consentClass, kind, what, source } = consent;
    const name = findActionTarget(action, observation)?.name ?? consent.facts.control.name;
    this.#consentUses.push({
      action: { class: consentClass, kind, what },
      source,
      turn: turnIndex,
      uid: getUidOrIntent(action),
      name,
    });
    if (this.#latestRefusal?.consent.kind === kind) this.#latestRefusal = null;
  }

  /** Changes the verdict to `guard` if an irreversible action was refused and never received consent. */
  adjustVerdict(verdict: Verdict, exchange: Exchange): Verdict {
    const refusal = this.#latestRefusal;
    if (!refusal || !/^(?:done|stuck|dialogue|check)$/u.test(verdict.kind)) return verdict;
    if (refusal.consent.reason === 'forbidden') return verdict;
    const currentRuling = this.#decide(refusal.request, exchange);
    const hasConsented =
      currentRuling.given && JSON.stringify(currentRuling.source) !== JSON.stringify(refusal.doubtedSource);
    // Keep the verdict if the instructor forbids the action (refusing it was right) or has consented since.
    if (hasConsented || (!currentRuling.given && currentRuling.reason === 'forbidden')) return verdict;
    return { kind: 'guard', ...createRefusalVerdict(refusal.consent) };
  }
}

/** The result of an action without consent. */
export function createMissingConsentResult({
  class: consentClass,
  kind,
  what,
  reason,
}: RefusedConsent): ActionResult {
  const question =
    reason === 'not-requested' || reason === 'already-used' || reason === 'doubted'
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
