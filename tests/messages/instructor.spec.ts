/** The messages that the terminal shows to the instructor. */
import { expect, test } from '@playwright/test';

import { parseChatLine } from '../../src/instructor/commands.js';
import { createDecisionHistory } from '../../src/instructor/decisions.js';
import { formatGiveUpReason } from '../../src/instructor/script-decide.js';
import { formatSpending } from '../../src/instructor/spending.js';

test('messages to the instructor', () => {
  const getMessage = (line: string): string => {
    const command = parseChatLine(line);
    return command.type === 'unknown' ? command.message : command.type;
  };
  const rows: [description: string, actual: string, expected: string][] = [
    ['a misspelt command', getMessage('/hlep'), 'Unknown command: /hlep. Did you mean /help?'],
    [
      'an unknown command',
      getMessage('/abracadabra'),
      'Unknown command: /abracadabra. Type /help for the list of commands.',
    ],
    ['no decision', createDecisionHistory().explain(1), 'The navigator has not decided anything yet.'],
    ['no model', formatSpending(null), 'This session uses no language model, so it costs nothing.'],
    ['giving up', formatGiveUpReason('I see no way.'), 'The navigator gave up: “I see no way.”'],
  ];
  for (const [description, actual, expected] of rows) expect.soft(actual, description).toBe(expected);
});
