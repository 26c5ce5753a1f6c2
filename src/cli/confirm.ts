/** The flag that says beforehand what holds for acts that cannot be taken back. */
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
      'Acts that cannot be taken back: buy=allow,send=deny; classes buy, send, delete, account, default; ask (if left out) wants a line or a yes',
  });
}

const oneOf = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text);

/** @throws Problem `usage` for what is no such pair */
export function confirmPolicyOf({ confirm = [] }: ConfirmFlag): ConfirmPolicy {
  const policy: Partial<Record<(typeof CONFIRM_CLASSES)[number], Confirm>> = {};
  for (const pair of confirm.flatMap((value) => value.split(',')).map((text) => text.trim())) {
    const [left = '', right = ''] = pair.split('=').map((text) => text.trim());
    const key = oneOf(CONFIRM_CLASSES, left);
    const value = oneOf(CONFIRM_VALUES, right);
    if (!key || !value)
      throw new ParleyError(
        'usage',
        `--confirm takes a class and what holds for it, not “${pair}”.`,
        `Classes are ${CONFIRM_CLASSES.join(', ')}; say ${CONFIRM_VALUES.join(', ')}: --confirm buy=allow,send=deny`,
      );
    policy[key] = value;
  }
  return policy;
}
