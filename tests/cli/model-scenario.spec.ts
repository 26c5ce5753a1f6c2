/**
 * Runs a scenario on the fixture sites with a language model: first with a model server, then from its recorded
 * answers. The server decides from the prompt alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../support/browser.js';
import { formatDecision, ChatPrompt, type AnswerStep } from '../support/chat-prompt.js';
import { startFakeModelServer } from '../support/fake-model-server.js';
import { runCommand } from '../support/cli-harness.js';
import { parseEvents } from '../support/parley.js';

/** Decides the next steps from the instruction and the page in the prompt. */
function decideSteps(prompt: ChatPrompt): AnswerStep[] {
  const { lastLine, page, actionsAfterLastLine } = prompt;
  const createReport = (value: string): AnswerStep[] => [{ do: 'report', value }];
  const banner = prompt.findElement(/^button "Reject"/);
  if (banner !== null && !prompt.actions.length) return [{ do: 'click', on: banner }];

  const searchTerm = /search for (.+?)\.?$/i.exec(lastLine)?.[1];
  if (searchTerm) {
    if (page.includes(`q=${searchTerm}`)) return createReport(`The results for ${searchTerm} are shown.`);
    return [
      { do: 'type', on: prompt.findElement(/^combobox "Search/), value: searchTerm },
      { do: 'click', on: prompt.findElement(/^button "Search"/) },
    ];
  }
  const article = /article about (.+?)\.?$/i.exec(lastLine)?.[1];
  if (article)
    return page.split('\n').some((line) => line.trim() === `# "${article}"`)
      ? createReport(`The article ${article} is open.`)
      : [{ do: 'click', on: prompt.findElement(new RegExp(`^link "${article}`)) }];
  if (/how tall/i.test(lastLine)) {
    const height = /^ *Height \| (.+)$/m.exec(page)?.[1];
    return height ? [{ do: 'answer', value: `It is ${height} tall.` }] : [{ do: 'find', value: 'height' }];
  }
  if (/^watch/i.test(lastLine)) {
    const watch = prompt.findElement(/^button "Watch/);
    return watch === null || actionsAfterLastLine.length
      ? createReport('It is watched now.')
      : [{ do: 'click', on: watch }];
  }
  return [{ do: 'give_up', value: 'I do not know how.' }];
}

test('a scenario produces the same prompts with a model server and when replayed from its cassette', async ({}, info) => {
  const server = await startFakeModelServer(({ prompt }) => ({
    text: formatDecision(decideSteps(new ChatPrompt(prompt))),
    usage: { prompt: Math.ceil(prompt.length / 4) },
  }));
  const cassette = info.outputPath('demo.cassette.jsonl');
  const runScenario = async (name: string, mode: string[]) => {
    const results = info.outputPath(name);
    const result = await runCommand(
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
      {
        env: {
          XDG_CACHE_HOME: info.outputPath('cache'),
          PARLEY_API_KEY: 'key-of-the-tests',
          // With short waits, only some runs would see the suggestions of the search field.
          PARLEY_TEST_LIMITS: '{}',
        },
      },
    );
    expect(result.code, result.stdout + result.stderr).toBe(0);
    const [folder] = readdirSync(results);
    const readRecord = (file: string): string => readFileSync(join(results, folder!, file), 'utf8');
    return { ...result, readRecord, events: parseEvents(result.stdout) };
  };

  const recordedRun = await runScenario('first', ['--cassette-mode', 'record']);
  expect(recordedRun.code, recordedRun.stderr).toBe(0);
  const requestCount = server.requests.length;
  expect(requestCount).toBeGreaterThan(7);
  await server.close();
  const replayedRun = await runScenario('second', ['--cassette-strict']);
  expect(replayedRun.code, replayedRun.stderr).toBe(0);
  expect(replayedRun.events.at(-1)).toMatchObject({
    verdict: 'done',
    model: { calls: requestCount, recorded: requestCount },
  });

  // Only the port of the fixture sites differs between the runs.
  const readRequests = ({ readRecord }: typeof recordedRun): unknown[] =>
    readRecord('prompts.jsonl')
      .replace(/127\.0\.0\.1:\d+/g, 'site')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { request: unknown }).request);
  expect(readRequests(replayedRun)).toEqual(readRequests(recordedRun));
  const readTurns = ({ readRecord }: typeof recordedRun): unknown[] =>
    (
      JSON.parse(readRecord('replay.json').replace(/127\.0\.0\.1:\d+/g, 'site')) as {
        data: Record<string, unknown>[];
      }
    ).data.map(({ type, speaker, utterance, action }) => ({
      type,
      speaker,
      utterance,
      intent: (action as { intent?: string } | undefined)?.intent,
    }));
  expect(readTurns(replayedRun)).toEqual(readTurns(recordedRun));
});
