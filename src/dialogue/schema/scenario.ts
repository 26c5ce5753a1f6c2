/**
 * The schema of scenarios. The messages in this folder are written for authors; `yaml/schema-messages.ts` provides
 * those for wrong types, missing keys and unknown keys.
 */
import * as z from 'zod';

import type { RunChoice } from '../run-choices.js';
import type { Literal } from '../variables.js';
import { exactMap, nonEmptyText } from '../../yaml/index.js';
import { check } from './checks.js';
import { budget, guard } from './limits.js';
import { dialogue } from './lines.js';
import { replies } from './replies.js';
import { start } from './start.js';
import {
  agent,
  judgeModel,
  lock,
  repeat,
  replay,
  secrets,
  seed,
  sentenceModel,
  tags,
  use,
  vars,
} from './top.js';

export const scenarioSchema = exactMap({
  scenario: z.literal(1, {
    error: ({ input }) =>
      `must be 1, the version of the scenario language that this Parley reads; got ${JSON.stringify(input)}`,
  }),
  name: nonEmptyText,
  tags,
  use,
  vars,
  secrets,
  seed,
  repeat,
  lock,
  replay,
  agent,
  sentence_model: sentenceModel,
  judge_model: judgeModel,
  start,
  replies,
  dialogue,
  guard,
  finally: z.array(check).default([]),
  budget,
});

/** A scenario as parsed from its files, with all the wordings and values that the seed chooses from. */
export type ParsedScenario = z.infer<typeof scenarioSchema>;

type WithText<T extends { say?: unknown }> = Omit<T, 'say'> & { say: string };
type WithOptionalText<T extends { say?: unknown }> = Omit<T, 'say'> & { say?: string };

/** A scenario as a run uses it, with all choices made and absolute paths. */
export type Scenario = Omit<ParsedScenario, 'use' | 'vars' | 'dialogue' | 'replies' | 'seed' | 'repeat'> & {
  vars: Record<string, Literal>;
  dialogue: WithText<ParsedScenario['dialogue'][number]>[];
  replies: WithOptionalText<ParsedScenario['replies'][number]>[];
  seed: number;
  chosen: readonly RunChoice[];
};
export type Line = Scenario['dialogue'][number];
export type ScenarioReply = Scenario['replies'][number];
export type Trigger = Line['when'];
export type Expectation = Line['expect'][number];
export type Check = Line['check'][number];
export type ModelJudgeCheck = NonNullable<Check['judge']>;
export type HttpCheck = NonNullable<Check['http']>;
export type QueryCheck = NonNullable<Check['query']>;
export type ActionsCheck = NonNullable<Check['actions']>;
export type DownloadCheck = NonNullable<Check['download']>;
export type GuardRules = Scenario['guard'];
export type ElementCheck = NonNullable<Check['element']>;
