/** Dispatches steps to their handlers. */
import type { Step } from '../language/steps.js';
import { again } from './again.js';
import { compared } from './best.js';
import { choose } from './choose.js';
import { click } from './click.js';
import { hover } from './hover.js';
import { copy, paste } from './clipboard.js';
import { close } from './close.js';
import { cookies } from './dismiss.js';
import { each, eachOf } from './each.js';
import { edit } from './edit.js';
import { fill } from './fill.js';
import { held } from './holding.js';
import { history, load, press, wait } from './page.js';
import { drag, point } from './point.js';
import { withSource } from './read-out.js';
import { reply } from './reply.js';
import { scroll } from './scroll.js';
import { search } from './search.js';
import { set } from './set.js';
import { HELP } from './speech.js';
import { question, submit } from './submit.js';
import { tab } from './tabs.js';
import { tick } from './tick.js';
import type { Context, Move } from './types.js';
import { undo } from './undo.js';
import { upload } from './upload.js';
import { wordForWord } from './word-for-word.js';

export async function handle(asked: Step, ctx: Context): Promise<Move> {
  const { on } = ctx.run.spoken;
  if (on && !ctx.run.met) return held(on, asked, ctx, plain);
  return plain(asked, ctx);
}

async function plain(asked: Step, ctx: Context): Promise<Move> {
  if (asked.do === 'set' && asked.source) return withSource(asked, ctx);
  const label = wordForWord(asked, ctx);
  if (label) return label;
  const step = compared(asked, ctx);
  const all = eachOf(step);
  if (all) return each(all, ctx, plain);
  switch (step.do) {
    case 'click':
      return click(step, ctx);
    case 'hover':
      return hover(step, ctx);
    case 'set':
      return set(step, ctx);
    case 'choose':
      return choose(step, ctx);
    case 'tick':
      return tick(step, ctx);
    case 'fill':
      return fill(step, ctx);
    case 'edit':
      return edit(step, ctx);
    case 'submit':
      return submit(step, ctx);
    case 'search':
      return search(step, ctx);
    case 'press':
      return press(step, ctx);
    case 'scroll':
      return scroll(step, ctx);
    case 'history':
      return history(step, ctx);
    case 'load':
      return load(step, ctx);
    case 'close':
      return close(step, ctx);
    case 'cookies':
      return cookies(step, ctx);
    case 'question':
      return question(step, ctx);
    case 'point':
      return point(step, ctx);
    case 'drag':
      return drag(step, ctx);
    case 'upload':
      return upload(step, ctx);
    case 'copy':
      return copy(step, ctx);
    case 'paste':
      return paste(step, ctx);
    case 'tab':
      return tab(step, ctx);
    case 'look':
      return {
        kind: 'ask',
        text: `What should I look for in “${step.through.text}”?`,
        pending: { kind: 'what' },
      };
    case 'wait':
      return wait(step, ctx);
    case 'undo':
      return undo(ctx);
    case 'again':
      return again(step, ctx);
    case 'reply':
      return reply(step);
    case 'unknown':
      return { kind: 'ask', text: `I did not understand that. ${HELP}`, pending: { kind: 'what' } };
  }
}
