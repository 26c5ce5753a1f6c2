/**
 * Secrets by name. A secret may only be typed on its allowed hosts: for secrets that an instructor gave during the
 * session, the hosts where it was typed before; for configured secrets, the hosts of their configuration.
 */
import type { Redactor } from './redactor.js';

export type Revealed =
  | { ok: true; text: string }
  /** Name of the secret that is not allowed on this host. */
  | { ok: false; name: string };

export interface KeptSecrets {
  /** Registers a named secret and the hosts where it may be typed. */
  know(name: string, value: string, on: (host: string) => boolean): void;
  /** From here on `value` appears as `<PASSWORD>`, a second one as `<PASSWORD_2>`. */
  keep(value: string, host: string): void;
  /** Replaces the names of secrets in a text by their values. */
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
