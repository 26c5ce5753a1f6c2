/**
 * What nobody may read: known by a name, and put in by that name only where it belongs. What an instructor told in the
 * course of a session belongs on the hosts where it was typed before; what was known from the start brings its own.
 */
import type { Redactor } from './redactor.js';

export type Revealed =
  | { ok: true; text: string }
  /** The secret that does not belong on this host. */
  | { ok: false; name: string };

export interface KeptSecrets {
  /** A secret that has a name already, and the hosts that it may be put in on. */
  know(name: string, value: string, on: (host: string) => boolean): void;
  /** From here on `value` appears as `<PASSWORD>`, a second one as `<PASSWORD_2>`. */
  keep(value: string, host: string): void;
  /** The text with the values in place of such names. */
  reveal(text: string, host: string): Revealed;
}

const NAME = 'PASSWORD';

export function keptSecrets(redactor: Redactor): KeptSecrets {
  const kept = new Map<string, { name: string; hosts: Set<string> }>();
  const known: { name: string; value: string; on: (host: string) => boolean }[] = [];
  return {
    know(name, value, on) {
      known.push({ name, value, on });
      redactor.add(name, value);
    },
    keep(value, host) {
      if (value === '' || known.some((one) => one.value === value)) return;
      const before = kept.get(value);
      if (before) {
        before.hosts.add(host);
        return;
      }
      const name = kept.size === 0 ? NAME : `${NAME}_${kept.size + 1}`;
      kept.set(value, { name, hosts: new Set([host]) });
      redactor.add(name, value);
    },
    reveal(text, host) {
      let revealed = text;
      for (const { name, value, on } of known) {
        if (!revealed.includes(`<${name}>`)) continue;
        if (!on(host)) return { ok: false, name };
        revealed = revealed.replaceAll(`<${name}>`, () => value);
      }
      for (const [value, { name, hosts }] of kept) {
        if (!revealed.includes(`<${name}>`)) continue;
        if (!hosts.has(host)) return { ok: false, name };
        revealed = revealed.replaceAll(`<${name}>`, () => value);
      }
      return { ok: true, text: revealed };
    },
  };
}
