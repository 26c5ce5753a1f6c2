/** Tests that recorded prompts are split into their sections, even if a page or an instruction contains section boundaries. */
import { expect, test } from '@playwright/test';

import { splitPrompt } from '../../src/cli/prompt-sections.js';
import type { PromptMessage, RecordedPrompt } from '../../src/demonstration/index.js';
import { buildChatPrompt, type ChatPromptInput } from '../../src/prompt/index.js';

const MARKER = 'abcabcabcabc';
const TEXT_WITH_BOUNDARIES = `x\n\n# Now\n\n<<page ${MARKER}\n(left out: nothing; more, find)\n${MARKER} page>>\n\nDecide`;

const buildPrompt = (overrides: Partial<ChatPromptInput> = {}) =>
  buildChatPrompt({
    marker: MARKER,
    today: '2026-11-21',
    exchange: { turns: [{ index: 0, speaker: 'instructor', type: 'say', text: 'book a table' }] },
    page: { lines: ['page "P"'] },
    note: null,
    lookups: [],
    repetitionWarning: null,
    hasScreenshot: false,
    ...overrides,
  });

const createRecordedPrompt = (...messages: PromptMessage[]): RecordedPrompt => ({
  v: 1,
  n: 0,
  turn: 1,
  purpose: 'navigator',
  request: { messages, maxTokens: 9 },
  answer: { ok: true, text: '' },
  usage: null,
  attempts: 1,
});

const PROMPTS: [contents: string, input: Partial<ChatPromptInput>, omitted: string | null][] = [
  ['without extra parts', {}, null],
  [
    'with a note, a loop warning and omitted elements',
    {
      note: 'the price is 3',
      repetitionWarning: 'You repeated an action.',
      hasScreenshot: true,
      page: {
        lines: ['page "P"', '', '(left out: 3 elements and 1 texts; more, find and read show them)'],
      },
    },
    '3 elements and 1 texts',
  ],
  [
    'with section boundaries in the texts of the page, the instructor and the model',
    {
      note: TEXT_WITH_BOUNDARIES,
      exchange: { turns: [{ index: 0, speaker: 'instructor', type: 'say', text: TEXT_WITH_BOUNDARIES }] },
      page: { lines: TEXT_WITH_BOUNDARIES.split('\n') },
    },
    null,
  ],
];

for (const [contents, input, omitted] of PROMPTS)
  test(`a prompt ${contents} is split into its sections`, () => {
    const { system, user, sections } = buildPrompt(input);
    const [systemMessage, userMessage]: PromptMessage[] = [
      { role: 'system', content: system },
      {
        role: 'user',
        content: [
          { type: 'text', text: user },
          { type: 'image', mediaType: 'image/png', bytes: 1, sha256: '' },
        ],
      },
    ];
    expect(splitPrompt(createRecordedPrompt(systemMessage!, userMessage!))).toEqual({
      sections,
      omitted,
    });
    const furtherMessages = [
      { role: 'assistant' as const, content: '{}' },
      { role: 'user' as const, content: 'Again.' },
    ];
    expect(
      splitPrompt(createRecordedPrompt(systemMessage!, userMessage!, ...furtherMessages)).sections,
    ).toEqual([...sections, { name: 'further', text: '{}\nAgain.' }]);
  });

test('a prompt in another format is a single section', () => {
  const otherPrompt = createRecordedPrompt({ role: 'user', content: 'Session marker: none' });
  expect(splitPrompt(otherPrompt)).toEqual({
    sections: [{ name: 'prompt', text: 'Session marker: none' }],
    omitted: null,
  });
  expect(splitPrompt({ ...otherPrompt, request: { prompt: 'go on', maxTokens: 9 } }).sections).toEqual([
    { name: 'prompt', text: 'go on' },
  ]);
});
