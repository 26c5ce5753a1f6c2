/** A minimal navigator that sends the instructor's last line to a model and reports the answer. */
import type { Navigator } from '../../src/contract/index.js';
import { toParleyError, type Model } from '../../src/llm/index.js';

export function createModelNavigator(model: Model, onWait?: (message: string) => void): Navigator {
  return {
    name: 'model',
    needs: {},
    async decide({ exchange }, _inspector, signal) {
      const lastLine = exchange.turns.findLast(
        (turn) => turn.type === 'say' && turn.speaker === 'instructor',
      );
      const content = lastLine?.type === 'say' ? lastLine.text : '';
      const answer = await model.ask(
        { kind: 'chat', messages: [{ role: 'user', content }], maxTokens: 50 },
        { signal, ...(onWait ? { onWait: ({ sentence }) => onWait(sentence) } : {}) },
      );
      if (!answer.ok) throw toParleyError(answer);
      return { actions: [{ intent: 'say', kind: 'report', text: answer.text }], evidence: {} };
    },
  };
}
