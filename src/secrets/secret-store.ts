/**
 * Stores secrets by name. A secret may only be typed on its allowed hosts. For a configured secret, these are the
 * configured hosts. For a secret that the instructor gave during the session, they are the hosts where it was typed.
 */
import type { Redactor } from './redactor.js';

export type RevealResult =
  | { ok: true; text: string }
  /**
   * `other-host`: the secret is not allowed on this host. `unknown`: the name stands for a value that this session does
   * not know.
   */
  | { ok: false; name: string; reason: 'other-host' | 'unknown' };

export interface SecretStore {
  /** Registers a named secret and the hosts where it may be typed. */
  register(name: string, value: string, isAllowedOn: (host: string) => boolean): void;
  /**
   * Registers a typed value. The first such value appears as `<PASSWORD>` from now on, the second as `<PASSWORD_2>`.
   */
  remember(value: string, host: string): void;
  /** Replaces the placeholders of secrets in a text with their values. */
  reveal(text: string, host: string): RevealResult;
}

const PASSWORD_NAME = 'PASSWORD';

/**
 * Matches the redactor's placeholders, also in URL-encoded form. A placeholder that is left over, for example from a
 * page or a recorded answer, must not be typed literally.
 */
const PLACEHOLDER =
  /(?:<|%3C)(…|%E2%80%A6|KEY|TOKEN|PASSWORD(?:_\d+)?|[A-Z][A-Z0-9_]*_(?:API_KEY|API_TOKEN|SECRET_KEY|AUTH_TOKEN))(?:>|%3E)/u;

export function createSecretStore(redactor: Redactor): SecretStore {
  const typedSecrets = new Map<string, { name: string; hosts: Set<string> }>();
  const namedSecrets: { name: string; value: string; isAllowedOn: (host: string) => boolean }[] = [];
  return {
    register(name, value, isAllowedOn) {
      namedSecrets.push({ name, value, isAllowedOn });
      redactor.add(name, value);
    },
    remember(value, host) {
      if (value === '' || namedSecrets.some((secret) => secret.value === value)) return;
      const typedSecret = typedSecrets.get(value);
      if (typedSecret) {
        typedSecret.hosts.add(host);
        return;
      }
      const name = typedSecrets.size === 0 ? PASSWORD_NAME : `${PASSWORD_NAME}_${typedSecrets.size + 1}`;
      typedSecrets.set(value, { name, hosts: new Set([host]) });
      redactor.add(name, value);
    },
    reveal(text, host) {
      let revealedText = text;
      for (const { name, value, isAllowedOn } of namedSecrets) {
        if (!revealedText.includes(`<${name}>`)) continue;
        if (!isAllowedOn(host)) return { ok: false, name, reason: 'other-host' };
        revealedText = revealedText.replaceAll(`<${name}>`, () => value);
      }
      for (const [value, { name, hosts }] of typedSecrets) {
        if (!revealedText.includes(`<${name}>`)) continue;
        if (!hosts.has(host)) return { ok: false, name, reason: 'other-host' };
        revealedText = revealedText.replaceAll(`<${name}>`, () => value);
      }
      const unknownName = PLACEHOLDER.exec(revealedText)?.[1];
      return unknownName === undefined
        ? { ok: true, text: revealedText }
        : { ok: false, name: unknownName, reason: 'unknown' };
    },
  };
}
