/** Who decides: what flags and environment mean, before anything is started or sent. */
import { writeFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import {
  assertReplayable,
  createNavigatorPlan,
  type NavigatorFlags,
  type NavigatorPlan,
} from '../../src/assembly/navigator-plan.js';

type Env = Record<string, string>;

const plan = (flags: NavigatorFlags, env: Env = {}): Promise<NavigatorPlan> =>
  createNavigatorPlan(flags, env, new AbortController().signal);

const LOCAL = { model: 'tiny', baseUrl: 'http://127.0.0.1:9' };

const CHOICES: [what: string, flags: NavigatorFlags, env: Env, expected: Record<string, unknown>][] = [
  ['nothing is said', {}, {}, { kind: 'direct' }],
  ['a flag names a model', LOCAL, {}, { kind: 'chat', pictures: false, seed: null }],
  ['the environment names a model', {}, { PARLEY_MODEL: 'tiny' }, { kind: 'chat' }],
  ['a variable is empty', {}, { PARLEY_MODEL: '' }, { kind: 'direct' }],
  [
    'direct is asked for where the environment names a model',
    { navigator: 'direct' },
    { PARLEY_MODEL: 'tiny' },
    { kind: 'direct' },
  ],
  [
    'chat has its own flags',
    { ...LOCAL, pictures: true, seed: 'abc' },
    {},
    { kind: 'chat', pictures: true, seed: 'abc' },
  ],
  ['a flag is switched off for another navigator', { pictures: false }, {}, { kind: 'direct' }],
  [
    'weblinx',
    { ...LOCAL, navigator: 'weblinx' },
    {},
    { kind: 'weblinx', family: { name: 'llama' }, template: null },
  ],
  [
    'weblinx with a family',
    { ...LOCAL, navigator: 'weblinx:flan', shape: 'chat' },
    {},
    { family: { name: 'flan' }, shape: 'chat' },
  ],
  [
    'weblinx with fewer candidates, and warmer',
    { ...LOCAL, navigator: 'weblinx', topK: 5, temperature: 0.7 },
    {},
    { kind: 'weblinx', topK: 5, model: { temperature: 0.7, settings: { extraBody: { temperature: 0.7 } } } },
  ],
];

for (const [what, flags, env, expected] of CHOICES)
  test(`${what}: ${String(expected.kind ?? 'weblinx')}`, async () => {
    expect(await plan(flags, env)).toMatchObject(expected);
  });

test('the navigator plan includes the model plan', async () => {
  const made = await plan({ ...LOCAL, budgetTokens: 500, cassette: '/tmp/c.jsonl', cassetteStrict: true });
  expect(made).toMatchObject({
    model: {
      settings: { model: 'tiny', baseUrl: 'http://127.0.0.1:9/v1' },
      budget: { sessionTokens: 500 },
      cassette: { file: '/tmp/c.jsonl', mode: 'replay', strict: true },
    },
  });
});

const WRONG: [what: string, flags: NavigatorFlags, env: Env, message: RegExp][] = [
  [
    'chat without a model',
    { navigator: 'chat' },
    {},
    /The navigator chat needs a language model.* Name one with --model/,
  ],
  [
    'weblinx without a model',
    { navigator: 'weblinx:t5' },
    {},
    /There is no navigator “weblinx:t5”\. Did you mean|Choose one of/,
  ],
  ['an unknown family', { navigator: 'weblinx:flann', ...LOCAL }, {}, /Did you mean weblinx:flan\?/],
  [
    'an unknown one',
    { navigator: 'magic' },
    {},
    /There is no navigator “magic”\. Choose one of direct, chat, weblinx,/,
  ],
  [
    'direct with a model',
    { navigator: 'direct', model: 'tiny' },
    {},
    /--model does not apply to --navigator direct/,
  ],
  [
    'direct with a budget',
    { navigator: 'direct', budgetUsd: 1 },
    {},
    /--budget-usd does not apply to --navigator direct/,
  ],
  ['a budget for no model', { budgetTokens: 5 }, {}, /--budget-tokens needs a language model/],
  [
    'pictures for direct',
    { pictures: true },
    {},
    /--pictures .*applies to the navigator chat, not to direct/,
  ],
  [
    'a shape for chat',
    { ...LOCAL, shape: 'rule' },
    {},
    /--shape applies to the navigator weblinx, not to chat/,
  ],
  [
    'a seed for weblinx',
    { ...LOCAL, navigator: 'weblinx', seed: 'x' },
    {},
    /--seed applies to the navigator chat/,
  ],
  ['a temperature for direct', { temperature: 0.5 }, {}, /--temperature .*needs a language model/],
  [
    'a temperature that is none',
    { ...LOCAL, temperature: 3 },
    {},
    /--temperature must be a number from 0 to 2/,
  ],
  [
    'two temperatures',
    { ...LOCAL, temperature: 1, modelBody: '{"temperature":0}' },
    {},
    /both set a temperature/,
  ],
  [
    'a number of candidates for chat',
    { ...LOCAL, topK: 5 },
    {},
    /--top-k \(or agent\.ranker\.top_k in the scenario\) applies to the navigator weblinx, not to chat/,
  ],
  [
    'no candidates',
    { ...LOCAL, navigator: 'weblinx', topK: 0 },
    {},
    /--top-k must be a whole number from 1 to 100/,
  ],
  ['an empty seed', { ...LOCAL, seed: ' ' }, {}, /The seed is empty/],
  [
    'plain completions from Anthropic',
    { model: 'claude-x', navigator: 'weblinx:flan' },
    {},
    /weblinx:flan needs plain completions/,
  ],
  [
    'a template for Anthropic',
    { model: 'claude-x', navigator: 'weblinx', template: 'package.json' },
    {},
    /--template needs plain completions/,
  ],
  [
    'a tokenizer that is not there',
    { ...LOCAL, navigator: 'weblinx', tokenizer: 'none.json' },
    {},
    /There is no file none\.json\. Give the model’s tokenizer\.json/,
  ],
  [
    'a template that is a folder',
    { ...LOCAL, navigator: 'weblinx', template: 'src' },
    {},
    /There is no file src\. Give the model’s tokenizer_config\.json/,
  ],
  ['strict without a cassette', { ...LOCAL, cassetteStrict: true }, {}, /--cassette-strict needs --cassette/],
  [
    'strict while recording',
    { ...LOCAL, cassette: 'c', cassetteMode: 'record', cassetteStrict: true },
    {},
    /--cassette-strict cannot be combined with --cassette-mode record/,
  ],
];

for (const [what, flags, env, message] of WRONG)
  test(`${what} is a usage problem`, async () => {
    const problem = await plan(flags, env).then(
      () => null,
      (error: { kind: string; message: string; next: string }) => error,
    );
    expect(problem?.kind).toBe('usage');
    expect(`${problem?.message} ${problem?.next}`).toMatch(message);
    expect(`${problem?.message}${problem?.next}`).not.toContain('\n');
  });

test('a chat template is loaded before anything is sent', async ({}, info) => {
  const file = info.outputPath('tokenizer_config.json');
  writeFileSync(
    file,
    JSON.stringify({ chat_template: '{% for m in messages %}<{{ m.content }}>{% endfor %}' }),
  );
  const made = await plan({ ...LOCAL, navigator: 'weblinx', template: file });
  const render = made.kind === 'weblinx' && made.template?.render([{ role: 'user', content: 'hello' }]);
  expect(render).toContain('<hello>');
});

test('recorded answers are replayed only on local pages', async () => {
  const recorded = (cassetteMode: 'replay' | 'auto' | 'record') =>
    plan({ ...LOCAL, cassette: '/tmp/c.jsonl', cassetteMode });
  const replay = await recorded('replay');
  expect(() => assertReplayable(replay, 'https://example.org/')).toThrow(
    'A cassette cannot be replayed at example.org',
  );
  for (const url of [undefined, 'http://127.0.0.1:3000/', 'file:///page.html'])
    expect(() => assertReplayable(replay, url)).not.toThrow();
  for (const live of [await recorded('auto'), await recorded('record')])
    expect(() => assertReplayable(live, 'https://example.org/')).not.toThrow();
  expect(() => assertReplayable({ kind: 'direct' }, 'https://example.org/')).not.toThrow();
});
