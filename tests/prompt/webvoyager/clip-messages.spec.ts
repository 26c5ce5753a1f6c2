import { clipMessages, type PromptVariant, type VoyagerMessage } from '../../../src/prompt/index.js';
import { expect, test } from '@playwright/test';

const IMAGE = new Uint8Array([1]);
const TASK = 'Now given a task: Find it.  Please interact with https://a.test/ and get the answer. \n';

type Step = 'page' | 'pdf' | 'error';

const observe = (turn: number, mode: PromptVariant['mode'], step: Step): VoyagerMessage => {
  if (step === 'error') return { role: 'user', text: `error ${turn}` };
  const lead = turn === 1 ? TASK : '';
  const report = step === 'pdf' ? ' You downloaded a PDF file, it says 7.' : '';
  return {
    role: 'user',
    text: `${lead}Observation:${report} page ${turn}`,
    ...(mode === 'multimodal' ? { image: IMAGE } : {}),
    observation: { lead: lead.trim(), hasFile: step === 'pdf' },
  };
};

/** Runs the conversation as the navigator does: it clips before each call and keeps the clipped messages. */
function converse(steps: Step[], k: number, variant: PromptVariant): string[] {
  let messages: VoyagerMessage[] = [{ role: 'system', text: 'system' }];
  for (const [index, step] of steps.entries()) {
    messages = clipMessages([...messages, observe(index + 1, variant.mode, step)], k, variant);
    if (index < steps.length - 1) messages.push({ role: 'assistant', text: `reply ${index + 1}` });
  }
  return messages.map(({ text, image }) => `${image ? 'image ' : ''}${text}`);
}

const SIX_TURNS: Step[] = ['page', 'pdf', 'error', 'page', 'page', 'page'];
const SHOT = 'Observation: A screenshot and some texts. (Omitted in context.)';
const SHOT_AND_PDF = 'Observation: A screenshot, a PDF file and some texts. (Omitted in context.)';
const TREE = 'Observation: An accessibility tree. (Omitted in context.)';

test('faithful, with screenshots: the newest k observations are kept, and error messages are not counted', () => {
  const last = (k: number) => converse(SIX_TURNS, k, { compat: 'faithful', mode: 'multimodal' });
  const clippedTask = `${TASK.trim()}${SHOT}`;
  expect(last(1)).toEqual([
    'system',
    clippedTask,
    'reply 1',
    SHOT_AND_PDF,
    'reply 2',
    'error 3',
    'reply 3',
    SHOT,
    'reply 4',
    SHOT,
    'reply 5',
    'image Observation: page 6',
  ]);
  expect(last(2).slice(7)).toEqual([
    SHOT,
    'reply 4',
    'image Observation: page 5',
    'reply 5',
    'image Observation: page 6',
  ]);
  expect(last(3).slice(1)).toEqual([
    clippedTask,
    'reply 1',
    SHOT_AND_PDF,
    'reply 2',
    'error 3',
    'reply 3',
    'image Observation: page 4',
    'reply 4',
    'image Observation: page 5',
    'reply 5',
    'image Observation: page 6',
  ]);
});

test('faithful, text-only: every user message is counted, and messages that were already clipped are clipped again', () => {
  const variant = { compat: 'faithful', mode: 'text' } as const;
  expect(converse(SIX_TURNS, 1, variant)).toEqual([
    'system',
    `${TASK.trim()}${TREE}`,
    'reply 1',
    // By the second clipping, the PDF file can no longer be recognised.
    TREE,
    'reply 2',
    `error 3${TREE}`,
    'reply 3',
    TREE,
    'reply 4',
    TREE,
    'reply 5',
    'Observation: page 6',
  ]);
  expect(converse(['page', 'pdf', 'page'], 1, variant)).toEqual([
    'system',
    `${TASK.trim()}${TREE}`,
    'reply 1',
    'Observation: An accessibility tree and a PDF file. (Omitted in context.)',
    'reply 2',
    'Observation: page 3',
  ]);
});

test('faithful, text-only, k = 1: after an error, the model gets no accessibility tree', () => {
  expect(converse(['page', 'error'], 1, { compat: 'faithful', mode: 'text' })).toEqual([
    'system',
    `${TASK.trim()}${TREE}`,
    'reply 1',
    'error 2',
  ]);
});

test('hardened: only observations are counted, and the newest is always kept', () => {
  for (const mode of ['multimodal', 'text'] as const) {
    const messages = converse(['page', 'pdf', 'page', 'error', 'error'], 1, { compat: 'hardened', mode });
    const image = mode === 'text' ? '' : 'image ';
    const [plain, withFile] =
      mode === 'text'
        ? [TREE, 'Observation: An accessibility tree and a PDF file. (Omitted in context.)']
        : [SHOT, SHOT_AND_PDF];
    expect
      .soft(messages, mode)
      .toEqual([
        'system',
        `${TASK.trim()}\n${plain}`,
        'reply 1',
        withFile,
        'reply 2',
        `${image}Observation: page 3`,
        'reply 3',
        'error 4',
        'reply 4',
        'error 5',
      ]);
  }
});
