/**
 * Writes a folder of small task pages. They implement the parts of MiniWoB++'s `core.js` that an episode needs: seeds,
 * data modes, the START cover, the time limit, rewards, and the display beside the task area. The tasks themselves are
 * not from MiniWoB++.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CORE = `
var WOB_TASK_READY = true, WOB_DONE_GLOBAL = false, WOB_REWARD_GLOBAL = 0, WOB_RAW_REWARD_GLOBAL = 0;
var WOB_REWARD_REASON = null, WOB_DATA_MODE = 'default';
// As in MiniWoB++, the seeds '7' and 7 give different random numbers.
Math.seedrandom = function (seed) {
  var state = typeof seed === 'number' ? seed : 1000 + Number(seed);
  Math.random = function () { state = Math.abs(Math.sin(state) * 10000) % 1000; return state % 1; };
};
var core = {
  EPISODE_MAX_TIME: 10000, EP_TIMER: null, CD_TIMER: null, ept0: 0, cover_div: null,
  setDataMode: function (mode) { WOB_DATA_MODE = mode; },
  getUtterance: function () { return document.getElementById('query').textContent.replace(/\\s+/g, ' ').trim(); },
  hideDisplay: function () { document.getElementById('reward-display').style.display = 'none'; },
  clearTimer: function () { clearInterval(core.CD_TIMER); },
  startEpisode: function () {
    if (!core.cover_div) {
      core.cover_div = document.createElement('div');
      core.cover_div.id = 'sync-task-cover';
      core.cover_div.style.cssText = 'position:fixed;inset:0;background:grey';
      core.cover_div.textContent = 'START';
      core.cover_div.onclick = function () { core.startEpisodeReal(); };
      document.body.append(core.cover_div);
    }
    core.cover_div.style.display = 'block';
  },
  startEpisodeReal: function () {
    genProblem();
    WOB_DONE_GLOBAL = false; WOB_REWARD_GLOBAL = 0; WOB_RAW_REWARD_GLOBAL = 0; WOB_REWARD_REASON = null;
    core.cover_div.style.display = 'none';
    core.ept0 = Date.now();
    clearInterval(core.CD_TIMER);
    core.CD_TIMER = setInterval(function () {
      document.getElementById('timer-countdown').textContent = Date.now() - core.ept0;
    }, 10);
    clearTimeout(core.EP_TIMER);
    core.EP_TIMER = setTimeout(function () { core.endEpisode(-1, false, 'timed out'); }, core.EPISODE_MAX_TIME);
  },
  endEpisode: function (reward, timeProportional, reason) {
    if (core.EP_TIMER === null) return;
    clearTimeout(core.EP_TIMER);
    core.EP_TIMER = null;
    WOB_RAW_REWARD_GLOBAL = reward;
    WOB_REWARD_REASON = reason;
    WOB_REWARD_GLOBAL = timeProportional
      ? reward * Math.max(0, 1 - (Date.now() - core.ept0) / core.EPISODE_MAX_TIME) : reward;
    WOB_DONE_GLOBAL = true;
    core.clearTimer();
    core.startEpisode();
  },
};
`;

const formatPage = (area: string, script: string): string => `<!doctype html>
<title>Task</title><script src="../core/core.js"></script>
<div id="wrap"><div id="query"></div><div id="area">${area}</div></div>
<div id="reward-display">Time left: <span id="timer-countdown">-</span></div>
<script>
  var query = document.getElementById('query'), area = document.getElementById('area');
  ${script}
  window.onload = function () { core.startEpisode(); };
</script>`;

const TWO_BUTTONS = '<button>One</button> <button>Two</button>';
/** Calls `press(name)` for the pressed button. */
const ON_PRESS = 'area.onclick = function (event) { press(event.target.textContent); };';

/** Task pages by name. */
const TASKS: Readonly<Record<string, string>> = {
  // The seed and the data mode determine which button is right.
  'press-button': formatPage(
    TWO_BUTTONS,
    `var right;
     function genProblem() {
       right = Math.random() < 0.5 ? 'One' : 'Two';
       query.textContent = 'Click on the "' + right + '" button.';
       area.dataset.mode = WOB_DATA_MODE;
     }
     function press(name) { core.endEpisode(name === right ? 1 : -1, true); }
     ${ON_PRESS}`,
  ),
  // Either button earns a partial reward.
  'press-part': formatPage(
    TWO_BUTTONS,
    `function genProblem() { query.textContent = 'Click on the "One" button.'; }
     function press() { core.endEpisode(0.75, true); }
     ${ON_PRESS}`,
  ),
  // The reward arrives after the last action.
  'press-late': formatPage(
    TWO_BUTTONS,
    `function genProblem() { query.textContent = 'Click on the "Two" button.'; }
     function press() { setTimeout(function () { core.endEpisode(1); }, 600); }
     ${ON_PRESS}`,
  ),
  // The page ends the episode before the instruction is complete, and clicks the START cover itself.
  'press-first': formatPage(
    TWO_BUTTONS,
    `function genProblem() { query.textContent = 'Click on the "One" button, and then click on the "Two" button.'; }
     function press() { core.endEpisode(1); core.cover_div.click(); }
     ${ON_PRESS}`,
  ),
  // The task is impossible, and its time limit is short.
  'press-nothing': formatPage(
    TWO_BUTTONS,
    `core.EPISODE_MAX_TIME = 50;
     function genProblem() { query.textContent = 'Click on the "Nowhere" button.'; }
     function press() { core.endEpisode(-1); }
     ${ON_PRESS}`,
  ),
};

/** @param folder gets the structure of MiniWoB++'s `html` folder @returns the same folder */
export function writeMiniwobPages(folder: string): string {
  mkdirSync(join(folder, 'core'), { recursive: true });
  mkdirSync(join(folder, 'miniwob'), { recursive: true });
  writeFileSync(join(folder, 'core/core.js'), CORE);
  for (const [name, html] of Object.entries(TASKS))
    writeFileSync(join(folder, 'miniwob', `${name}.html`), html);
  // This page does not load `core.js`, so it is not a task page.
  writeFileSync(join(folder, 'miniwob/other.html'), '<title>Other</title><p>Another page</p>');
  return folder;
}
