/** The `--confirm` flag: the consent policy for irreversible actions. */
import type { Argv } from 'yargs';

import { ParleyError } from '../contract/index.js';
import {
  CONFIRM_CLASSES,
  CONFIRM_MODES,
  type ConfirmMode,
  type ConfirmPolicy,
  type ConsentWords,
} from '../policy/index.js';

export interface ConfirmFlag {
  confirm?: string[] | undefined;
  confirmWord?: string[] | undefined;
}

export function confirmOption<T>(yargs: Argv<T>): Argv<T & ConfirmFlag> {
  return yargs
    .option('confirm', {
      type: 'string',
      array: true,
      nargs: 1,
      describe:
        'Consent for irreversible actions: buy=allow,send=deny. Classes: buy, send, delete, account, default. ask (the default) requires an instruction or a yes',
    })
    .option('confirm-word', {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'A word that marks a button on your site as irreversible, with its class: delete=poista',
    });
}

const findValue = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text);

/** @throws ParleyError `usage` for an invalid pair */
export function parseConfirmPolicy({ confirm = [] }: ConfirmFlag): ConfirmPolicy {
  const policy: Partial<Record<(typeof CONFIRM_CLASSES)[number], ConfirmMode>> = {};
  for (const pair of confirm.flatMap((value) => value.split(',')).map((text) => text.trim())) {
    const [left = '', right = ''] = pair.split('=').map((text) => text.trim());
    const key = findValue(CONFIRM_CLASSES, left);
    const value = findValue(CONFIRM_MODES, right);
    if (!key || !value)
      throw new ParleyError(
        'usage',
        `--confirm needs class=policy, not “${pair}”.`,
        `Classes: ${CONFIRM_CLASSES.join(', ')}. Policies: ${CONFIRM_MODES.join(', ')}. For example --confirm buy=allow,send=deny`,
      );
    policy[key] = value;
  }
  return policy;
}

/** @throws ParleyError `usage` for an invalid pair */
export function parseConfirmWords({ confirmWord = [] }: ConfirmFlag): ConsentWords {
  const classes = CONFIRM_CLASSES.filter((name) => name !== 'default');
  const words: { [key in (typeof classes)[number]]?: string[] } = {};
  for (const pair of confirmWord) {
    const [left = '', ...rest] = pair.split('=');
    const key = findValue(classes, left.trim());
    const word = rest.join('=').trim();
    if (!key || word === '')
      throw new ParleyError(
        'usage',
        `--confirm-word needs class=word, not “${pair}”.`,
        `Classes: ${classes.join(', ')}. For example --confirm-word delete=poista`,
      );
    (words[key] ??= []).push(word);
  }
  return words;
}
