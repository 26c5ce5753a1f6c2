/** The `--confirm` flag: the consent policy for irreversible actions. */
import type { Argv } from 'yargs';

import { ParleyError } from '../contract/index.js';
import { CONFIRM_CLASSES, CONFIRM_VALUES, type Confirm, type ConfirmPolicy } from '../policy/index.js';

export interface ConfirmFlag {
  confirm?: string[] | undefined;
}

export function confirmOption<T>(yargs: Argv<T>): Argv<T & ConfirmFlag> {
  return yargs.option('confirm', {
    type: 'string',
    array: true,
    nargs: 1,
    describe:
      'Consent for irreversible actions: buy=allow,send=deny; classes buy, send, delete, account, default; ask (the default) needs a line or a yes',
  });
}

const findValue = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text);

/** @throws ParleyError `usage` for an invalid pair */
export function parseConfirmPolicy({ confirm = [] }: ConfirmFlag): ConfirmPolicy {
  const policy: Partial<Record<(typeof CONFIRM_CLASSES)[number], Confirm>> = {};
  for (const pair of confirm.flatMap((value) => value.split(',')).map((text) => text.trim())) {
    const [left = '', right = ''] = pair.split('=').map((text) => text.trim());
    const key = findValue(CONFIRM_CLASSES, left);
    const value = findValue(CONFIRM_VALUES, right);
    if (!key || !value)
      throw new ParleyError(
        'usage',
        `--confirm needs class=policy, not “${pair}”.`,
        `Classes: ${CONFIRM_CLASSES.join(', ')}. Policies: ${CONFIRM_VALUES.join(', ')}. For example --confirm buy=allow,send=deny`,
      );
    policy[key] = value;
  }
  return policy;
}
