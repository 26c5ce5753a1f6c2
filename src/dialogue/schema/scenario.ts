/**
 * The scenario language, put together from its parts. Messages in this folder are already sentences for authors;
 * `sentences.ts` writes the ones that zod leaves to us (wrong type, missing key, unknown key).
 */
import { z } from 'zod';

import type { Chosen } from '../chosen.js';
import type { Literal } from '../variables.js';
import { check } from './checks.js';
import { budget, guard } from './limits.js';
import { dialogue } from './lines.js';
import { replies } from './replies.js';
import { filled, map } from './shared.js';
import { start } from './start.js';
import { agent, lock, repeat, secrets, seed, sentenceModel, tags, use, vars } from './top.js';

export const scenarioSchema = map({
  scenario: z.literal(1),
  name: filled,
  tags,
  use,
  vars,
  secrets,
  seed,
  repeat,
  lock,
  agent,
  sentence_model: sentenceModel,
  start,
  replies,
  dialogue,
  guard,
  finally: z.array(check).default([]),
  budget,
});

/** As it stands in the files: of what is chosen by the seed, all that there is to choose from. */
export type WrittenScenario = z.infer<typeof scenarioSchema>;

type Said<T extends { say?: unknown }> = Omit<T, 'say'> & { say: string };
type MaybeSaid<T extends { say?: unknown }> = Omit<T, 'say'> & { say?: string };

/** What a run holds: everything chosen, every path absolute. */
export type Scenario = Omit<WrittenScenario, 'use' | 'vars' | 'dialogue' | 'replies' | 'seed' | 'repeat'> & {
  vars: Record<string, Literal>;
  dialogue: Said<WrittenScenario['dialogue'][number]>[];
  replies: MaybeSaid<WrittenScenario['replies'][number]>[];
  seed: number;
  chosen: readonly Chosen[];
};
export type Line = Scenario['dialogue'][number];
export type ScenarioReply = Scenario['replies'][number];
export type Trigger = Line['when'];
export type Expectation = Line['expect'][number];
export type Check = Line['check'][number];
export type HttpCheck = NonNullable<Check['http']>;
export type QueryCheck = NonNullable<Check['query']>;
export type ActionsCheck = NonNullable<Check['actions']>;
export type DownloadCheck = NonNullable<Check['download']>;
export type GuardRules = Scenario['guard'];
export type ElementCheck = NonNullable<Check['element']>;
