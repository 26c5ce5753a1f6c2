/** Replies to or forwards a message: opens it, presses the button, fills in the fields and sends. */
import type { FieldValue, SpokenStep, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { Context, Move } from './types.js';

export function writeLetter(step: StepOf<'click'>, { run }: Context): Move {
  const { name, object, fields = [] } = step.command!;
  const { clause } = run.spoken;
  const spoken = (one: SpokenStep['step'], text: string): SpokenStep => ({
    step: one,
    clause: { ...clause, text, joint: '' },
  });
  const steps: SpokenStep[] = [];
  if (object && !(object.pronoun && !object.description))
    steps.push(spoken({ do: 'click', how: 'open', target: object }, `open ${object.text}`));
  steps.push(spoken({ do: 'click', how: 'command', target: createTarget(name) }, name));
  const filled: FieldValue[] = [...fields];
  steps.push(spoken({ do: 'fill', how: 'fill', item: null, fields: filled }, clause.text));
  steps.push(spoken({ do: 'click', how: 'command', target: createTarget('send') }, 'send'));
  return { kind: 'replace', steps };
}
