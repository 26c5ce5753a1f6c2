/** Replies to or forwards a message: opens it, presses the button, fills in the fields and sends. */
import type { FieldValue, SpokenStep, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { tokenize } from '../text.js';
import type { Context, Move } from './types.js';

export function replyOrForward(step: StepOf<'click'>, { run }: Context): Move {
  const { name, object, fields = [] } = step.command!;
  const { clause } = run.spokenStep;
  const createStep = (innerStep: SpokenStep['step'], text: string): SpokenStep => ({
    step: innerStep,
    clause: { ...clause, text, joint: '' },
  });
  const steps: SpokenStep[] = [];
  if (object && !(object.pronoun && !object.description))
    steps.push(createStep({ do: 'click', kind: 'open', target: object }, `open ${object.text}`));
  steps.push(createStep({ do: 'click', kind: 'command', target: createTarget(name) }, name));
  const fieldValues: FieldValue[] = [...fields];
  // The words that name the message are not values for fields.
  const messageWords = new Set(tokenize(object?.text ?? ''));
  const textForFields = clause.text
    .split(' ')
    .filter((word) => !tokenize(word).every((token) => messageWords.has(token)))
    .join(' ');
  steps.push(createStep({ do: 'fill', kind: 'fill', item: null, fields: fieldValues }, textForFields));
  steps.push(createStep({ do: 'click', kind: 'command', target: createTarget('send') }, 'send'));
  return { kind: 'replace', steps };
}
