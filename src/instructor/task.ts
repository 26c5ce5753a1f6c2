/** The instructor of `parley run "task"`: says one line and cannot answer questions. */
import { type Exchange, type Instructor, type InstructorMove, ParleyError } from '../contract/index.js';
import { asksSomething } from '../dialogue/index.js';

export function createTaskInstructor(task: string): Instructor {
  const text = task.trim();
  if (text === '') throw new ParleyError('usage', 'The task is empty.', 'Give the task in quotes.');
  return {
    next: (exchange, _probe, signal) => {
      signal.throwIfAborted();
      return Promise.resolve(nextMove(text, exchange));
    },
  };
}

function nextMove(task: string, exchange: Exchange): InstructorMove {
  const start = exchange.turns.findLastIndex((turn) => turn.speaker === 'instructor');
  if (start < 0) return { type: 'say', text: task };
  const last = exchange.turns
    .slice(start + 1)
    .findLast((turn) => turn.speaker === 'navigator' && turn.type === 'say');
  if (!last) return { type: 'stop' };
  const utterance = last.text.replace(/\s+/g, ' ').trim();
  if (asksSomething(last)) {
    return createFailedStop(
      'dialogue',
      `The navigator asked “${utterance}”, and a single task has no answers. ` +
        'Put the answer into the task, write a scenario with replies, or use parley chat.',
    );
  }
  return last.kind === 'unfinished' ? createFailedStop('stuck', utterance) : { type: 'stop' };
}

function createFailedStop(kind: 'dialogue' | 'stuck', reason: string): InstructorMove {
  return { type: 'stop', failed: { kind, reason } };
}
