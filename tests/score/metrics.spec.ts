/** The golden vectors of the paper's metrics. */
import { expect, test } from '@playwright/test';

import type { DomBox } from '../../src/demonstration/index.js';
import { attributeOf, elementsOf, parseHtml } from '../../src/lxml/index.js';
import {
  aggregate,
  chrf,
  iou,
  isValidReference,
  predictionOf,
  referenceOf,
  type ScoredPage,
  type ScoreRow,
  scoresCsv,
  turnScores,
  urlf,
} from '../../src/score/index.js';
import { golden, turnLike } from '../support/golden.js';

for (const { hyp, ref, score } of golden.chrf) {
  test(`chrF of ${JSON.stringify(hyp)} and ${JSON.stringify(ref)}`, () => {
    expect(chrf(hyp, ref)).toBeCloseTo(score, 14);
  });
}

for (const { hyp, ref, score } of golden.urlf) {
  test(`URLF of ${JSON.stringify(hyp)} and ${JSON.stringify(ref)}`, () => {
    expect(urlf(hyp, ref)).toBeCloseTo(score, 15);
  });
}

for (const { pred, ref, score } of golden.iou) {
  test(`overlap of ${pred.join(' ')} and ${ref.join(' ')}`, () => {
    const box = ([left, top, right, bottom]: number[]): DomBox => ({ left, top, right, bottom }) as DomBox;
    expect(iou(box(pred), box(ref))).toBeCloseTo(score, 15);
  });
}

test('two boxes without area do not overlap', () => {
  const point = { left: 1, top: 1, right: 1, bottom: 1 };
  expect(iou(point, point)).toBe(0);
});

const turns = golden.demo['replay.json'].data;
const html = parseHtml(golden.demo['pages/page-4-0.html'])!;
const page: ScoredPage = {
  uids: new Set([...elementsOf(html.roots)].map((element) => attributeOf(element, 'data-webtasks-id') ?? '')),
  boxes: new Map(Object.entries(golden.demo['bboxes/bboxes-4.json']) as [string, DomBox][]),
};
const nowhere: ScoredPage = { uids: new Set(), boxes: new Map() };

function rows(): ScoreRow[] {
  return golden.eval['results.json'].flatMap(
    ({ demo_name: demo, turn_index: turn, output_predicted: output }) => {
      const own = turns[turn]!;
      const seen = own.type === 'browser' && own.state.page !== null ? page : nowhere;
      const reference = referenceOf(own, seen);
      if (!isValidReference(reference, turns[turn + 1])) return [];
      const prediction = predictionOf(output, seen);
      const scores = turnScores(prediction, reference);
      return [{ demo, turn, predicted: prediction.intent, reference: reference.intent, scores }];
    },
  );
}

test('the golden table, byte for byte', () => {
  expect(scoresCsv(rows())).toBe(golden.eval['eval_scores.csv']);
});

test('the golden means', () => {
  const means = aggregate(rows());
  expect(means.map(({ intent, metric }) => `${intent} ${metric}`)).toEqual(
    golden.eval.aggregated.map(({ intent, metric }) => `${intent} ${metric}`),
  );
  means.forEach(({ score, unconditional, intent, metric }, i) => {
    const wanted = golden.eval.aggregated[i]!;
    if (wanted.score === null) expect(score).toBeNull();
    else expect(score, `${intent} ${metric}`).toBeCloseTo(wanted.score, 14);
    expect(unconditional, `${intent} ${metric}`).toBeCloseTo(wanted.unconditional_score, 14);
  });
});

test('a click that the next turn says again is left out, and one whose element the page lacks', () => {
  const click = referenceOf(turns[16]!, page);
  const next = (intent: string, uid: string) =>
    turnLike(14, ({ action }) => {
      action.intent = intent;
      action.arguments.element!.attributes = { 'data-webtasks-id': uid };
    });
  expect(isValidReference(click, undefined)).toBe(true);
  expect(isValidReference(click, next('submit', click.element!.uid!))).toBe(false);
  expect(isValidReference(click, next('submit', 'another'))).toBe(true);
  expect(isValidReference(click, next('copy', 'another'))).toBe(false);
  expect(isValidReference(referenceOf(turns[16]!, nowhere), undefined)).toBe(false);
});
