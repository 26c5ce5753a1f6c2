/** The `--banners` flag: what to do about cookie banners. By default, they are left as they are. */
import type { Argv } from 'yargs';

import { BANNER_POLICIES, type BannerPolicy } from '../policy/index.js';

export interface BannersFlag {
  banners?: BannerPolicy | undefined;
}

export function bannersOption<T>(yargs: Argv<T>): Argv<T & BannersFlag> {
  return yargs.option('banners', {
    choices: BANNER_POLICIES,
    describe: 'What to do about the cookie banner of a newly opened page (default leave)',
  });
}
