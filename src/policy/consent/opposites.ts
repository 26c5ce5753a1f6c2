/**
 * Whether an order and a control have opposite effects: "turn on two-factor login" beside "Disable two-factor login".
 * Verbs for both often share their object and even a word ("turn"). Pure.
 */
import { wordsOf } from './words.js';

const TURNED = /\b(?:turn|switch|set|toggle)\b(?: \S+){0,6}? (on|off)\b/gu;

const PAIRS: readonly (readonly [string, string])[] = [
  ['on', 'off'],
  ['enable', 'disable'],
  ['allow', 'block'],
  ['allow', 'deny'],
  ['allow', 'revoke'],
  ['grant', 'revoke'],
  ['give', 'revoke'],
  ['accept', 'decline'],
  ['accept', 'reject'],
  ['approve', 'reject'],
  ['add', 'remove'],
  ['add', 'delete'],
  ['start', 'stop'],
  ['open', 'close'],
  ['join', 'leave'],
  ['upgrade', 'downgrade'],
  ['promote', 'demote'],
];

/** "Activate" and "deactivate", "lock" and "unlock", "connect" and "disconnect" */
const isNegated = (one: string, other: string): boolean =>
  other.length > 3 && ['un', 'de', 'dis'].some((prefix) => one === `${prefix}${other}`);

const areOpposite = (one: string, other: string): boolean =>
  isNegated(one, other) ||
  isNegated(other, one) ||
  PAIRS.some(([a, b]) => (one === a && other === b) || (one === b && other === a));

/** The words that say a direction: the first word, and "on" or "off" of "turn … on". "On" is "enable". */
function directionsOf(text: string): string[] {
  const states = [...text.matchAll(TURNED)].map(([, state]) => state!);
  const first = wordsOf(text).find((word) => !/^(?:yes|ok|please|now|just)$/u.test(word));
  const words = [...(first === undefined ? [] : [first]), ...states];
  return words.flatMap((word) =>
    /^(?:on|enable|activate)$/u.test(word)
      ? ['on', 'enable', 'activate']
      : /^(?:off|disable|deactivate)$/u.test(word)
        ? ['off', 'disable', 'deactivate']
        : [word],
  );
}

/** @param order folded clause that starts with its verb @param name folded name of the control */
export const hasOppositeEffect = (order: string, name: string): boolean =>
  directionsOf(name).some((one) => directionsOf(order).some((other) => areOpposite(one, other)));
