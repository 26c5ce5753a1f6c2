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
import { createActionFingerprints } from '../fingerprint/index.js';
import type { BannerHandler } from './banner-handler.js';
import { ClipboardSecrets } from './clipboard-secrets.js';
import { findDropTarget, changesDocument, findActionTarget } from './consequences.js';
import { SessionStop } from './verdicts.js';
import { type ConsentGuard, findLastClickedName, createMissingConsentResult } from './consent-guard.js';
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
  /** What the decision is based on; written to the recording. */
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
    const dropTarget = findDropTarget(action, observation);
    const violation = rules.describeViolation(action, target, observation, findLastClickedName(log.exchange));
    const consent =
      violation === null ? await guard.checkConsent(action, observation, log.exchange, signal) : null;
    const host = getHost(surface.probe.url());

    let result: ActionResult;
    const startedAt = performance.now();
    const refusedNavigation = rules.refuseNavigation(action);
    if (violation !== null) result = createForbiddenResult(violation);
    else if (refusedNavigation) result = refusedNavigation;
    else if (refusal !== null) result = createForbiddenResult(refusal);
    else if (consent && !consent.given) result = createMissingConsentResult(consent);
    else {
      const revealResult = revealSecrets(action, host, secrets);
      // Text for a password field is a secret from now on.
      if (
        revealResult.ok &&
        revealResult.action.intent === 'textInput' &&
        target?.attributes['type'] === 'password'
      )
        secrets?.remember(revealResult.action.text, host);
      result = revealResult.ok ? await surface.perform(revealResult.action, signal) : revealResult.refusal;
    }
    const { outcome } = result;
    const ms = performance.now() - startedAt;
    const recordedTab = findRecordedTab(action, observation);
    const secret = this.#clipboard.findSecret(action, target, outcome);
    if (secret !== null) secrets?.remember(secret, host);

    const isAutomatic = log.isNextTurnAutomatic;
    const turnIndex = log.nextTurnIndex;
    const emit = log.recordAction(
      {
        action,
        target,
        ...(dropTarget ? { drop: dropTarget } : {}),
        ...createActionFingerprints(action, observation),
        ...(recordedTab ? { tab: recordedTab } : {}),
        ...(isAutomatic ? { automatic: true } : {}),
        ms,
        result,
        observation,
        ...(evidence ? { evidence } : {}),
        ...(consent ? { consent } : {}),
      },
      surface.probe.url(),
    );
    if (consent?.given) guard.recordConsentUse(consent, action, observation, outcome, turnIndex);
    events.recordAction(action, observation, outcome);
    idleActions.recordAction(action, observation, outcome);
    // Answering a banner may reload the page. The page then does not count as newly opened.
    if (!isAutomatic && changesDocument(outcome)) banners.onPageOpened();
    else if (!isAutomatic) banners.onPageUsed();
    emit();
    if (violation !== null)
      throw new SessionStop(createForbiddenVerdict(action, target, dropTarget, violation));
    return outcome;
  }
}

/** Finds the observed tab that the action switches to or closes. */
function findRecordedTab(action: PageAction, { tabs }: Observation): RecordedTab | null {
  if (action.intent !== 'tabswitch' && action.intent !== 'tabremove') return null;
  const index = tabs.findIndex(({ id, active }) => (action.tab === undefined ? active : id === action.tab));
  const tab = tabs[index];
  return tab ? { url: tab.url, index } : null;
}
