// Runs one seed of the MiniWoB++ benchmark on a page that imitates the pages of the package.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type MiniwobRun, runSeed } from '../../bench/lib/miniwob-run.js';
import { newContext } from '../../src/page/index.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import { expect, signal, test as base } from '../support/browser.js';
import { answerWithPages, serve } from '../support/server.js';

/** A task page with the parts of the package's `core.js` that an episode needs. `finish(correct)` ends the episode. */
const createTaskPage = (
  finish: string,
  query = '"Click on the \\"button " + targetNumber + "\\" button."',
) => `<!doctype html>
<title>Task</title>
<div id="query"></div><div id="area"><button>button 3</button> <button>button 4</button></div>
<div id="reward-display">Time left: <span id="timer-countdown">-</span></div>
<div id="cover" onclick="core.startEpisodeReal()">START</div>
<script>
  var WOB_TASK_READY = false, WOB_DONE_GLOBAL = false, WOB_RAW_REWARD_GLOBAL = 0, targetNumber, clock;
  Math.seedrandom = (seed) => { Math.random = () => (seed % 2) / 2; };
  var core = {
    EPISODE_MAX_TIME: 1,
    cover_div: document.getElementById('cover'),
    EP_TIMER: null,
    setDataMode(mode) { if (mode !== 'train') throw new Error(mode); },
    startEpisodeReal() {
      targetNumber = Math.random() === 0.5 ? 3 : 4;
      document.getElementById('query').textContent = ${query};
      WOB_DONE_GLOBAL = false;
      WOB_RAW_REWARD_GLOBAL = 0;
      core.cover_div.style.display = 'none';
      core.EP_TIMER = setTimeout(() => core.endEpisode(-1), core.EPISODE_MAX_TIME);
      clock = setInterval(() => { document.getElementById('timer-countdown').textContent += '.'; }, 10);
      setTimeout(() => { WOB_TASK_READY = true; }, 50);
    },
    endEpisode(reward) {
      if (core.EP_TIMER === null) return;
      clearTimeout(core.EP_TIMER);
      core.EP_TIMER = null;
      WOB_RAW_REWARD_GLOBAL = reward;
      WOB_DONE_GLOBAL = true;
      core.cover_div.style.display = 'block';
    },
    getUtterance: () => ({ utterance: document.getElementById('query').textContent }),
    hideDisplay() { document.getElementById('reward-display').style.display = 'none'; },
    clearTimer() { clearInterval(clock); },
  };
  const finish = (correct) => { ${finish} };
  for (const button of document.querySelectorAll('button'))
    button.onclick = () => finish(button.textContent === 'button ' + targetNumber);
</script>`;

const END_NOW = 'core.endEpisode(correct ? 1 : -1)';

let results: string;
const test = base.extend<{ run: (html: string, seed: number) => Promise<MiniwobRun> }>({
  run: async ({ chromium }, use) => {
    const ranker = createLexicalRanker();
    const context = await newContext(chromium);
    await use(async (html, seed) => {
      const site = await serve(answerWithPages({ '/miniwob/task.html': html }));
      const episodeOptions = { hideUtterance: true, keepClockRunning: false };
      const settings = {
        ranker,
        navigator: { kind: 'direct' },
        site: site.url,
        results,
        episodeOptions,
        signal,
      } as const;
      try {
        return await runSeed(context, 'task', seed, settings);
      } finally {
        await site.close();
      }
    });
    expect(context.pages()).toEqual([]);
    await context.close();
    await ranker.close();
  },
});

test.beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'parley-miniwob-'));
});
test.afterEach(() => rmSync(results, { recursive: true, force: true }));

for (const [seed, button] of [
  [1, 'button 3'],
  [2, 'button 4'],
] as const)
  test(`seed ${seed} selects the task, the utterance is the only instruction, and the page gives a reward`, async ({
    run,
  }) => {
    expect(await run(createTaskPage(END_NOW), seed)).toMatchObject({
      task: 'task',
      seed,
      utterance: `Click on the "${button}" button.`,
      reward: 1,
      done: true,
      actions: 1,
      verdict: 'done',
      transcript: [expect.stringContaining(`click button “${button}”`)],
    });
  });

test('a reward that arrives shortly after the last action counts', async ({ run }) => {
  const lateReward = await run(
    createTaskPage('setTimeout(() => core.endEpisode(correct ? 0.5 : -1), 600)'),
    1,
  );
  expect(lateReward).toMatchObject({ reward: 0.5, done: true });
});

test('after the page has ended the episode, a click cannot start another one', async ({ run }) => {
  const endsTwice = createTaskPage(`${END_NOW}; core.cover_div.click();`);
  expect(await run(endsTwice, 1)).toMatchObject({ reward: 1, done: true, actions: 1 });
});

test('a session that ends before the episode has no reward', async ({ run }) => {
  const { reward, done, actions, transcript } = await run(createTaskPage(END_NOW, '"Click on Nowhere"'), 1);
  expect({ reward, done, actions }).toEqual({ reward: 0, done: false, actions: 0 });
  expect(transcript).toHaveLength(1);
});

test('a page that is not from the package gives a run with the verdict infra', async ({ run }) => {
  expect(await run('<title>Other</title>', 1)).toMatchObject({
    utterance: '',
    done: false,
    verdict: 'infra',
    reason: expect.stringContaining('core is not defined'),
  });
});
