/**
 * Performs one action: checks rules and consent, inserts secrets, acts on the page, and records the outcome before
 * anything else happens.
 */
import type {
  ActionResult,
  Evidence,
  Observation,
  Outcome,
  PageAction,
  RecordedTab,
} from '../contract/index.js';
import { fingerprintsOf } from '../fingerprint/index.js';
import type { BannerHandler } from './banner-handler.js';
import { ClipboardSecrets } from './clipboard-secrets.js';
import { findDropTarget, changesDocument, findActionTarget } from './consequences.js';
import { SessionStop } from './verdicts.js';
import { type ConsentGuard, findLastClickedName, createRefusedResult } from './consent-guard.js';
import type { IdleActionCounter } from './idle-action-counter.js';
import type { SessionLog } from './session-log.js';
import type { SessionParts } from './parts.js';
import { getHost, revealSecrets } from './reveal-secrets.js';
import { createForbiddenResult, type RuleChecker, createForbiddenVerdict } from './rules.js';
import type { PageEventCollector } from './page-event-collector.js';

export interface ActionExecutorParts {
  log: SessionLog;
  guard: ConsentGuard;
  rules: RuleChecker;
  events: PageEventCollector;
  idleActions: IdleActionCounter;
}

export interface ActionReasons {
  /** What the action is based on, for the record. */
  evidence: Evidence | undefined;
  /** Why the instructor rejects the action; null if it may be performed. */
  refusal: string | null;
}

export class ActionExecutor {
  readonly #clipboard = new ClipboardSecrets();

  constructor(
    private readonly parts: Pick<SessionParts, 'surface' | 'secrets'>,
    private readonly session: ActionExecutorParts,
  ) {}

  /** @throws SessionStop after recording an action that the rules forbid */
  async perform(
    action: PageAction,
    observation: Observation,
    { evidence, refusal }: ActionReasons,
    banners: BannerHandler,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { surface, secrets } = this.parts;
    const { log, guard, rules, events, idleActions } = this.session;
    const target = findActionTarget(action, observation);
    const drop = findDropTarget(action, observation);
    const forbidden = rules.findViolation(action, target, observation, findLastClickedName(log.exchange));
    const consent =
      forbidden === null ? await guard.checkConsent(action, observation, log.exchange, signal) : null;
    const host = getHost(surface.probe.url());

    let result: ActionResult;
    const startedAt = performance.now();
    const refusedNavigation = rules.refuseNavigation(action);
    if (forbidden !== null) result = createForbiddenResult(forbidden);
    else if (refusedNavigation) result = refusedNavigation;
    else if (refusal !== null) result = createForbiddenResult(refusal);
    else if (consent && !consent.given) result = createRefusedResult(consent);
    else {
      const revealed = revealSecrets(action, host, secrets);
      // Text for a password field is a secret from now on.
      if (revealed.ok && revealed.action.intent === 'textInput' && target?.attributes['type'] === 'password')
        secrets?.remember(revealed.action.text, host);
      result = revealed.ok ? await surface.perform(revealed.action, signal) : revealed.refused;
    }
    const { outcome } = result;
    const ms = performance.now() - startedAt;
    const tab = findRecordedTab(action, observation);
    const secret = this.#clipboard.findSecret(action, target, outcome);
    if (secret !== null) secrets?.remember(secret, host);

    const isAutomatic = log.isNextTurnAutomatic;
    const turn = log.nextTurnIndex;
    const emit = log.recordAction(
      {
        action,
        target,
        ...(drop ? { drop } : {}),
        ...fingerprintsOf(action, observation),
        ...(tab ? { tab } : {}),
        ...(isAutomatic ? { automatic: true } : {}),
        ms,
        result,
        observation,
        ...(evidence ? { evidence } : {}),
        ...(consent ? { consent } : {}),
      },
      surface.probe.url(),
    );
    if (consent?.given) guard.recordConsentUse(consent, action, observation, outcome, turn);
    events.recordAction(action, observation, outcome);
    idleActions.recordAction(action, observation, outcome);
    // Answering a banner may reload the page. The same banner must then not count as new.
    if (!isAutomatic && changesDocument(outcome)) banners.onPageOpened();
    else if (!isAutomatic) banners.onPageUsed();
    emit();
    if (forbidden !== null) throw new SessionStop(createForbiddenVerdict(action, target, drop, forbidden));
    return outcome;
  }
}

/** The tab that the action names, as it was observed. */
function findRecordedTab(action: PageAction, { tabs }: Observation): RecordedTab | null {
  if (action.intent !== 'tabswitch' && action.intent !== 'tabremove') return null;
  const index = tabs.findIndex(({ id, active }) => (action.tab === undefined ? active : id === action.tab));
  const tab = tabs[index];
  return tab ? { url: tab.url, index } : null;
}
