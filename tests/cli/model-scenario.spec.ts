/**
 * Whole scenarios on the example sites with a language model: once with a server, whose policy reads the prompts
 * and knows neither page nor turn, and again from the recorded answers, without one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { decision, Prompt, type Step } from '../support/chat-prompt.js';
import { fakeModelServer } from '../support/fake-model-server.js';
import { runCommand } from '../support/cli-harness.js';
import { events } from '../support/parley.js';

/** Follows an instruction by its words and the page's. */
function follow(prompt: Prompt): Step[] {
  const { line, page, doneNow } = prompt;
  const report = (value: string): Step[] => [{ do: 'report', value }];
  const banner = prompt.find(/^button "Reject"/);
  if (banner !== null && !prompt.done.length) return [{ do: 'click', on: banner }];

  const words = /search for (.+?)\.?$/i.exec(line)?.[1];
  if (words) {
    if (page.includes(`q=${words}`)) return report(`The results for ${words} are shown.`);
    return [
      { do: 'type', on: prompt.find(/^combobox "Search/), value: words },
      { do: 'click', on: prompt.find(/^button "Search"/) },
    ];
  }
  const article = /article about (.+?)\.?$/i.exec(line)?.[1];
  if (article)
    return page.split('\n').includes(`# "${article}"`)
      ? report(`The article ${article} is open.`)
      : [{ do: 'click', on: prompt.find(new RegExp(`^link "${article}`)) }];
  if (/how tall/i.test(line)) {
    const height = /row "Height: ([^"]+)"/.exec(page)?.[1];
    return height ? [{ do: 'answer', value: `It is ${height} tall.` }] : [{ do: 'find', value: 'height' }];
  }
  if (/^watch/i.test(line)) {
    const watch = prompt.find(/^button "Watch/);
    return watch === null || doneNow.length ? report('It is watched now.') : [{ do: 'click', on: watch }];
  }
  return [{ do: 'give_up', value: 'I do not know how.' }];
}

test('a scenario run with a model and again from its cassette sends byte-identical prompts', async ({}, info) => {
  const server = await fakeModelServer(({ prompt }) => ({
    text: decision(follow(new Prompt(prompt))),
    usage: { prompt: Math.ceil(prompt.length / 4) },
  }));
  const cassette = info.outputPath('demo.cassette.jsonl');
  const run = async (name: string, mode: string[]) => {
    const results = info.outputPath(name);
    const done = await runCommand(
      [
        'run',
        'scenarios/demo.scenario.yaml',
        '--model',
        'reader',
        '--base-url',
        server.url,
        '--results',
        results,
        '--json',
      ].concat(['--cassette', cassette, ...mode]),
      { env: { XDG_CACHE_HOME: info.outputPath('cache'), PARLEY_API_KEY: 'key-of-the-tests' } },
    );
    expect(done.code, done.stdout + done.stderr).toBe(0);
    const [folder] = readdirSync(results);
    const read = (file: string): string => readFileSync(join(results, folder!, file), 'utf8');
    return { ...done, read, events: events(done.stdout) };
  };

  const first = await run('first', ['--cassette-mode', 'record']);
  expect(first.code, first.stderr).toBe(0);
  const asked = server.asked.length;
  expect(asked).toBeGreaterThan(7);
  await server.close();
  const second = await run('second', ['--cassette-strict']);
  expect(second.code, second.stderr).toBe(0);
  expect(second.events.at(-1)).toMatchObject({ verdict: 'done', model: { calls: asked, recorded: asked } });

  // The port of the example sites is another in each run; everything else is the same.
  const prompts = ({ read }: typeof first): unknown[] =>
    read('prompts.jsonl')
      .replace(/127\.0\.0\.1:\d+/g, 'site')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { request: unknown }).request);
  expect(prompts(second)).toEqual(prompts(first));
  const turns = ({ read }: typeof first): unknown[] =>
    (
      JSON.parse(read('replay.json').replace(/127\.0\.0\.1:\d+/g, 'site')) as {
        data: Record<string, unknown>[];
      }
    ).data.map(({ type, speaker, utterance, action }) => ({
      type,
      speaker,
      utterance,
      intent: (action as { intent?: string } | undefined)?.intent,
    }));
  expect(turns(second)).toEqual(turns(first));
});
