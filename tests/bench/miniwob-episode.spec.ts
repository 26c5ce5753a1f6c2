// One seed of the MiniWoB++ benchmark on a page that is made as the package makes its own: begun, done, and its reward read.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Run, runSeed } from '../../bench/lib/miniwob-run.js';
import { newContext } from '../../src/page/index.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import { expect, signal, test } from '../support/browser.js';
import { pages, serve } from '../support/server.js';

/** As much of the package's `core.js` as an episode needs; `finish(correct)` is the page's own judgement. */
const task = (
  finish: string,
  query = '"Click on the \\"button " + wanted + "\\" button."',
) => `<!doctype html>
<title>Task</title>
<div id="query"></div><div id="area"><button>button 3</button> <button>button 4</button></div>
<div id="reward-display">Time left: <span id="timer-countdown">-</span></div>
<div id="cover" onclick="core.startEpisodeReal()">START</div>
<script>
  var WOB_TASK_READY = false, WOB_DONE_GLOBAL = false, WOB_RAW_REWARD_GLOBAL = 0, wanted, clock;
  Math.seedrandom = (seed) => { Math.random = () => (seed % 2) / 2; };
  var core = {
    EPISODE_MAX_TIME: 1,
    cover_div: document.getElementById('cover'),
    EP_TIMER: null,
    setDataMode(mode) { if (mode !== 'train') throw new Error(mode); },
    startEpisodeReal() {
      wanted = Math.random() === 0.5 ? 3 : 4;
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
    button.onclick = () => finish(button.textContent === 'button ' + wanted);
</script>`;

const AT_ONCE = 'core.endEpisode(correct ? 1 : -1)';

let results: string;
test.beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'parley-miniwob-'));
});
test.afterEach(() => rmSync(results, { recursive: true, force: true }));

const runs = test.extend<{ run: (html: string, seed: number) => Promise<Run> }>({
  run: async ({ chromium }, use) => {
    const ranker = createLexicalRanker();
    const context = await newContext(chromium);
    await use(async (html, seed) => {
      const site = await serve(pages({ '/miniwob/task.html': html }));
      const view = { withoutQuery: true, withClock: false };
      const setting = {
        ranker,
        navigator: { kind: 'direct' },
        site: site.url,
        results,
        view,
        signal,
      } as const;
      try {
        return await runSeed(context, 'task', seed, setting);
      } finally {
        await site.close();
      }
    });
    expect(context.pages()).toEqual([]);
    await context.close();
    await ranker.close();
  },
});

for (const [seed, button] of [
  [1, 'button 3'],
  [2, 'button 4'],
] as const)
  runs(
    `seed ${seed} makes the task, the session hears its utterance alone, and the page rewards it`,
    async ({ run }) => {
      expect(await run(task(AT_ONCE), seed)).toMatchObject({
        task: 'task',
        seed,
        utterance: `Click on the "${button}" button.`,
        reward: 1,
        done: true,
        acts: 1,
        verdict: 'done',
        deeds: [expect.stringContaining(`click button “${button}”`)],
      });
    },
  );

runs('a reward that comes a moment later counts', async ({ run }) => {
  const late = await run(task('setTimeout(() => core.endEpisode(correct ? 0.5 : -1), 600)'), 1);
  expect(late).toMatchObject({ reward: 0.5, done: true });
});

runs('once the page has ended the episode, nothing can begin another', async ({ run }) => {
  const twice = task(`${AT_ONCE}; core.cover_div.click();`);
  expect(await run(twice, 1)).toMatchObject({ reward: 1, done: true, acts: 1 });
});

runs('a session that ends before the page does has no reward', async ({ run }) => {
  const { reward, done, acts, deeds } = await run(task(AT_ONCE, '"Click on Nowhere"'), 1);
  expect({ reward, done, acts }).toEqual({ reward: 0, done: false, acts: 0 });
  expect(deeds).toHaveLength(1);
});

runs('a page that is none of the package’s is a run that could not begin', async ({ run }) => {
  expect(await run('<title>Other</title>', 1)).toMatchObject({
    utterance: '',
    done: false,
    verdict: 'infra',
    reason: expect.stringContaining('core is not defined'),
  });
});
