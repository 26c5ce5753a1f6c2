/**
 * One act from wish to record: whether rules allow it and consent is given, secrets put in at the last moment, what
 * came of it written down before anything else happens.
 */
import type { Evidence, Observation, Outcome, PageAction, ActionResult } from '../contract/index.js';
import type { BannerKeeper } from './banners.js';
import { ClipboardWatch } from './clipboard.js';
import { dropOf, leadsElsewhere, targetOf } from './consequences.js';
import { Stop } from './ending.js';
import { type Guard, openerIn, refusedAct } from './guard.js';
import type { Idle } from './idle.js';
import type { SessionLog } from './session-log.js';
import type { SessionParts } from './parts.js';
import { hostOf, revealed } from './reveal.js';
import { forbiddenAct, type Rules, verdictOn } from './rules.js';
import type { PageEventCollector } from './page-event-collector.js';

export interface ActionExecutorParts {
  journal: SessionLog;
  guard: Guard;
  rules: Rules;
  witness: PageEventCollector;
  idle: Idle;
}

export class ActionExecutor {
  readonly #clipboard = new ClipboardWatch();

  constructor(
    private readonly parts: Pick<SessionParts, 'surface' | 'secrets'>,
    private readonly helpers: ActionExecutorParts,
  ) {}

  /** @throws Stop after an act was recorded that may not be done, whoever says yes to it */
  async act(
    act: PageAction,
    observation: Observation,
    evidence: Evidence | undefined,
    banners: BannerKeeper,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { surface, secrets } = this.parts;
    const { journal, guard, rules, witness, idle } = this.helpers;
    const target = targetOf(act, observation);
    const drop = dropOf(act, observation);
    const forbidden = rules.against(act, target, observation, openerIn(journal.exchange));
    const consent = forbidden === null ? guard.judge(act, observation, journal.exchange) : null;
    const host = hostOf(surface.probe.url());

    let performed: ActionResult;
    if (forbidden !== null) performed = forbiddenAct(forbidden);
    else if (consent && !consent.given) performed = refusedAct(consent);
    else {
      const live = revealed(act, host, secrets);
      // What goes into a password field is a secret from the moment that it is known to be one.
      if (live.ok && live.act.intent === 'textInput' && target?.attributes['type'] === 'password')
        secrets?.keep(live.act.text, host);
      performed = live.ok ? await surface.perform(live.act, signal) : live.refused;
    }
    const { outcome } = performed;
    const secret = this.#clipboard.secretOf(act, target, outcome);
    if (secret !== null) secrets?.keep(secret, host);

    const aside = journal.isAside;
    const turn = journal.next;
    const tell = journal.act(
      {
        act,
        target,
        ...(drop ? { drop } : {}),
        performed,
        observation,
        ...(evidence ? { evidence } : {}),
        ...(consent ? { consent } : {}),
      },
      surface.probe.url(),
    );
    if (consent?.given) guard.done(consent, act, observation, outcome, turn);
    witness.acted(act, observation, outcome);
    idle.acted(act, observation, outcome);
    // Answering a banner may load the page anew, which is no reason to answer it again and again.
    if (!aside && leadsElsewhere(outcome)) banners.arrived();
    else if (!aside) banners.touched();
    tell();
    if (forbidden !== null) throw new Stop(verdictOn(act, target, drop, forbidden));
    return outcome;
  }
}
