/** The schemas of a library's two kinds of files: `library.yaml`, and one file per policy. */
import * as z from 'zod';

import {
  nonEmptyList,
  exactMap,
  nonEmptyText,
  nonNegativeInteger,
  positiveInteger,
  type KeyHints,
} from '../yaml/index.js';
import { STEP_VERBS } from '../action/index.js';

/** The largest number of examples in the paper's prompts (figure 7). */
const DEFAULT_MAX_EXAMPLES = 21;

const nameSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]*$/,
    'must be lower-case letters, digits and _, starting with a letter: "choose_date"',
  );
const textSchema = z.string();
const addDescription = <T extends z.ZodType>(schema: T, description: string): T =>
  schema.meta({ description });

const exampleSchema = exactMap({
  objective: addDescription(
    nonEmptyText,
    'What the policy is asked to do: the task, or the call "choose_date [12] [3/7/2016]"',
  ),
  observation: addDescription(nonEmptyText, 'The page as the policy sees it'),
  url: addDescription(textSchema.default(''), 'The address of the page'),
  previous_actions: addDescription(textSchema.default(''), 'The actions so far, one per line'),
  reason: addDescription(nonEmptyText, 'Why the action is the right one'),
  action: addDescription(nonEmptyText, 'The action: "click [3]"'),
});

export const policySchema = exactMap({
  policy: addDescription(z.literal(1, 'must be 1, the version of the format'), 'Version of the format'),
  name: addDescription(nameSchema, 'The name by which other policies call it; equal to the file name'),
  aliases: addDescription(z.array(nameSchema).default([]), 'Other names by which it may be called'),
  parameters: addDescription(
    z.array(nameSchema).default([]),
    'Names of its arguments, in the order of the call',
  ),
  description: addDescription(
    nonEmptyText.refine((value) => !value.trim().includes('\n'), 'must be one line'),
    'One line for policies that may call it: what it does and what it returns',
  ),
  instruction: addDescription(
    nonEmptyText,
    'Rules of the policy. Parley adds the lists of actions and of policies, the inputs and the form of the reply',
  ),
  input: addDescription(
    textSchema
      .refine((value) => value.includes('{objective}'), 'lacks {objective}')
      .refine((value) => value.includes('{observation}'), 'lacks {observation}')
      .optional(),
    'The message with the current state, with {objective}, {observation}, {url} and {previous_actions}',
  ),
  actions: addDescription(
    nonEmptyList(z.enum(STEP_VERBS)),
    'The verbs that it may use. The grammar of the library must contain them',
  ),
  calls: addDescription(z.array(z.string()).default([]), 'Names of the policies that it may call'),
  returns: addDescription(
    z.enum(['answer', 'nothing']).default('nothing'),
    'Whether its caller needs the text of stop [answer]',
  ),
  max_steps: addDescription(
    positiveInteger.optional(),
    'Maximum number of steps in one call of this policy; by default the limit of the library',
  ),
  min_examples: addDescription(
    nonNegativeInteger.default(0),
    'Number of examples to keep even if the prompt is too long',
  ),
  max_examples: addDescription(
    nonNegativeInteger.default(DEFAULT_MAX_EXAMPLES),
    'Maximum number of examples in a prompt',
  ),
  model: addDescription(
    nonEmptyText.optional(),
    'A model for this policy only; by default the model of the session',
  ),
  examples: addDescription(
    z.array(exampleSchema).default([]),
    'Worked examples: what the policy sees, and its reply',
  ),
});

const variableSchema = exactMap({
  description: addDescription(nonEmptyText, 'What the value is'),
  default: addDescription(nonEmptyText.optional(), 'The value, if none is given'),
});

export const librarySchema = exactMap({
  library: addDescription(z.literal(1, 'must be 1, the version of the format'), 'Version of the format'),
  name: addDescription(
    z.string().regex(/^[a-z][a-z0-9_-]*$/, 'must be lower-case letters, digits, - and _'),
    'The name of the library',
  ),
  description: addDescription(nonEmptyText, 'What the library is for, in one line'),
  grammar: addDescription(z.enum(['live', 'webarena', 'miniwob']), 'The actions that are executable'),
  observation: addDescription(
    z.enum(['salient-list', 'accessibility-tree', 'dom-list']),
    'How policies see the page',
  ),
  max_rows: addDescription(positiveInteger.default(500), 'Maximum number of observation lines in a prompt'),
  instruction: addDescription(textSchema.default(''), 'Rules for all policies of the library'),
  roots: addDescription(
    nonEmptyList(
      exactMap({
        policy: addDescription(nonEmptyText, 'The policy that receives the task'),
        sites: addDescription(
          z.array(nonEmptyText).default([]),
          'Sites or host patterns for which this root is chosen; empty for the default root',
        ),
      }),
    ),
    'The policies that receive tasks. The first one whose site matches is chosen',
  ),
  variables: addDescription(
    z.record(nameSchema, variableSchema).default({}),
    'Values that are given when the library is used, such as the addresses of sites. Policies write {name}',
  ),
  limits: addDescription(
    exactMap({
      max_env_steps: addDescription(positiveInteger.optional(), 'Maximum number of actions in a run (30)'),
      max_model_calls: addDescription(
        positiveInteger.optional(),
        'Maximum number of model calls in a run (3 × max_env_steps)',
      ),
      max_stack_depth: addDescription(
        positiveInteger.optional(),
        'Maximum number of policies on the stack (8)',
      ),
      max_policy_steps: addDescription(
        positiveInteger.optional(),
        'Maximum number of steps in one call of a policy (15)',
      ),
      max_format_errors: addDescription(
        positiveInteger.optional(),
        'Maximum number of consecutive replies that cannot be parsed or executed (3)',
      ),
    }).default({}),
    'Limits of a run',
  ),
});

export type PolicyDefinition = z.output<typeof policySchema>;
export type LibraryDefinition = z.output<typeof librarySchema>;

/** Keys of other policy formats, with their equivalents in this one. */
export const POLICY_KEY_HINTS: KeyHints = {
  newNames: new Map([
    ['args', 'parameters'],
    ['arguments', 'parameters'],
    ['verbs', 'actions'],
    ['low_level', 'actions'],
    ['subroutines', 'calls'],
    ['policies', 'calls'],
    ['prompt', 'instruction'],
    ['return', 'returns'],
    ['version', 'policy'],
  ]),
  rejectionReasons: new Map([['response', 'is not used; each example has a reason and an action']]),
};

export const LIBRARY_KEY_HINTS: KeyHints = {
  newNames: new Map([
    ['root', 'roots'],
    ['vars', 'variables'],
    ['max_browser_rows', 'max_rows'],
    ['version', 'library'],
  ]),
  rejectionReasons: new Map([['policies', 'is not needed; every other YAML file of the folder is a policy']]),
};
