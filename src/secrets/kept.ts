/**
 * What an instructor told in the course of a session and nobody may read again: known by a name from then on,
 * and put in by that name only on the hosts where it was typed before.
 */
import type { Redactor } from './redactor.js';

export type Revealed =
  | { ok: true; text: string }
  /** The secret that does not belong on this host. */
  | { ok: false; name: string };

export interface KeptSecrets {
  /** From here on `value` appears as `<PASSWORD>`, a second one as `<PASSWORD_2>`. */
  keep(value: string, host: string): void;
  /** The text with the values in place of such names. */
  reveal(text: string, host: string): Revealed;
}

const NAME = 'PASSWORD';

export function keptSecrets(redactor: Redactor): KeptSecrets {
  const kept = new Map<string, { name: string; hosts: Set<string> }>();
  return {
    keep(value, host) {
      if (value === '') return;
      const known = kept.get(value);
      if (known) {
        known.hosts.add(host);
        return;
      }
      const name = kept.size === 0 ? NAME : `${NAME}_${kept.size + 1}`;
      kept.set(value, { name, hosts: new Set([host]) });
      redactor.add(name, value);
    },
    reveal(text, host) {
      let revealed = text;
      for (const [value, { name, hosts }] of kept) {
        if (!revealed.includes(`<${name}>`)) continue;
        if (!hosts.has(host)) return { ok: false, name };
        revealed = revealed.replaceAll(`<${name}>`, () => value);
      }
      return { ok: true, text: revealed };
    },
  };
}
