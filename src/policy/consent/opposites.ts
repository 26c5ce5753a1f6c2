/**
 * Checks whether a command and a control have opposite effects: the instructor says "turn on two-factor login", but
 * the control is "Disable two-factor login". Such commands often have the same object and even a common word ("turn").
 * Pure.
 */
import { splitWords } from './words.js';

const SWITCH_PHRASE = /\b(?:turn|switch|set|toggle)\b(?: \S+){0,6}? (on|off)\b/gu;

const OPPOSITE_VERBS: readonly (readonly [string, string])[] = [
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

/** Whether the first verb is the second with a negative prefix: "deactivate" and "activate", "unlock" and "lock". */
const isNegatedForm = (first: string, second: string): boolean =>
  second.length > 3 && ['un', 'de', 'dis'].some((prefix) => first === `${prefix}${second}`);

const areOpposite = (first: string, second: string): boolean =>
  isNegatedForm(first, second) ||
  isNegatedForm(second, first) ||
  OPPOSITE_VERBS.some(([a, b]) => (first === a && second === b) || (first === b && second === a));

/**
 * Finds the words that show a direction: the first word, and "on" or "off" in "turn … on". "On" also yields "enable".
 */
function findDirections(text: string): string[] {
  const switchStates = [...text.matchAll(SWITCH_PHRASE)].map(([, state]) => state!);
  const firstWord = splitWords(text).find((word) => !/^(?:yes|ok|please|now|just)$/u.test(word));
  const directionWords = [...(firstWord === undefined ? [] : [firstWord]), ...switchStates];
  return directionWords.flatMap((word) =>
    /^(?:on|enable|activate)$/u.test(word)
      ? ['on', 'enable', 'activate']
      : /^(?:off|disable|deactivate)$/u.test(word)
        ? ['off', 'disable', 'deactivate']
        : [word],
  );
}

/**
 * Whether the command and the control have opposite effects.
 * @param command folded clause that starts with its verb
 * @param name folded name of the control
 */
export const hasOppositeEffect = (command: string, name: string): boolean =>
  findDirections(name).some((nameDirection) =>
    findDirections(command).some((commandDirection) => areOpposite(nameDirection, commandDirection)),
  );
