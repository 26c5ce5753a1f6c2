/** Observes the page for the session and passes each observation to the event collector, the rules and the ranker. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Observation, ObservationSpec } from '../contract/index.js';
import { SessionStop } from './verdicts.js';
import type { IdleActionCounter } from './idle-action-counter.js';
import type { SessionParts } from './parts.js';
import type { RuleChecker } from './rules.js';
import type { PageEventCollector } from './page-event-collector.js';

const BLANK_PAGE_TIMEOUT_MS = 3_000;
const BLANK_PAGE_POLL_MS = 200;

export class PageObserver {
  constructor(
    private readonly parts: Pick<
      SessionParts,
      'surface' | 'ranker' | 'navigator' | 'recorder' | 'blankPageTimeoutMs'
    >,
    private readonly events: PageEventCollector,
    private readonly idleActions: IdleActionCounter,
    private readonly rules: RuleChecker,
  ) {}

  /**
   * Observes everything that the navigator needs for its next decision.
   *
   * @throws SessionStop if the current URL is forbidden
   */
  async observe(signal: AbortSignal): Promise<Observation> {
    const { navigator, ranker, recorder } = this.parts;
    // The consent guard needs the text to find amounts and questions.
    const spec = { ...navigator.needs, ...ranker.needs, ...recorder.needs, text: true };
    const observation = await this.observeWith(spec, signal);
    this.idleActions.recordObservation(observation);
    return observation;
  }

  async observeWith(spec: ObservationSpec, signal: AbortSignal): Promise<Observation> {
    const observation = await this.parts.surface.observe(spec, signal);
    this.events.collect(observation);
    const violation = this.rules.checkTabUrls(observation);
    if (violation) throw new SessionStop(violation);
    this.parts.ranker.warm(observation);
    return observation;
  }

  /** Waits for a blank page to render. @throws SessionStop if it is still blank after the time limit */
  async waitForContent(signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + (this.parts.blankPageTimeoutMs ?? BLANK_PAGE_TIMEOUT_MS);
    for (;;) {
      const { candidates, text, url, dialog } = await this.observeWith({ text: true }, signal);
      // A dialog may block rendering; it is answered first.
      if (candidates.length > 0 || text.length > 0 || dialog) return;
      if (performance.now() > deadline)
        throw new SessionStop({
          kind: 'stuck',
          reason: `The page at ${url} is empty.`,
          next: 'Check the address. `parley look` shows what Parley sees there.',
        });
      await pause(BLANK_PAGE_POLL_MS);
    }
  }
}
