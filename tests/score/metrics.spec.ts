/** The paper's metrics against golden vectors. */
import { expect, test } from '@playwright/test';

import type { DomBox } from '../../src/demonstration/index.js';
import { attributeOf, elementsOf, parseHtml } from '../../src/lxml/index.js';
import {
  aggregate,
  computeChrf,
  computeIou,
  isValidReference,
  parsePrediction,
  toReference,
  type ScoredPage,
  type ScoreRow,
  formatScoresCsv,
  scoreTurn,
  computeUrlf,
} from '../../src/score/index.js';
import { goldenData, createModifiedTurn } from '../support/golden.js';

test('chrF equals the golden scores', () => {
  for (const { hyp, ref, score } of goldenData.chrf)
    expect
      .soft(computeChrf(hyp, ref), `${JSON.stringify(hyp)} and ${JSON.stringify(ref)}`)
      .toBeCloseTo(score, 14);
});

test('URLF equals the golden scores', () => {
  for (const { hyp, ref, score } of goldenData.urlf)
    expect
      .soft(computeUrlf(hyp, ref), `${JSON.stringify(hyp)} and ${JSON.stringify(ref)}`)
      .toBeCloseTo(score, 15);
});

test('IoU equals the golden scores', () => {
  const toBox = ([left, top, right, bottom]: number[]): DomBox => ({ left, top, right, bottom }) as DomBox;
  for (const { pred, ref, score } of goldenData.iou)
    expect
      .soft(computeIou(toBox(pred), toBox(ref)), `${pred.join(' ')} and ${ref.join(' ')}`)
      .toBeCloseTo(score, 15);
});

test('two boxes without area do not overlap', () => {
  const point = { left: 1, top: 1, right: 1, bottom: 1 };
  expect(computeIou(point, point)).toBe(0);
});

const turns = goldenData.demo['replay.json'].data;
const html = parseHtml(goldenData.demo['pages/page-4-0.html'])!;
const page: ScoredPage = {
  uids: new Set([...elementsOf(html.roots)].map((element) => attributeOf(element, 'data-webtasks-id') ?? '')),
  boxes: new Map(Object.entries(goldenData.demo['bboxes/bboxes-4.json']) as [string, DomBox][]),
};
const noPage: ScoredPage = { uids: new Set(), boxes: new Map() };

function computeGoldenRows(): ScoreRow[] {
  return goldenData.eval['results.json'].flatMap(
    ({ demo_name: demo, turn_index: turn, output_predicted: output }) => {
      const recorded = turns[turn]!;
      const scoredPage = recorded.type === 'browser' && recorded.state.page !== null ? page : noPage;
      const reference = toReference(recorded, scoredPage);
      if (!isValidReference(reference, turns[turn + 1])) return [];
      const prediction = parsePrediction(output, scoredPage);
      const scores = scoreTurn(prediction, reference);
      return [{ demo, turn, predicted: prediction.intent, reference: reference.intent, scores }];
    },
  );
}

test('the table of scores equals the golden table byte for byte', () => {
  expect(formatScoresCsv(computeGoldenRows())).toBe(goldenData.eval['eval_scores.csv']);
});

test('the mean scores equal the golden means', () => {
  const means = aggregate(computeGoldenRows());
  expect(means.map(({ intent, metric }) => `${intent} ${metric}`)).toEqual(
    goldenData.eval.aggregated.map(({ intent, metric }) => `${intent} ${metric}`),
  );
  means.forEach(({ score, unconditional, intent, metric }, i) => {
    const expected = goldenData.eval.aggregated[i]!;
    if (expected.score === null) expect(score).toBeNull();
    else expect(score, `${intent} ${metric}`).toBeCloseTo(expected.score, 14);
    expect(unconditional, `${intent} ${metric}`).toBeCloseTo(expected.unconditional_score, 14);
  });
});

test('a click is not scored if the next turn repeats it or the page lacks its element', () => {
  const click = toReference(turns[16]!, page);
  const createNextTurn = (intent: string, uid: string) =>
    createModifiedTurn(14, ({ action }) => {
      action.intent = intent;
      action.arguments.element!.attributes = { 'data-webtasks-id': uid };
    });
  expect(isValidReference(click, undefined)).toBe(true);
  expect(isValidReference(click, createNextTurn('submit', click.element!.uid!))).toBe(false);
  expect(isValidReference(click, createNextTurn('submit', 'another'))).toBe(true);
  expect(isValidReference(click, createNextTurn('copy', 'another'))).toBe(false);
  expect(isValidReference(toReference(turns[16]!, noPage), undefined)).toBe(false);
});
