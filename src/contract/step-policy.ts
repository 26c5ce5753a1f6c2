/**
 * Policies of SteP (arXiv 2310.03720): small prompts that call each other on a stack. `policy-library/` reads them from
 * files and checks them; the navigator `step` runs them.
 */

/** The verbs that a policy may use. The grammar of the policy's library determines which of them are valid. */
export type StepVerb =
  | 'click'
  | 'hover'
  | 'type'
  | 'press'
  | 'scroll'
  | 'select'
  | 'goto'
  | 'open'
  | 'go_back'
  | 'go_forward'
  | 'new_tab'
  | 'tab_focus'
  | 'close_tab'
  | 'note'
  | 'copy'
  | 'ask'
  | 'stop';

/** One worked example: what a policy saw, and its reply. */
export interface StepExample {
  objective: string;
  observation: string;
  url: string;
  /** As the prompt shows it, one action per line; '' if there is none. */
  previousActions: string;
  reason: string;
  action: string;
}

export interface StepPolicy {
  name: string;
  /** Other names by which it may be called. */
  aliases: readonly string[];
  /** One line for the policies that may call this one: what it does and what it returns. */
  description: string;
  /** Names of its arguments: `['id', 'date']` for `choose_date [id] [date]`. */
  parameters: readonly string[];
  /** The system message. It includes the list of actions and of policies that may be called. */
  instruction: string;
  /** The system message without the policies that may be called. Used if one flat prompt contains all policies. */
  instructionWithoutCalls: string;
  /** Template of the user message, with `{objective}`, `{observation}`, `{url}` and `{previous_actions}`. */
  input: string;
  examples: readonly StepExample[];
  actions: readonly StepVerb[];
  /** Names of the policies that it may call. */
  calls: readonly string[];
  /** Whether `stop [answer]` returns an answer to the caller. */
  returns: 'answer' | 'nothing';
  /** Number of examples to keep even if the prompt is too long. */
  minExamples: number;
  maxExamples: number;
  /** Maximum number of steps in one call of this policy; null: the library's limit. */
  maxSteps: number | null;
  /** Name of a model for this policy only, often a cheaper one; null: the session's model. */
  model: string | null;
}

/** The environment whose action grammar applies: WebArena, MiniWoB++, or live sites. */
export type StepGrammar = 'webarena' | 'miniwob' | 'live';

/** How a policy sees the page. */
export type StepObservation = 'accessibility-tree' | 'dom-list' | 'salient-list';

/** Limits of a run. */
export interface StepLimits {
  maxEnvSteps: number;
  maxModelCalls: number;
  maxStackDepth: number;
  /** Maximum number of steps in one call of a policy. */
  maxPolicySteps: number;
  /** Maximum number of consecutive replies that cannot be parsed or executed. */
  maxFormatErrors: number;
}

/** A policy that a run can start with. */
export interface StepRoot {
  policy: string;
  /** Names of sites (`gitlab`) or host patterns for which this root is chosen; empty for the default root. */
  sites: readonly string[];
}

/** A folder of policies for one kind of environment. */
export interface StepLibrary {
  name: string;
  description: string;
  grammar: StepGrammar;
  observation: StepObservation;
  /** Maximum number of observation lines in a prompt. */
  maxRows: number;
  /** A run starts with the first root whose site matches the page, or else with the root without sites. */
  roots: readonly StepRoot[];
  /** By name and by alias. */
  policies: ReadonlyMap<string, StepPolicy>;
  limits: StepLimits;
}

/** One event on the stack. It is stored in the session record, and `/why` shows it. */
export interface StackEvent {
  kind: 'act' | 'push' | 'pop' | 'format-error' | 'refused';
  policy: string;
  /** 0 for the root. */
  depth: number;
  objective: string;
  /** PREVIOUS ACTIONS as the prompt showed them. */
  previousActions: string;
  /** The parsed action as the model wrote it; '' if the reply could not be parsed. */
  action: string;
  reason: string;
  /** Number of votes for each action, if several samples were requested. */
  votes?: Record<string, number>;
  promptTokens: number;
  completionTokens: number;
  /** The error that the policy received if the action was refused. */
  error?: string;
}
