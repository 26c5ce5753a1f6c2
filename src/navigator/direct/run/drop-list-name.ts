/**
 * Drops the name of the list that the page shows: on the page “Team”, "remove Ben from the team" means "remove Ben".
 */
import { isTopic } from '../ground/topic.js';
import { createNamedCommand } from '../language/commands.js';
import type { StepOf } from '../language/steps.js';
import type { Context, Move } from './types.js';

const IN_LIST = /^(?!every|all\b|both\b|each\b)(.+?) (?:from|off|in|on) (?:the|this|that|my|our) (\p{L}+)$/iu;
const LIST_NOUNS: ReadonlySet<string> = new Set(['list', 'table', 'page']);

export function dropListName({ kind, command }: StepOf<'click'>, { run, view }: Context): Move | null {
  const [, entry, noun = ''] = IN_LIST.exec(command?.object?.text ?? '') ?? [];
  const isList = LIST_NOUNS.has(noun.toLowerCase()) || isTopic(noun.toLowerCase(), view);
  if (kind !== 'command' || !command || !entry || command.object?.each || !isList) return null;
  if (run.stage || run.pickedUid) return null;
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: createNamedCommand(command.name, entry, []) }],
  };
}
