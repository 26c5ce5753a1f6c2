/** Which models a session uses for its navigator and for its judge. */
import { expect, test } from '@playwright/test';

import { createSessionModels, type JudgeFlags } from '../../src/assembly/session-models.js';
import type { NavigatorFlags } from '../../src/assembly/navigator-plan.js';
import { START, runWithFiles } from '../dialogue/scenario-files.js';

const createScenario = (extra: string) =>
  runWithFiles(
    {
      'a.yaml': `scenario: 1\nname: x\n${START}dialogue: [{ say: Hello, check: [{ judge: {} }] }]\n${extra}`,
    },
    ({ loadAndBind }) => loadAndBind(),
  );

const createModels = (flags: NavigatorFlags & JudgeFlags, extra = '') =>
  createSessionModels(flags, createScenario(extra), {}, new AbortController().signal);

const SERVER = { baseUrl: 'http://127.0.0.1:9/v1' };

test('the judge uses the model from the flag, otherwise the scenario’s, otherwise the navigator’s', async () => {
  const rows: [
    flags: NavigatorFlags & JudgeFlags,
    extra: string,
    navigator: string,
    judge: string,
    flag: string,
  ][] = [
    [{ model: 'm' }, '', 'chat', 'm', 'model'],
    [{ model: 'm', judgeModel: 'j' }, 'judge_model: s\n', 'chat', 'j', 'judge-model'],
    [{ model: 'm' }, 'judge_model: s\n', 'chat', 's', 'judge-model'],
    [{ judgeModel: 'j' }, '', 'direct', 'j', 'judge-model'],
    [{ navigator: 'direct', model: 'm' }, '', 'direct', 'm', 'model'],
    [{ navigator: 'direct' }, 'judge_model: s\n', 'direct', 's', 'judge-model'],
  ];
  for (const [flags, extra, kind, name, flag] of rows) {
    const { navigator, judge } = await createModels({ ...flags, ...SERVER }, extra);
    const row = JSON.stringify([flags, extra]);
    expect.soft(navigator.kind, row).toBe(kind);
    expect.soft(judge, row).toMatchObject({
      flag,
      settings: { model: name, baseUrl: SERVER.baseUrl },
    });
  }
});

test('a scenario without judge checks needs no judge', async () => {
  const scenario = runWithFiles(
    { 'a.yaml': `scenario: 1\nname: x\n${START}dialogue: [{ say: Hello }]\n` },
    ({ loadAndBind }) => loadAndBind(),
  );
  const { signal } = new AbortController();
  expect(await createSessionModels({}, scenario, {}, signal)).toEqual({
    navigator: { kind: 'direct' },
    judge: null,
  });
  expect(await createSessionModels({}, null, {}, signal)).toEqual({
    navigator: { kind: 'direct' },
    judge: null,
  });
});

test('a judge check without a model causes a usage error that names the check and the flags', async () => {
  await expect(createModels({})).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('dialogue[0].check[0].judge'),
    next: expect.stringMatching(/--judge-model.*--model.*judge_model/),
  });
});
