/**
 * Secrets by name. A secret may only be typed on its allowed hosts: for a configured secret, the configured hosts; for
 * a secret that the instructor gave during the session, the hosts where it was typed before.
 */
import type { Redactor } from './redactor.js';

export type RevealResult =
  | { ok: true; text: string }
  /**
   * `other-host`: the secret is not allowed on this host. `unknown`: the name masks a value that this session does not
   * know.
   */
  | { ok: false; name: string; reason: 'other-host' | 'unknown' };

export interface SecretStore {
  /** Registers a named secret and the hosts where it may be typed. */
  register(name: string, value: string, isAllowedOn: (host: string) => boolean): void;
  /** Registers a typed value. The first one now appears as `<PASSWORD>`, the second as `<PASSWORD_2>`. */
  remember(value: string, host: string): void;
  /** Replaces the names of secrets in a text with their values. */
  reveal(text: string, host: string): RevealResult;
}

const PASSWORD_NAME = 'PASSWORD';

/**
 * The redactor's placeholders, also in their URL-encoded form. A page or a recorded answer may contain one, but it must
 * not be typed.
 */
const MASK =
  /(?:<|%3C)(…|%E2%80%A6|KEY|TOKEN|PASSWORD(?:_\d+)?|[A-Z][A-Z0-9_]*_(?:API_KEY|API_TOKEN|SECRET_KEY|AUTH_TOKEN))(?:>|%3E)/u;

export function createSecretStore(redactor: Redactor): SecretStore {
  const remembered = new Map<string, { name: string; hosts: Set<string> }>();
  const registered: { name: string; value: string; isAllowedOn: (host: string) => boolean }[] = [];
  return {
    register(name, value, isAllowedOn) {
      registered.push({ name, value, isAllowedOn });
      redactor.add(name, value);
    },
    remember(value, host) {
      if (value === '' || registered.some((secret) => secret.value === value)) return;
      const before = remembered.get(value);
      if (before) {
        before.hosts.add(host);
        return;
      }
      const name = remembered.size === 0 ? PASSWORD_NAME : `${PASSWORD_NAME}_${remembered.size + 1}`;
      remembered.set(value, { name, hosts: new Set([host]) });
      redactor.add(name, value);
    },
    reveal(text, host) {
      let revealed = text;
      for (const { name, value, isAllowedOn } of registered) {
        if (!revealed.includes(`<${name}>`)) continue;
        if (!isAllowedOn(host)) return { ok: false, name, reason: 'other-host' };
        revealed = revealed.replaceAll(`<${name}>`, () => value);
      }
      for (const [value, { name, hosts }] of remembered) {
        if (!revealed.includes(`<${name}>`)) continue;
        if (!hosts.has(host)) return { ok: false, name, reason: 'other-host' };
        revealed = revealed.replaceAll(`<${name}>`, () => value);
      }
      const unknown = MASK.exec(revealed)?.[1];
      return unknown === undefined
        ? { ok: true, text: revealed }
        : { ok: false, name: unknown, reason: 'unknown' };
    },
  };
}
