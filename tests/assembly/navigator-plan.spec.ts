/** The navigator plan that results from flags and the environment. */
import { writeFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import {
  assertReplayable,
  createNavigatorPlan,
  type NavigatorFlags,
  type NavigatorPlan,
} from '../../src/assembly/navigator-plan.js';

type Env = Record<string, string>;

const createPlan = (flags: NavigatorFlags, env: Env = {}): Promise<NavigatorPlan> =>
  createNavigatorPlan(flags, env, new AbortController().signal);

const LOCAL_MODEL = { model: 'tiny', baseUrl: 'http://127.0.0.1:9' };

const EXPECTED_PLANS: [
  condition: string,
  flags: NavigatorFlags,
  env: Env,
  expected: Record<string, unknown>,
][] = [
  ['there is no flag and no variable', {}, {}, { kind: 'direct' }],
  ['a flag gives a model', LOCAL_MODEL, {}, { kind: 'chat', pictures: 'auto', pageTokens: null, seed: null }],
  [
    'the flags of chat are set',
    { ...LOCAL_MODEL, pictures: 'always', pageTokens: 3_000, seed: 'abc' },
    {},
    { kind: 'chat', pictures: 'always', pageTokens: 3_000, seed: 'abc' },
  ],
  [
    'a flag names weblinx',
    { ...LOCAL_MODEL, navigator: 'weblinx' },
    {},
    { kind: 'weblinx', family: { name: 'llama' }, template: null },
  ],
  [
    'a flag names a WebLINX family',
    { ...LOCAL_MODEL, navigator: 'weblinx:flan', shape: 'chat' },
    {},
    { family: { name: 'flan' }, shape: 'chat' },
  ],
  [
    'a flag names weblinx, with a number of candidates and a temperature',
    { ...LOCAL_MODEL, navigator: 'weblinx', topK: 5, temperature: 0.7 },
    {},
    { kind: 'weblinx', topK: 5, model: { temperature: 0.7, settings: { extraBody: { temperature: 0.7 } } } },
  ],
  [
    'a flag names webvoyager',
    { ...LOCAL_MODEL, navigator: 'webvoyager' },
    {},
    {
      kind: 'webvoyager',
      variant: { compat: 'hardened', mode: 'multimodal' },
      keptObservations: 3,
      maxIterations: 40,
      seed: null,
    },
  ],
  [
    'a flag names webvoyager:text in faithful mode',
    { ...LOCAL_MODEL, navigator: 'webvoyager:text', compat: 'faithful' },
    {},
    { kind: 'webvoyager', variant: { compat: 'faithful', mode: 'text' }, maxIterations: 15 },
  ],
  [
    'the flags of webvoyager are set',
    { ...LOCAL_MODEL, navigator: 'webvoyager', maxImages: 1, maxIter: 7, seed: 'abc', temperature: 0.5 },
    {},
    {
      kind: 'webvoyager',
      keptObservations: 1,
      maxIterations: 7,
      seed: 'abc',
      model: { temperature: 0.5, settings: { extraBody: { temperature: 0.5 } } },
    },
  ],
  [
    'a flag names step',
    { ...LOCAL_MODEL, navigator: 'step' },
    {},
    {
      kind: 'step',
      library: { name: 'live' },
      mode: { type: 'stack', withExamples: true },
      compat: 'hardened',
      rootPolicy: null,
      noCot: false,
      promptMode: 'chat',
      maxPromptTokens: 4_000,
      samples: 1,
      vote: 'majority',
    },
  ],
  [
    'the flags of step are set',
    {
      ...LOCAL_MODEL,
      navigator: 'step:zero-shot',
      library: 'miniwob',
      root: 'fill_text',
      compat: 'faithful',
      samples: 3,
      promptMode: 'completion',
      cot: false,
    },
    {},
    {
      kind: 'step',
      library: { name: 'miniwob' },
      mode: { type: 'stack', withExamples: false },
      rootPolicy: 'fill_text',
      noCot: true,
      promptMode: 'completion',
      maxPromptTokens: null,
      samples: 3,
      vote: 'first',
    },
  ],
  [
    'a flag names step with one flat prompt of limited length',
    { ...LOCAL_MODEL, navigator: 'step:flat-8k', library: 'miniwob' },
    {},
    { kind: 'step', mode: { type: 'flat', withExamples: true, cap: 8_000 }, maxPromptTokens: null },
  ],
  [
    'a person types the actions',
    { navigator: 'step:keyboard', library: 'miniwob' },
    {},
    { kind: 'step', model: null, mode: { type: 'keyboard' } },
  ],
];

for (const [condition, flags, env, expected] of EXPECTED_PLANS)
  test(`the navigator is ${String(expected.kind ?? 'weblinx')} if ${condition}`, async () => {
    expect(await createPlan(flags, env)).toMatchObject(expected);
  });

test('the navigator plan includes the model plan', async () => {
  const navigatorPlan = await createPlan({
    ...LOCAL_MODEL,
    budgetTokens: 500,
    cassette: '/tmp/c.jsonl',
    cassetteStrict: true,
  });
  expect(navigatorPlan).toMatchObject({
    model: {
      settings: { model: 'tiny', baseUrl: 'http://127.0.0.1:9/v1' },
      budget: { sessionTokens: 500 },
      cassette: { file: '/tmp/c.jsonl', mode: 'replay', isStrict: true },
    },
  });
});

const USAGE_ERRORS: [condition: string, flags: NavigatorFlags, env: Env, message: RegExp][] = [
  [
    'chat without a model',
    { navigator: 'chat' },
    {},
    /The navigator “chat” needs a language model.* Choose one with --model/,
  ],
  [
    'an unknown family without a model',
    { navigator: 'weblinx:t5' },
    {},
    /There is no navigator “weblinx:t5”\. Did you mean|Choose one of/,
  ],
  ['an unknown family', { navigator: 'weblinx:flann', ...LOCAL_MODEL }, {}, /Did you mean weblinx:flan\?/],
  [
    'an unknown navigator',
    { navigator: 'magic' },
    {},
    /There is no navigator “magic”\. Choose one of direct, chat, webvoyager,/,
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
  ['a budget without a model', { budgetTokens: 5 }, {}, /--budget-tokens needs a language model/],
  [
    'pictures for direct',
    { pictures: 'always' },
    {},
    /--pictures .*applies to the navigator “chat”, not to “direct”/,
  ],
  [
    'a shape for chat',
    { ...LOCAL_MODEL, shape: 'rule' },
    {},
    /--shape applies to the navigator “weblinx”, not to “chat”/,
  ],
  [
    'a seed for weblinx',
    { ...LOCAL_MODEL, navigator: 'weblinx', seed: 'x' },
    {},
    /--seed applies to the navigator “chat”, “webvoyager” or “step”, not to “weblinx”/,
  ],
  [
    'iterations for chat',
    { ...LOCAL_MODEL, maxIter: 5 },
    {},
    /--max-iter \(or agent\.max_iter in the scenario\) applies to the navigator “webvoyager”, not to “chat”/,
  ],
  [
    'zero screenshots for webvoyager',
    { ...LOCAL_MODEL, navigator: 'webvoyager', maxImages: 0 },
    {},
    /--max-images must be a whole number from 1 to 50/,
  ],
  ['a temperature for direct', { temperature: 0.5 }, {}, /--temperature .*needs a language model/],
  [
    'an invalid temperature',
    { ...LOCAL_MODEL, temperature: 3 },
    {},
    /--temperature must be a number from 0 to 2/,
  ],
  [
    'two temperatures',
    { ...LOCAL_MODEL, temperature: 1, modelBody: '{"temperature":0}' },
    {},
    /both set a temperature/,
  ],
  [
    'a number of candidates for chat',
    { ...LOCAL_MODEL, topK: 5 },
    {},
    /--top-k \(or agent\.ranker\.top_k in the scenario\) applies to the navigator “weblinx”, not to “chat”/,
  ],
  [
    'zero candidates for weblinx',
    { ...LOCAL_MODEL, navigator: 'weblinx', topK: 0 },
    {},
    /--top-k must be a whole number from 1 to 100/,
  ],
  ['step without a model', { navigator: 'step' }, {}, /The navigator “step” needs a language model/],
  ['an unknown mode of step', { navigator: 'step:flat-5k' }, {}, /Did you mean step:flat-4k\?/],
  [
    'a model for step:keyboard',
    { ...LOCAL_MODEL, navigator: 'step:keyboard' },
    {},
    /--model does not apply to --navigator step:keyboard, which uses no model/,
  ],
  [
    'samples for step:keyboard',
    { navigator: 'step:keyboard', samples: 3 },
    {},
    /--samples does not apply to the navigator “step:keyboard”/,
  ],
  [
    '--no-cot for step:keyboard',
    { navigator: 'step:keyboard', cot: false },
    {},
    /--no-cot does not apply to the navigator “step:keyboard”/,
  ],
  [
    'step:playback without a recording',
    { navigator: 'step:playback' },
    {},
    /step:playback needs a recording.*--playback/,
  ],
  [
    'a recording for step with a model',
    { ...LOCAL_MODEL, navigator: 'step', playback: 'x.json' },
    {},
    /--playback applies to the navigator “step:playback”, not to “step”/,
  ],
  [
    'a missing recording',
    { navigator: 'step:playback', playback: 'none.json' },
    {},
    /There is no file “none\.json”/,
  ],
  [
    'too many samples',
    { ...LOCAL_MODEL, navigator: 'step', samples: 50 },
    {},
    /--samples must be a whole number from 1 to 20/,
  ],
  [
    'a library for chat',
    { ...LOCAL_MODEL, library: 'miniwob' },
    {},
    /--library .*applies to the navigator “step”, not to “chat”/,
  ],
  [
    'an unknown library',
    { ...LOCAL_MODEL, navigator: 'step', library: 'miniwobs' },
    {},
    /There is no policy library “miniwobs”\. Did you mean "?miniwob/,
  ],
  [
    'an unknown root',
    { ...LOCAL_MODEL, navigator: 'step', library: 'miniwob', root: 'none' },
    {},
    /There is no policy “none”|has no policy “none”/,
  ],
  [
    'a variable without a value',
    { ...LOCAL_MODEL, navigator: 'step', library: 'miniwob', policyVariable: ['site'] },
    {},
    /--policy-variable needs name=value, not “site”/,
  ],
  ['an empty seed', { ...LOCAL_MODEL, seed: ' ' }, {}, /The seed is empty/],
  [
    'a navigator that needs plain completions, with Anthropic',
    { model: 'claude-x', navigator: 'weblinx:flan' },
    {},
    /weblinx:flan needs plain completions/,
  ],
  [
    'a template with Anthropic',
    { model: 'claude-x', navigator: 'weblinx', template: 'package.json' },
    {},
    /--template needs plain completions/,
  ],
  [
    'a missing tokenizer file',
    { ...LOCAL_MODEL, navigator: 'weblinx', tokenizer: 'none.json' },
    {},
    /There is no file “none\.json”\. Give the model’s tokenizer\.json/,
  ],
  [
    'a template that is a folder',
    { ...LOCAL_MODEL, navigator: 'weblinx', template: 'src' },
    {},
    /There is no file “src”\. Give the model’s tokenizer_config\.json/,
  ],
  [
    '--cassette-strict without a cassette',
    { ...LOCAL_MODEL, cassetteStrict: true },
    {},
    /--cassette-strict needs --cassette/,
  ],
  [
    '--cassette-strict while recording',
    { ...LOCAL_MODEL, cassette: 'c', cassetteMode: 'record', cassetteStrict: true },
    {},
    /--cassette-strict cannot be combined with --cassette-mode record/,
  ],
];

for (const [condition, flags, env, message] of USAGE_ERRORS)
  test(`${condition} causes a usage error`, async () => {
    const usageError = await createPlan(flags, env).then(
      () => null,
      (error: { kind: string; message: string; next: string }) => error,
    );
    expect(usageError?.kind).toBe('usage');
    expect(`${usageError?.message} ${usageError?.next}`).toMatch(message);
    expect(`${usageError?.message}${usageError?.next}`).not.toContain('\n');
  });

test('a chat template is loaded before anything is sent', async ({}, info) => {
  const file = info.outputPath('tokenizer_config.json');
  writeFileSync(
    file,
    JSON.stringify({ chat_template: '{% for m in messages %}<{{ m.content }}>{% endfor %}' }),
  );
  const navigatorPlan = await createPlan({ ...LOCAL_MODEL, navigator: 'weblinx', template: file });
  const prompt =
    navigatorPlan.kind === 'weblinx' && navigatorPlan.template?.render([{ role: 'user', content: 'hello' }]);
  expect(prompt).toContain('<hello>');
});

test('recorded answers are replayed only on local pages', async () => {
  const planWithCassette = (cassetteMode: 'replay' | 'auto' | 'record') =>
    createPlan({ ...LOCAL_MODEL, cassette: '/tmp/c.jsonl', cassetteMode });
  const replayPlan = await planWithCassette('replay');
  expect(() => assertReplayable(replayPlan, 'https://example.org/')).toThrow(
    'A cassette cannot be replayed at example.org',
  );
  for (const url of [undefined, 'http://127.0.0.1:3000/', 'file:///page.html'])
    expect(() => assertReplayable(replayPlan, url)).not.toThrow();
  for (const livePlan of [await planWithCassette('auto'), await planWithCassette('record')])
    expect(() => assertReplayable(livePlan, 'https://example.org/')).not.toThrow();
  expect(() => assertReplayable({ kind: 'direct' }, 'https://example.org/')).not.toThrow();
});
