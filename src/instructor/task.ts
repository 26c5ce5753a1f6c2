/** The instructor of `parley run "task"`: says one line and cannot answer questions. */
import { type Exchange, type Instructor, type InstructorMove, ParleyError } from '../contract/index.js';
import { asksSomething } from '../dialogue/index.js';

export function createTaskInstructor(task: string): Instructor {
  const text = task.trim();
  if (text === '') throw new ParleyError('usage', 'The task is empty.', 'Give the task in quotes.');
  return {
    next: (exchange, _probe, signal) => {
      signal.throwIfAborted();
      return Promise.resolve(decideMove(text, exchange));
    },
  };
}

function decideMove(task: string, exchange: Exchange): InstructorMove {
  const lastInstructorIndex = exchange.turns.findLastIndex((turn) => turn.speaker === 'instructor');
  if (lastInstructorIndex < 0) return { type: 'say', text: task };
  const lastSay = exchange.turns
    .slice(lastInstructorIndex + 1)
    .findLast((turn) => turn.speaker === 'navigator' && turn.type === 'say');
  if (!lastSay) return { type: 'stop' };
  const saidText = lastSay.text.replace(/\s+/g, ' ').trim();
  if (asksSomething(lastSay)) {
    return createFailedStop(
      'dialogue',
      `The navigator asked “${saidText}”, and a single task cannot answer questions. ` +
        'Put the answer into the task, write a scenario with replies, or use parley chat.',
    );
  }
  return lastSay.kind === 'unfinished' ? createFailedStop('stuck', saidText) : { type: 'stop' };
}

function createFailedStop(kind: 'dialogue' | 'stuck', reason: string): InstructorMove {
  return { type: 'stop', failed: { kind, reason } };
}
