/** The navigator computes relative dates from the page's clock and time zone. */
import { expect, test } from '@playwright/test';

import { openNavigator } from '../../src/assembly/open-navigator.js';
import { createRedactor } from '../../src/secrets/index.js';
import { createPage, Conversation } from '../navigator/direct/simulated-page.js';

const FIRST_OF_JUNE = new Date('2026-06-01T10:30:00Z');

const DATES: [phrase: string, timezone: string, date: string, reportedDate: string][] = [
  ['tomorrow', 'UTC', '2026-06-02', '2 June 2026'],
  ['2 June', 'UTC', '2026-06-02', '2 June 2026'],
  // On Kiritimati it is already the next day.
  ['tomorrow', 'Pacific/Kiritimati', '2026-06-03', '3 June 2026'],
];
for (const [phrase, timezone, date, reportedDate] of DATES)
  test(`“${phrase}” is resolved with the page’s clock in ${timezone}, and the report gives the date`, async () => {
    const { navigator } = await openNavigator(
      { kind: 'direct' },
      {
        redactor: createRedactor(),
        listRecordedTurns: () => [],
        usesPaperRanker: false,
        timezone,
        now: FIRST_OF_JUNE,
        signal: new AbortController().signal,
        recordPrompt: () => undefined,
        onPhase: () => undefined,
        onWait: () => undefined,
      },
    );
    const page = createPage([{ role: 'textbox', name: 'Arrival date', inputType: 'date' }]);
    const conversation = new Conversation(navigator, page);
    expect((await conversation.say(`Set the arrival date to ${phrase}.`)).text).toContain(
      `to “${reportedDate}”`,
    );
    expect(conversation.actions).toEqual([`change Arrival date=${date}`]);
  });
