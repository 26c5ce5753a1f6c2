/**
 * Performs one action: checks the rules and the consent, inserts secrets, performs the action and records its
 * outcome before anything else happens.
 */
import type { Evidence, Observation, Outcome, PageAction, ActionResult } from '../contract/index.js';
import type { BannerHandler } from './banner-handler.js';
import { ClipboardSecrets } from './clipboard-secrets.js';
import { dropTargetOf, changesDocument, targetOf } from './consequences.js';
import { Stop } from './verdicts.js';
import { type ConsentGuard, lastClickedName, refusedResult } from './consent-guard.js';
import type { IdleActionCounter } from './idle-action-counter.js';
import type { SessionLog } from './session-log.js';
import type { SessionParts } from './parts.js';
import { hostOf, revealSecrets } from './reveal-secrets.js';
import { forbiddenResult, type RuleChecker, forbiddenVerdict } from './rules.js';
import type { PageEventCollector } from './page-event-collector.js';

export interface ActionExecutorParts {
  log: SessionLog;
  guard: ConsentGuard;
  rules: RuleChecker;
  events: PageEventCollector;
  idle: IdleActionCounter;
}

export class ActionExecutor {
  readonly #clipboard = new ClipboardSecrets();

  constructor(
    private readonly parts: Pick<SessionParts, 'surface' | 'secrets'>,
    private readonly session: ActionExecutorParts,
  ) {}

  /** @throws Stop after recording an action that the rules forbid */
  async perform(
    action: PageAction,
    observation: Observation,
    evidence: Evidence | undefined,
    banners: BannerHandler,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { surface, secrets } = this.parts;
    const { log, guard, rules, events, idle } = this.session;
    const target = targetOf(action, observation);
    const drop = dropTargetOf(action, observation);
    const forbidden = rules.findViolation(action, target, observation, lastClickedName(log.exchange));
    const consent = forbidden === null ? guard.checkConsent(action, observation, log.exchange) : null;
    const host = hostOf(surface.probe.url());

    let performed: ActionResult;
    if (forbidden !== null) performed = forbiddenResult(forbidden);
    else if (consent && !consent.given) performed = refusedResult(consent);
    else {
      const revealed = revealSecrets(action, host, secrets);
      // Text for a password field is a secret from now on.
      if (revealed.ok && revealed.action.intent === 'textInput' && target?.attributes['type'] === 'password')
        secrets?.keep(revealed.action.text, host);
      performed = revealed.ok ? await surface.perform(revealed.action, signal) : revealed.refused;
    }
    const { outcome } = performed;
    const secret = this.#clipboard.findSecret(action, target, outcome);
    if (secret !== null) secrets?.keep(secret, host);

    const isOwnAction = log.isNextOwn;
    const turn = log.nextIndex;
    const emit = log.recordAction(
      {
        action,
        target,
        ...(drop ? { drop } : {}),
        result: performed,
        observation,
        ...(evidence ? { evidence } : {}),
        ...(consent ? { consent } : {}),
      },
      surface.probe.url(),
    );
    if (consent?.given) guard.recordUse(consent, action, observation, outcome, turn);
    events.recordAction(action, observation, outcome);
    idle.recordAction(action, observation, outcome);
    // Answering a banner may reload the page, which must not make the same banner count as new.
    if (!isOwnAction && changesDocument(outcome)) banners.pageOpened();
    else if (!isOwnAction) banners.pageUsed();
    emit();
    if (forbidden !== null) throw new Stop(forbiddenVerdict(action, target, drop, forbidden));
    return outcome;
  }
}
