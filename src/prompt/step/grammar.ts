/**
 * Parses the actions of SteP's environments for the hardened navigator. One grammar serves all environments, and the
 * model gets a sentence about every mistake. Pure.
 */
import { isStepVerb, getStepVerbEntry } from '../../action/index.js';
import type { StepGrammar, StepPolicy, StepVerb } from '../../contract/index.js';
import { formatAction, scanAction } from './scan-action.js';

export type StepAction =
  | { verb: 'click' | 'hover'; id: number }
  /** `enter`: Enter is pressed after typing. */
  | { verb: 'type'; id: number; text: string; enter: boolean }
  | { verb: 'press'; keys: string }
  | { verb: 'scroll'; direction: 'up' | 'down' }
  | { verb: 'select'; id: number; option: string }
  | { verb: 'goto' | 'open'; url: string }
  | { verb: 'go_back' | 'go_forward' | 'new_tab' | 'close_tab' }
  /** Tab index from 0. */
  | { verb: 'tab_focus'; index: number }
  /** The text stays in the history; the browser does nothing. `copy` is parsed as `note`. */
  | { verb: 'note'; text: string }
  | { verb: 'ask'; text: string }
  /** Ends the policy. `answer` is '' if it returns nothing. */
  | { verb: 'stop'; answer: string };

export interface PolicyInvocation {
  policy: StepPolicy;
  args: readonly string[];
}

export type ReadStep =
  /** `text`: the action in a normalised spelling, for the history and for comparisons. */
  | { ok: true; type: 'action'; action: StepAction; text: string }
  | { ok: true; type: 'call'; call: PolicyInvocation; text: string }
  /** `fault`: one sentence for the model. */
  | { ok: false; fault: string };

export interface StepContext {
  grammar: StepGrammar;
  /** The policy that wrote the action; it may use only its own verbs and calls. */
  policy: StepPolicy;
  /** All policies of the library, by name and by alias. */
  policies: ReadonlyMap<string, StepPolicy>;
}

/** Parses one action of a policy and checks that the policy may use it. */
export function parseStep(actionText: string, context: StepContext): ReadStep {
  const result = scanAction(actionText);
  if (!result.ok) return result;
  const { verb: word, args: rawArgs } = result.scanned;
  const isTyped = word.toLowerCase() === 'type';
  // Typed text is not trimmed: a space at its end may be part of it.
  const args = rawArgs.map((argument, index) => (isTyped && index === 1 ? argument : argument.trim()));
  const calledPolicy = context.policies.get(word);
  if (calledPolicy) return readCall(word, calledPolicy, args, context.policy);
  const verb = word.toLowerCase();
  if (!isStepVerb(verb)) return fail(`There is no action ${quote(word)}. ${listOptions(context.policy)}`);
  if (!isAllowed(verb, context.policy))
    return fail(`This policy may not use ${verb}. ${listOptions(context.policy)}`);
  // The general arity, not the grammar's: in MiniWoB++, too, models add the argument for Enter.
  const [min, max] = getStepVerbEntry(verb).arity;
  // `go_back []` has no arguments.
  const givenArgs = args.length === 1 && args[0] === '' && min === 0 ? [] : args;
  if (givenArgs.length < min || givenArgs.length > max) return fail(describeForm(verb, context.grammar));
  const action = toAction(verb, givenArgs, context.grammar);
  return typeof action === 'string'
    ? fail(action)
    : { ok: true, type: 'action', action, text: formatAction(verb, givenArgs) };
}

const fail = (fault: string): ReadStep => ({ ok: false, fault });

const describeForm = (verb: StepVerb, grammar: StepGrammar): string =>
  `Write ${getStepVerbEntry(verb, grammar).syntax}.`;

const quote = (text: string): string => `“${text.slice(0, 40)}”`;

/** Whether a policy may use the verb. It need not list `stop`, nor both `copy` and `note`, which mean the same. */
function isAllowed(verb: StepVerb, { actions }: StepPolicy): boolean {
  if (verb === 'stop' || actions.includes(verb)) return true;
  if (verb === 'note' || verb === 'copy') return actions.includes('note') || actions.includes('copy');
  // A policy that may type may also choose options, because a field may be a list.
  return verb === 'select' && actions.includes('type');
}

const listOptions = ({ actions, calls }: StepPolicy): string =>
  `Choose one of ${[...new Set([...actions, 'stop', ...calls])].join(', ')}.`;

function readCall(word: string, calledPolicy: StepPolicy, args: string[], caller: StepPolicy): ReadStep {
  if (!caller.calls.some((name) => name === calledPolicy.name || calledPolicy.aliases.includes(name)))
    return fail(`This policy may not call ${quote(word)}. ${listOptions(caller)}`);
  const { parameters } = calledPolicy;
  if (args.length !== parameters.length || args.includes(''))
    return fail(
      `Write ${[calledPolicy.name, ...parameters.map((name) => `[${name}]`)].join(' ')}, with all arguments.`,
    );
  return {
    ok: true,
    type: 'call',
    call: { policy: calledPolicy, args },
    // On one line, because it becomes the objective of the called policy, where lines are turns of a conversation.
    text: formatAction(word, args).replace(/\s+/g, ' '),
  };
}

/** @returns the action, or a sentence for the model */
function toAction(verb: StepVerb, args: readonly string[], grammar: StepGrammar): StepAction | string {
  const [first = '', second = '', third] = args;
  switch (verb) {
    case 'click':
    case 'hover': {
      const id = readId(first);
      return id === null ? describeId(verb, first, grammar) : { verb, id };
    }
    case 'type': {
      const id = readId(first);
      if (id === null) return describeId(verb, first, grammar);
      if (third !== undefined && third !== '0' && third !== '1')
        return 'The third argument of type is 1 (press Enter afterwards) or 0.';
      // By default, WebArena presses Enter.
      const enter = third === undefined ? grammar === 'webarena' : third === '1';
      return { verb, id, text: second, enter };
    }
    case 'select': {
      const id = readId(first);
      if (id === null) return describeId(verb, first, grammar);
      return second === '' ? 'select needs an option.' : { verb, id, option: second };
    }
    case 'press':
      return first === '' ? 'press needs a key, for example Enter or Control+A.' : { verb, keys: first };
    case 'scroll': {
      const direction = first.toLowerCase() || 'down';
      return direction === 'up' || direction === 'down' ? { verb, direction } : describeForm(verb, grammar);
    }
    case 'goto':
    case 'open':
      return /\S/.test(first) ? { verb, url: first } : `${verb} needs an address.`;
    case 'tab_focus':
      return /^\d+$/.test(first)
        ? { verb, index: Number(first) }
        : `${quote(first)} is not the number of a tab.`;
    case 'note':
    case 'copy':
      return first === '' ? `${verb} needs text.` : { verb: 'note', text: first };
    case 'ask':
      return first === '' ? 'ask needs a question.' : { verb, text: first };
    case 'stop':
      return { verb, answer: first };
    case 'go_back':
    case 'go_forward':
    case 'new_tab':
    case 'close_tab':
      return { verb };
  }
}

/** Plain-text lines have negative ids. */
const readId = (text: string): number | null => (/^-?\d{1,9}$/.test(text) ? Number(text) : null);

const describeId = (verb: StepVerb, text: string, grammar: StepGrammar): string =>
  `${quote(text)} is not the id of an element. Write ${getStepVerbEntry(verb, grammar).syntax} with a number of the observation.`;
