/** The rewards equal those of the official package of WebLINX 1.1. Skipped if the package is not installed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { UID_ATTRIBUTE } from '../../src/action/index.js';
import {
  readBrowserGymData,
  readPredictions,
  scoreBrowserGym,
  selectBrowserGymSplits,
} from '../../src/score/index.js';
import { goldenData } from '../support/golden.js';
import { turns, writeRecords } from './browsergym-data-set.js';
import { DEMO } from './golden-data-set.js';

const script = fileURLToPath(new URL('../../scripts/score_browsergym.py', import.meta.url));

/** All elements with a box: the target of one turn is a wrong element for the others. */
const UIDS = Object.keys(goldenData.demo['bboxes/bboxes-4.json']);
const TARGETS = [
  ...new Set(
    turns.flatMap((turn) =>
      turn.type === 'browser' ? (turn.action.arguments.element?.attributes[UID_ATTRIBUTE] ?? []) : [],
    ),
  ),
];

/** Correct and wrong actions, each written in valid and in invalid ways. */
const OUTPUTS: readonly string[] = [
  ...[...UIDS, ...TARGETS].map((uid) => `click("${uid}")`),
  ...TARGETS.flatMap((uid) => [
    `I think so.\nhover(bid='${uid}')`,
    `fill("${uid}", "cheap flights")`,
    `fill('${uid}', value='London')`,
    `click("${uid}", button="right", modifiers=["Shift"], )`,
    `click ( # the button\n "${uid}" )`,
    `# click("none")\nclick("${uid}")`,
    `click("${uid}") click("${uid}")`,
    `click(uid="${uid}")`,
    `fill("${uid}")`,
    `click("${uid}", "left")`,
    `click("${uid.slice(0, 4)}" "${uid.slice(4)}")`,
    `click("""${uid}""")`,
    `click("\\x${uid.codePointAt(0)!.toString(16)}${uid.slice(1)}")`,
    `#1: click("${uid}")`,
    `click('${uid}'`,
    `f(click("${uid}"))`,
    `click("x", bid="${uid}")`,
  ]),
  ...turns.flatMap((turn) => {
    if (turn.type === 'chat')
      return [
        `send_msg_to_user(${JSON.stringify(turn.utterance)})`,
        `send_msg_to_user("${turn.utterance.slice(0, 9).replaceAll('"', '')}\\u00e9\tü")`,
      ];
    const { scrollX: x, scrollY: y, properties } = turn.action.arguments;
    if (turn.action.intent === 'scroll')
      return [
        `scroll(${x}, ${y})`,
        `scroll(delta_x=${x! + 30}, delta_y="${y! - 25}.5")`,
        `scroll(${x! + 1e3}, ${y})`,
        `scroll(True, ${y})`,
        `scroll("nan", ${y})`,
        `scroll(${x})`,
        `scroll([${x}], ${y})`,
      ];
    if (turn.action.intent === 'load')
      return [`goto("${String(properties['url'])}")`, `goto("${String(properties['url'])}/more?x=1")`];
    return [
      `tab_focus(${String(properties['tabId'])})`,
      `tab_focus(index=${String(properties['tabId'])}.0)`,
      `tab_focus("${String(properties['tabId'])}")`,
    ];
  }),
  'goto("www.example.com")',
  'goto(12)',
  'goto("")',
  'tab_focus(1)',
  'new_tab()',
  'new_tab(1)',
  'tab_close()',
  'noop()',
  'change("a", "b")',
  'send_msg_to_user("")',
  'send_msg_to_user(None)',
  'send_msg_to_user("\\x4")',
  'send_msg_to_user("\\u12 is no character")',
  'new_tab() "a',
  'Open a new tab.',
  '',
];

test('for every task and every action, the reward equals the package’s reward', ({}, info) => {
  test.slow();
  const folder = writeRecords(info.outputDir);
  const data = readBrowserGymData(folder);
  const splits = selectBrowserGymSplits(data, ['test_iid']);
  const tasks = [...splits[0]!.demonstrations.get(DEMO)!].flatMap(([step, { isTask }]) =>
    isTask ? [step] : [],
  );
  expect(tasks.length).toBeGreaterThan(10);
  const outputs = [...new Set(OUTPUTS)];
  const actions = outputs.flatMap((action) => tasks.map((step) => ({ demo: DEMO, step, action })));
  const actionsFile = info.outputPath('actions.json');
  writeFileSync(actionsFile, JSON.stringify(actions));
  const python = spawnSync(
    process.env['PARLEY_PYTHON'] ?? 'python3',
    [script, folder, actionsFile, 'test_iid'],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  test.skip(
    python.status === 3 || python.error !== undefined,
    `The package weblinx-browsergym is missing. To run this test, install scripts/requirements.txt with pip and set PARLEY_PYTHON to that Python. ${python.stderr}`,
  );
  expect(python.status, python.stderr).toBe(0);
  const expected = JSON.parse(python.stdout) as number[];
  expect(expected.filter((reward) => reward > 0).length).toBeGreaterThan(100);
  for (const [number, output] of outputs.entries()) {
    const file = info.outputPath('predictions.jsonl');
    writeFileSync(
      file,
      tasks
        .map((step) => JSON.stringify({ task_name: `weblinx.${DEMO}.${step}`, output_predicted: output }))
        // The outputs of one model are never all in the syntax of 1.0.
        .concat(JSON.stringify({ task_name: `weblinx.${DEMO}.0`, output_predicted: 'new_tab()' }))
        .join('\n'),
    );
    const [scored] = scoreBrowserGym(readPredictions(file), data, splits);
    for (const [index, { turn, reward, reference }] of scored!.rows.entries())
      expect
        .soft(reward, `${output} at step ${turn} (${reference})`)
        .toBeCloseTo(expected[number * tasks.length + index]!, 9);
  }
});
