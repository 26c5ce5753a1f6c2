import { expect, test } from '@playwright/test';

import { escapeMarkdown, formatIndexMarkdown, formatSessionMarkdown } from '../../src/report/markdown.js';
import { groupRuns, tallyEvents, toOverview, type SessionOverview } from '../../src/report/overview.js';
import { renderIndex } from '../../src/report/index-page.js';
import type { EndEvent } from '../../src/report/phrases.js';
import {
  createActionEvent,
  createEndEvent,
  createInstructorSay,
  createNavigatorSay,
  phrases,
  createSessionEvent,
  toEvents,
} from './report-data.js';

const events = toEvents([
  createSessionEvent(),
  createInstructorSay(0, 'Save `it` for @ana | now'),
  createActionEvent(1, { outcome: { status: 'failed', reason: 'covered', detail: 'A banner covers it.' } }),
  createNavigatorSay(2, 'See https://evil.example\n# heading'),
  { type: 'check', result: { label: 'saved', pass: false, expected: 'yes', actual: 'no' } },
  createEndEvent({ verdict: 'check', reason: 'A check failed.' }),
]);
const tally = tallyEvents(events, phrases);
const endEvent = events.at(-1) as EndEvent;

test('the summary lists the verdict, totals, problems and every turn', () => {
  const markdown = formatSessionMarkdown({ name: 'Demo', events, end: endEvent, tally }, phrases);
  for (const line of [
    '## Demo: A check failed',
    '| Turns | Actions | Time | Checks | Model |',
    '- **Check failed**: saved',
    '- Turn 1: click button “Save”: failed: another element covered it',
    '- 1 click button “Save” (**failed: another element covered it**)',
    '- **0 Instructor:** Save \\`it\\` for &#64;ana \\| now',
  ])
    expect.soft(markdown.split('\n'), line).toContain(line);
});

test('text cannot become markup, links, mentions or headings', () => {
  expect(escapeMarkdown('<img src=x> [a](javascript:x) @me &#35;1')).toBe(
    '&lt;img src=x&gt; \\[a\\]\\(javascript:x\\) &#64;me &amp;\\#35;1',
  );
  expect(escapeMarkdown('https://evil.example www.evil.example\n# x\u202e')).toBe(
    'https:&#47;&#47;evil.example www&#46;evil.example \\# x',
  );
});

const createOverview = (fields: Partial<SessionOverview>): SessionOverview => ({
  ...toOverview(events, tally, endEvent),
  ...fields,
});

test('the index lists sessions with the newest first, and a scenario’s history with the oldest first', () => {
  const runs = [
    createOverview({ name: 'B', scenario: 'b.scenario.yaml', startedAt: 3 }),
    createOverview({
      name: 'A',
      scenario: 'a.scenario.yaml',
      startedAt: 2,
      state: 'passed',
      tokens: 1200,
      cost: null,
    }),
    createOverview({ name: 'A', scenario: 'a.scenario.yaml', startedAt: 1 }),
  ];
  expect(groupRuns(runs).map((group) => group.map(({ startedAt }) => startedAt))).toEqual([[1, 2], [3]]);
  const entries = runs.map((run, index) => ({ ...run, link: `./${index}.html` }));
  const index = renderIndex('results', entries, '');
  const [history, sessions] = index.split('id="sessions-title"');
  const listLinks = (text: string): string[] =>
    [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
  expect(listLinks(history!)).toEqual(['./2.html', './1.html']);
  expect(listLinks(sessions!)).toEqual(['./0.html', './1.html', './2.html']);
  expect(index).toContain('1 of 3 sessions done');
  expect(index).toContain('unknown');
  expect(formatIndexMarkdown(runs)).toContain('| A | A check failed | 3 | 1 | 4.2 s | 1,200 | unknown |');
});
