/** What the opened navigator takes for today. */
import { expect, test } from '@playwright/test';

import { openNavigator } from '../../src/assembly/open-navigator.js';
import { createRedactor } from '../../src/secrets/index.js';
import { createPage, Conversation } from '../navigator/direct/simulated-page.js';

const FIRST_OF_JUNE = new Date('2026-06-01T10:30:00Z');

const DAYS: [said: string, zone: string, day: string, told: string][] = [
  ['tomorrow', 'UTC', '2026-06-02', '2 June 2026'],
  ['2 June', 'UTC', '2026-06-02', '2 June 2026'],
  // An island where the day is another one by then.
  ['tomorrow', 'Pacific/Kiritimati', '2026-06-03', '3 June 2026'],
];
for (const [said, timezone, day, told] of DAYS)
  test(`“${said}” counts from the page clock in ${timezone}, and the report names the day`, async () => {
    const { navigator } = await openNavigator(
      { kind: 'direct' },
      {
        redactor: createRedactor(),
        replay: () => [],
        paperRanker: false,
        timezone,
        now: FIRST_OF_JUNE,
        recordPrompt: () => undefined,
        onPhase: () => undefined,
        onWait: () => undefined,
      },
    );
    const page = createPage([{ role: 'textbox', name: 'Arrival date', inputType: 'date' }]);
    const talk = new Conversation(navigator, page);
    expect((await talk.say(`Set the arrival date to ${said}.`)).text).toContain(`to “${told}”`);
    expect(talk.done).toEqual([`change Arrival date=${day}`]);
  });
