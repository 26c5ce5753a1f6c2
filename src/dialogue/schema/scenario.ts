/**
 * The scenario language, put together from its parts. Messages in this folder are already sentences for authors;
 * `sentences.ts` writes the ones that zod leaves to us (wrong type, missing key, unknown key).
 */
import { z } from 'zod';

import { check } from './checks.js';
import { budget, guard } from './limits.js';
import { dialogue } from './lines.js';
import { replies } from './replies.js';
import { filled, map } from './shared.js';
import { start } from './start.js';

const tag = filled.refine((value) => !/\s/.test(value), 'must be one word');

export const scenarioSchema = map({
  scenario: z.literal(1),
  name: filled,
  tags: z.array(tag).default([]),
  vars: z.record(z.string(), z.custom<string | number | boolean>()).default({}),
  start,
  replies,
  dialogue,
  guard,
  finally: z.array(check).default([]),
  budget,
});

export type Scenario = z.infer<typeof scenarioSchema>;
export type Line = Scenario['dialogue'][number];
export type Reply = Scenario['replies'][number];
export type Trigger = Line['when'];
export type Expectation = Line['expect'][number];
export type Check = Line['check'][number];
export type HttpCheck = NonNullable<Check['http']>;
export type QueryCheck = NonNullable<Check['query']>;
export type ActsCheck = NonNullable<Check['acts']>;
export type DownloadCheck = NonNullable<Check['download']>;
export type GuardRules = Scenario['guard'];
export type ElementCheck = NonNullable<Check['element']>;
