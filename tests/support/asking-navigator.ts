/** The smallest navigator that asks a model: it says what the model answers, and gives up as it is told to. */
import type { Navigator } from '../../src/contract/index.js';
import { toParleyError, type Model } from '../../src/llm/index.js';

export function askingNavigator(model: Model, onWait?: (sentence: string) => void): Navigator {
  return {
    name: 'asking',
    needs: {},
    async decide({ exchange }, _look, signal) {
      const line = exchange.turns.findLast((turn) => turn.type === 'say' && turn.speaker === 'instructor');
      const content = line?.type === 'say' ? line.text : '';
      const answer = await model.ask(
        { kind: 'chat', messages: [{ role: 'user', content }], maxTokens: 50 },
        { signal, ...(onWait ? { onWait: ({ sentence }) => onWait(sentence) } : {}) },
      );
      if (!answer.ok) throw toParleyError(answer);
      return { actions: [{ intent: 'say', kind: 'report', text: answer.text }], evidence: {} };
    },
  };
}
