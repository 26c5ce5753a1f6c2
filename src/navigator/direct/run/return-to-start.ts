/** Goes back to the page where a step began, if the step opened another page without success. */
import { clip } from '../text.js';
import { failureVariable } from './reveal.js';
import { StepVariable } from './step-variable.js';
import { act, failNotFound, type Context, type Move } from './types.js';

const hasReturnedVariable = new StepVariable<true>();

const isAtStart = ({ run, view }: Context): boolean =>
  view.observation.url.replace(/#.*$/u, '') === run.startUrl.replace(/#.*$/u, '');

/** Goes back instead of failing, if the step opened another page. The failure is reported after going back. */
export function returnToStart(move: Move, ctx: Context): Move {
  const { run } = ctx;
  if (move.kind !== 'fail' || run.revealedUids.size === 0 || failureVariable.has(run) || isAtStart(ctx))
    return move;
  failureVariable.set(run, move.text);
  hasReturnedVariable.set(run, true);
  return act('reveal', { intent: 'back' });
}

/** Reports the failure after going back, and where the page is now. */
export function reportAfterReturn(ctx: Context): Move | null {
  const { run, view } = ctx;
  const failure = failureVariable.get(run);
  if (failure === undefined || !hasReturnedVariable.has(run)) return null;
  const { title, url } = view.observation;
  const place = isAtStart(ctx)
    ? 'I went back to the previous page'
    : `I am now on “${clip(title || url, 80)}”`;
  return failNotFound(`${failure.replace(/[.]$/u, '')}. ${place}`);
}
