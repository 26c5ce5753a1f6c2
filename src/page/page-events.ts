/** What befell the page since the last look, and what the act that is under way has caused so far. */
import type { Effect, PageEvent, Observation } from '../contract/index.js';
import type { LeftOut } from './observers/frames.js';

/** A page that misbehaves in a loop must not fill the memory; the first ones say what it does. */
const MOST = 50;

export class IncidentLog {
  #list: PageEvent[] = [];

  note(incident: PageEvent): void {
    if (incident.type === 'too-many-tabs') {
      const same = this.#list.find((other) => other.type === 'too-many-tabs');
      if (same) same.closed += incident.closed;
      else this.#list.push({ ...incident });
      return;
    }
    const said = JSON.stringify(incident);
    if (this.#list.length < MOST && !this.#list.some((other) => JSON.stringify(other) === said))
      this.#list.push(incident);
  }

  /** All since the last time; they are told once. */
  take(): PageEvent[] {
    return this.#list.splice(0);
  }

  peek(): PageEvent[] {
    return this.#list.map((incident) => ({ ...incident }));
  }
}

/** What a look lacks, for the observation that is made of it. */
export function leftOutOf(look: { observation: Pick<Observation, 'url'>; leftOut: LeftOut }): PageEvent[] {
  const { url } = look.observation;
  const { crowd, silent, stoppedAt, beyond } = look.leftOut;
  return [
    ...(stoppedAt > 0 ? [{ type: 'loading-stopped' as const, url, frames: stoppedAt }] : []),
    ...(beyond > 0 ? [{ type: 'read-in-part' as const, url, elements: beyond }] : []),
    ...(crowd + silent > 0
      ? [{ type: 'frames-left-out' as const, url, overLimit: crowd, timedOut: silent }]
      : []),
  ];
}

/** The effects of one act. An act that was given up keeps its own, so that it takes none from the next. */
export class ActEffects {
  #list: Effect[] = [];
  /** Every kind of dialog that opened during the act, taken or not. */
  readonly dialogs: { type: string; message: string }[] = [];

  add(effect: Effect): void {
    if (effect.type === 'dialog') this.dialogs.push({ type: effect.dialog, message: effect.message });
    if (this.#list.length < MOST) this.#list.push(effect);
  }

  /** For a tab that was closed again without ever having shown anything; true when it was of this act. */
  withdrawTab(id: number): boolean {
    const at = this.#list.findIndex((effect) => effect.type === 'tab' && effect.opened === id);
    if (at >= 0) this.#list.splice(at, 1);
    return at >= 0;
  }

  take(): Effect[] {
    return this.#list.splice(0);
  }
}

/** Where tabs, dialogs and downloads report to; what happens between two acts is nobody's effect. */
export class EffectLog {
  #current: ActEffects | null = null;

  /** From here on effects belong to a new act. */
  begin(): ActEffects {
    this.#current = new ActEffects();
    return this.#current;
  }

  end(): void {
    this.#current = null;
  }

  get current(): ActEffects | null {
    return this.#current;
  }

  /** @returns false when no act is under way */
  note(effect: Effect): boolean {
    this.#current?.add(effect);
    return this.#current !== null;
  }
}
