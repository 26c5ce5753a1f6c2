/** The session's looks at the page: what is read of it, who is told, and that there is something to see at all. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Observation, ObservationSpec } from '../contract/index.js';
import { Stop } from './ending.js';
import type { Idle } from './idle.js';
import type { SessionParts } from './parts.js';
import type { Rules } from './rules.js';
import type { PageEventCollector } from './page-event-collector.js';

const BLANK_MS = 3_000;
const BLANK_STEP_MS = 200;

export class PageObserver {
  constructor(
    private readonly parts: Pick<SessionParts, 'surface' | 'ranker' | 'navigator' | 'recorder'>,
    private readonly witness: PageEventCollector,
    private readonly idle: Idle,
    private readonly rules: Rules,
  ) {}

  /** All that is needed to decide on. @throws Stop where the session is at a place that is forbidden */
  async observe(signal: AbortSignal): Promise<Observation> {
    const { navigator, ranker, recorder } = this.parts;
    // The guard reads sums and questions.
    const spec = { ...navigator.needs, ...ranker.needs, ...recorder.needs, text: true };
    const observation = await this.look(spec, signal);
    this.idle.looked(observation);
    return observation;
  }

  async look(spec: ObservationSpec, signal: AbortSignal): Promise<Observation> {
    const observation = await this.parts.surface.observe(spec, signal);
    this.witness.saw(observation);
    const left = this.rules.left(observation);
    if (left) throw new Stop(left);
    this.parts.ranker.warm(observation);
    return observation;
  }

  /** A page that shows nothing may still be drawing itself; after a moment it is taken at its word. */
  async requireContent(signal: AbortSignal): Promise<void> {
    const until = performance.now() + BLANK_MS;
    for (;;) {
      const { candidates, text, url, dialog } = await this.look({ text: true }, signal);
      // Behind a dialog nothing has been drawn yet; it is answered first.
      if (candidates.length > 0 || text.length > 0 || dialog) return;
      if (performance.now() > until)
        throw new Stop({
          kind: 'stuck',
          reason: `${url} shows nothing to work with.`,
          next: 'Check the address; parley look shows what Parley sees there.',
        });
      await pause(BLANK_STEP_MS);
    }
  }
}
