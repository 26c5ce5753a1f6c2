/**
 * Plans a replay: reads the values of masked secrets, and determines whether lines may be healed. A line is healed if the
 * navigator carries it out because its recorded actions no longer match the page.
 */
import {
  ParleyError,
  type Navigator,
  type Ranker,
  type ReplayDeviation,
  type ReplayScript,
} from '../contract/index.js';
import { BANNER_POLICIES, type BannerPolicy } from '../policy/index.js';
import { createReplayNavigator, type ReplayNavigator } from '../navigator/index.js';

export const HEAL_POLICIES = ['allow', 'ask', 'deny'] as const;
export type HealPolicy = (typeof HEAL_POLICIES)[number];

export interface ReplayPlan {
  script: ReplayScript;
  /** `deny` fails the session at the first deviation; `ask` asks a person each time. */
  heal: HealPolicy;
  /** Asks for approval; required for `ask`. */
  approve?: Approve | undefined;
}

/** Asks the user a yes-or-no question. @returns whether the answer was yes */
export type Approve = (question: string, signal: AbortSignal) => Promise<boolean>;

/** Returns how the recorded session answered cookie banners; undefined if it did not answer any. */
export const getRecordedBannerPolicy = (replay: ReplayPlan | null | undefined): BannerPolicy | undefined =>
  BANNER_POLICIES.find((policy) => policy === replay?.script.bannerPolicy);

const alwaysDecline: Approve = () => Promise.resolve(false);

export function openReplay(
  { script, heal, approve }: ReplayPlan,
  healer: Navigator,
  startUrl: string | undefined,
  onDeviation: (message: string, deviation: ReplayDeviation) => void,
): ReplayNavigator {
  return createReplayNavigator({
    script,
    startUrl,
    healer: heal === 'deny' ? null : healer,
    ...(heal === 'ask' ? { approve: approve ?? alwaysDecline } : {}),
    onDeviation,
  });
}

/** Prevents embedding in the background until a line has been healed, because only then are elements ranked. */
export function deferWarming(ranker: Ranker, { totals }: ReplayNavigator): Ranker {
  return {
    name: ranker.name,
    needs: ranker.needs,
    warm: (snapshot) => {
      if (totals.healed > 0) ranker.warm(snapshot);
    },
    rank: (...args) => ranker.rank(...args),
    rankPassages: (...args) => ranker.rankPassages(...args),
    close: () => ranker.close(),
  };
}

/** Matches the masks of secrets: names in angle brackets. */
const SECRET_NAME = /<([A-Z][A-Z0-9_]{2,})>/gu;
/** Matches names that occur only as masks. */
const MASK_NAME = /^(?:KEY|TOKEN|PASSWORD(?:_\d+)?|.*_(?:API_KEY|API_TOKEN|SECRET_KEY|AUTH_TOKEN))$/u;

/** Whether a recorded text contains the name of a secret. */
export const containsSecretName = (text: string): boolean => /<[A-Z][A-Z0-9_]{2,}>/u.test(text);
/** Matches names that people give to secrets in scenarios. */
const LIKELY_SECRET_NAME = /(?:PASSWORD|PASSPHRASE|SECRET|TOKEN|KEY|PIN|LOGIN|USER|USERNAME|EMAIL)$/u;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the values of the secrets that the recording types into pages. The values come from the environment variables
 * `NAME` or `PARLEY_SECRET_NAME`.
 *
 * @param isOptional whether to leave out secrets without a value
 * @throws ParleyError `usage` for secrets without a value, unless `isOptional` is set
 */
export function readReplaySecrets(
  { lines }: ReplayScript,
  env: Environment,
  isOptional = false,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const missingNames = new Set<string>();
  for (const { turns } of lines)
    for (const turn of turns) {
      if (turn.type !== 'action') continue;
      const { action, target } = turn;
      const text = action.intent === 'textInput' || action.intent === 'dialog' ? (action.text ?? '') : '';
      const isPassword = target?.attributes['type'] === 'password';
      for (const [, name = ''] of text.matchAll(SECRET_NAME)) {
        // Other variables, such as HOME, are never typed into a page.
        const isSecret = isPassword || MASK_NAME.test(name) || LIKELY_SECRET_NAME.test(name);
        const value = env[`PARLEY_SECRET_${name}`] || (isSecret ? env[name] : undefined);
        if (value) values.set(name, value);
        // A name inside a longer text may come from the page.
        else if (isSecret || text === `<${name}>`) missingNames.add(name);
      }
    }
  if (missingNames.size === 0 || isOptional) return values;
  const names = [...missingNames];
  throw new ParleyError(
    'usage',
    `The recording types ${names.map((name) => `<${name}>`).join(' and ')}, whose ${names.length === 1 ? 'value was' : 'values were'} masked.`,
    `Put the ${names.length === 1 ? 'value' : 'values'} into ${names.map((name) => `PARLEY_SECRET_${name}`).join(' and ')}.`,
  );
}
