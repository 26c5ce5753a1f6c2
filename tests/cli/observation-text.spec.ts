import { expect, test } from '@playwright/test';

import { formatObservation, replaceBytes } from '../../src/cli/observation-text.js';
import { createCandidate, createObservation } from '../support/candidates.js';

test('an ordinary page has no extra lines', () => {
  expect(formatObservation(createObservation([createCandidate({ name: 'Save' })]))).toEqual([]);
});

test('each non-empty field of an observation is printed on one line; long lists are shortened', () => {
  const listCandidate = createCandidate({
    role: 'list',
    name: 'Chats',
    scroll: { x: 0, y: 40, maxX: 0, maxY: 900 },
  });
  const observation = createObservation([listCandidate], {
    dialog: { type: 'confirm', message: 'Leave\nnow?', defaultText: '' },
    dialogs: [{ type: 'alert', message: 'Hi', answer: 'dismissed' }],
    pageEvents: [{ type: 'crash', url: 'http://a.test/' }],
    newNotices: ['1', '2', '3', '4', '5', '6'],
    hiddenTexts: [
      { text: 'a', reason: 'tiny' },
      { text: 'b', reason: 'off-screen' },
      { text: 'c', reason: 'tiny' },
    ],
    tabs: [
      { id: 1, url: 'http://a.test/', active: false },
      { id: 2, url: 'http://b.test/', active: true },
    ],
  });
  expect(formatObservation(observation)).toEqual([
    'Open dialog: confirm “Leave now?”',
    'Dialogs (1): alert “Hi” dismissed',
    'Page event: The page crashed and was opened again at http://a.test/.',
    'New messages (6): “1”; “2”; “3”; “4”; “5”; … 1 more',
    'Hidden text (3): 2 tiny, 1 off-screen',
    'Scroll containers (1): list “Chats” at 0,40 of 0,900',
    'Tabs (2): 1 http://a.test/; 2 http://b.test/ (active)',
  ]);
});

test('JSON output contains the length of an image instead of its bytes', () => {
  const observation = createObservation([], {
    screenshot: new Uint8Array(7),
    marks: { marks: [], picture: null },
  });
  const data = JSON.parse(JSON.stringify(observation, replaceBytes)) as Record<string, unknown>;
  expect(data).toMatchObject({
    screenshot: { bytes: 7 },
    marks: { marks: [], picture: null },
    url: observation.url,
  });
});
