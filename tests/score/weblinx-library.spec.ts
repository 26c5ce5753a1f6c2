/** The scores equal those of the official Python library. Skipped if the library is not installed. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import type { WeblinxTurn } from '../../src/demonstration/index.js';
import {
  aggregate,
  formatScoresCsv,
  openDataSet,
  readPredictions,
  scoreSplits,
  selectPredictedTurns,
  selectSplits,
} from '../../src/score/index.js';
import { goldenData } from '../support/golden.js';
import { DEMO, writeDemonstration } from './golden-data-set.js';

const script = fileURLToPath(new URL('../../scripts/score_weblinx.py', import.meta.url));

interface LibraryScore {
  intent: string;
  metric: string;
  score: number | null;
  unconditional_score: number | null;
}

const uidOf = (turn: WeblinxTurn): string =>
  (turn.type === 'browser' && turn.action.arguments.element?.attributes['data-webtasks-id']) || 'none';

/** Correct answers, wrong intents, wrong elements, coordinates and unreadable answers for every turn. */
const OUTPUTS: ((turn: WeblinxTurn) => string)[] = [
  (turn) => `click(uid="${uidOf(turn)}")`,
  (turn) => `text_input(text="cheap flights", uid="${uidOf(turn)}")`,
  (turn) => `change(value="2", uid="${uidOf(turn)}")`,
  (turn) => `submit(uid="${uidOf(turn)}")`,
  () => 'say(speaker="navigator", utterance="Here are the results, é.")',
  () => 'load(url="https://www.example.com/a/b?c=d")',
  () => 'scroll(x=0, y=300)',
  () => 'click(x=100, y=120)',
  () => 'I would click the button.',
];

test('every score equals the library’s score, for correct and for incorrect outputs', ({}, info) => {
  const demonstrations = info.outputPath('demonstrations');
  writeDemonstration(demonstrations);
  const turns = goldenData.demo['replay.json'].data;
  for (const [number, write] of OUTPUTS.entries()) {
    const file = info.outputPath(`results-${number}.json`);
    const predictions = selectPredictedTurns(turns).map((turn_index) => ({
      demo_name: DEMO,
      turn_index,
      output_predicted: write(turns[turn_index]!),
    }));
    writeFileSync(file, JSON.stringify(predictions));
    const output = info.outputPath(`library-${number}`);
    const python = spawnSync(
      process.env['PARLEY_PYTHON'] ?? 'python3',
      [script, demonstrations, file, output],
      {
        encoding: 'utf8',
      },
    );
    test.skip(
      python.status === 3 || python.error !== undefined,
      `The Python library weblinx is missing. To run this test, install scripts/requirements.txt with pip and set PARLEY_PYTHON to that Python. ${python.stderr}`,
    );
    expect(python.status, python.stderr).toBe(0);
    const [scored] = scoreSplits(readPredictions(file), selectSplits(openDataSet(demonstrations), undefined));
    expect
      .soft(formatScoresCsv(scored!.rows), file)
      .toBe(readFileSync(join(output, 'eval_scores.csv'), 'utf8'));
    const means = aggregate(scored!.rows);
    // The library writes NaN where a mean has no values.
    const text = readFileSync(join(output, 'aggregated_scores.json'), 'utf8').replaceAll('NaN', 'null');
    for (const { intent, metric, score, unconditional_score } of JSON.parse(text) as LibraryScore[]) {
      const own = means.find((mean) => mean.intent === intent && mean.metric === metric);
      const place = `${file}: ${intent} ${metric}`;
      if (score === null) expect.soft(own?.score, place).toBeNull();
      else expect.soft(own?.score, place).toBeCloseTo(score, 9);
      expect.soft(own?.unconditional, place).toBeCloseTo(unconditional_score ?? Number.NaN, 9);
    }
  }
});
