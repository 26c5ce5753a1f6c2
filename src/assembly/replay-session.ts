/** Converts a recorded session to the fields of a session plan that replays it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { ReplayScript } from '../contract/index.js';
import { createReplayInstructor } from '../instructor/index.js';
import { createRebase } from '../navigator/index.js';
import type { ContextOptions } from '../page/index.js';
import { RUN_BUDGET, type Budget } from '../policy/index.js';
import { createSetupWithoutScenario } from './scenario-setup.js';
import { containsSecretName, readReplaySecrets, type Approve, type HealPolicy } from './replay-plan.js';
import type { SessionPlan } from './run-conversation.js';

export type ReplaySession = Pick<
  SessionPlan,
  'name' | 'description' | 'startUrl' | 'startHint' | 'budget' | 'instructor' | 'setup' | 'notes' | 'replay'
>;

export interface ReplaySessionOptions {
  /** The URL to start at instead of the recorded start URL. */
  startUrl?: string | undefined;
  heal: HealPolicy;
  approve?: Approve | undefined;
  budget: Partial<Budget>;
  env?: NodeJS.ProcessEnv;
}

/** Allows for more turns than were recorded, because waits and healed lines may need them. */
const TURNS_PER_RECORDED_TURN = 3;

/** @throws ParleyError `usage` if a masked secret has no value in the environment */
export function createReplaySession(
  script: ReplayScript,
  { startUrl = script.startUrl || undefined, heal, approve, budget, env = process.env }: ReplaySessionOptions,
): ReplaySession {
  const secrets = readReplaySecrets(script, env);
  const recordedTurnCount = script.lines.reduce((count, line) => count + 1 + line.turns.length, 0);
  const rebase = createRebase(script.startUrl, startUrl ?? script.startUrl);
  return {
    name: script.name,
    description: script.lines[0]?.text ?? script.name,
    startUrl,
    startHint: 'If the site has moved, give its new address with --url.',
    setup: createSetupWithoutScenario(secrets, findSecretHosts(script, rebase), getRecordedContext(script)),
    notes: [
      `Replays ${script.source}.`,
      ...(script.isComplete ? [] : ['The recorded session was cut off; its last line may be incomplete.']),
    ],
    budget: {
      turns: budget.turns ?? Math.max(RUN_BUDGET.turns, recordedTurnCount * TURNS_PER_RECORDED_TURN),
      actions: budget.actions ?? Math.max(RUN_BUDGET.actions, recordedTurnCount * TURNS_PER_RECORDED_TURN),
      seconds: budget.seconds ?? Math.max(RUN_BUDGET.seconds, Math.ceil(script.recordedMs / 100)),
    },
    replay: { script, heal, approve },
    instructor: () => createReplayInstructor(script, { judge: { secrets }, rebase }),
  };
}

/** Returns the recorded settings of the first page, without logins that have been deleted since. */
function getRecordedContext({ start, folder }: ReplayScript): ContextOptions {
  const { viewport, storage, clock, locale, timezone } = start;
  const storageState = storage === undefined || folder === null ? undefined : resolve(folder, storage);
  return {
    ...(viewport ? { viewport } : {}),
    ...(storageState !== undefined && existsSync(storageState) ? { storageState } : {}),
    ...(clock ? { clock: new Date(clock) } : {}),
    ...(locale ? { locale } : {}),
    ...(timezone ? { timezone } : {}),
  };
}

/** Returns the hosts of the pages into which masked values were typed in the recording. */
function findSecretHosts({ lines }: ReplayScript, rebase: (url: string) => string): Set<string> {
  const urls = lines.flatMap(({ turns }) =>
    turns.flatMap((turn) => {
      if (turn.type !== 'action') return [];
      const { action, url } = turn;
      const text = action.intent === 'textInput' || action.intent === 'dialog' ? action.text : undefined;
      return text !== undefined && containsSecretName(text) ? [rebase(url)] : [];
    }),
  );
  return new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).host));
}
