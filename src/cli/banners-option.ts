/** The `--banners` flag. By default cookie banners are left alone. */
import type { Argv } from 'yargs';

import type { BannerPolicy } from '../policy/index.js';

const BANNERS = ['leave', 'decline', 'accept'] as const satisfies readonly BannerPolicy[];

export interface BannersFlag {
  banners: BannerPolicy;
}

export function bannersOption<T>(yargs: Argv<T>): Argv<T & BannersFlag> {
  return yargs.option('banners', {
    choices: BANNERS,
    default: BANNERS[0],
    describe: 'What to do about the cookie banner of a page that was just opened',
  });
}
