/** The sentences that the terminal prints to people. */
import { expect, test } from '@playwright/test';

import { parseChatLine } from '../../src/instructor/commands.js';
import { createDecisionHistory } from '../../src/instructor/decisions.js';
import { formatGiveUpReason } from '../../src/instructor/script-decide.js';
import { formatSpending } from '../../src/instructor/spending.js';

test('messages of the instructor', () => {
  const message = (line: string): string => {
    const parsed = parseChatLine(line);
    return parsed.type === 'unknown' ? parsed.message : parsed.type;
  };
  const rows: [what: string, actual: string, sentence: string][] = [
    ['a misspelt command', message('/hlep'), 'Unknown command: /hlep. Did you mean /help?'],
    [
      'an unknown command',
      message('/abracadabra'),
      'Unknown command: /abracadabra. Type /help for the list of commands.',
    ],
    ['no decision', createDecisionHistory().explain(1), 'The navigator has not decided anything yet.'],
    ['no model', formatSpending(null), 'This session uses no language model, so it costs nothing.'],
    ['giving up', formatGiveUpReason('I see no way.'), 'The navigator gave up: “I see no way.”'],
  ];
  for (const [what, actual, sentence] of rows) expect.soft(actual, what).toBe(sentence);
});
