/** The instructor behind `parley run "task"`: one line, and nobody there to answer. */
import { type Exchange, type Instructor, type InstructorMove, ParleyError } from '../contract/index.js';
import { asksSomething } from '../dialogue/index.js';

export function createTaskInstructor(task: string): Instructor {
  const text = task.trim();
  if (text === '') throw new ParleyError('usage', 'The task is empty.', 'Say in quotes what is to be done.');
  return {
    next: (exchange, _probe, signal) => {
      signal.throwIfAborted();
      return Promise.resolve(nextMove(text, exchange));
    },
  };
}

function nextMove(task: string, exchange: Exchange): InstructorMove {
  const begun = exchange.turns.findLastIndex((turn) => turn.speaker === 'instructor');
  if (begun < 0) return { type: 'say', text: task };
  const last = exchange.turns
    .slice(begun + 1)
    .findLast((turn) => turn.speaker === 'navigator' && turn.type === 'say');
  if (!last) return { type: 'stop' };
  const words = last.text.replace(/\s+/g, ' ').trim();
  if (asksSomething(last)) {
    return failed(
      'dialogue',
      `The navigator asks “${words}” and nobody is there to answer; ` +
        'put the answer into the task, write a scenario with replies, or use parley chat.',
    );
  }
  return last.kind === 'unfinished' ? failed('stuck', words) : { type: 'stop' };
}

function failed(kind: 'dialogue' | 'stuck', reason: string): InstructorMove {
  return { type: 'stop', failed: { kind, reason } };
}
