/** Writes the report of a demonstration without `session.jsonl`, such as one from the WebLINX data set. */
import { basename, resolve } from 'node:path';

import type { Box } from '../contract/index.js';
import {
  type Demonstration,
  readDemonstration,
  readPageBoxes,
  type WeblinxTurn,
} from '../demonstration/index.js';
import { readViewerAssets } from './assets.js';
import { END_OF_CONVERSATION, END_OF_DOCUMENT, renderHeader } from './document.js';
import { formatCount, formatDate, formatDuration, formatNumber } from './format-numbers.js';
import { html, toTrustedMarkup, type Markup } from './html.js';
import { formatDemonstrationMarkdown } from './markdown.js';
import { maskRecord } from './mask.js';
import type { SessionOverview } from './overview.js';
import type { MarkedBox } from './screenshot.js';
import { MAX_BOXES, ScreenshotReader } from './read-screenshots.js';
import {
  type Annotations,
  describeRecordedTurn,
  isNavigatorTurn,
  type OpenAnnotations,
  type TurnAnnotation,
} from './demonstration-annotations.js';
import { renderRecordedTurn } from './demonstration-turns.js';
import { ReportFile } from './report-file.js';
import type { ReportOptions } from './session-report.js';
import { renderTotals } from './summary.js';

export interface WrittenDemonstrationReport {
  overview: SessionOverview;
  markdown: string;
  warnings: string[];
}

const UID_ATTRIBUTE = 'data-webtasks-id';

/**
 * @param path the report's file; it is replaced when the report is complete
 * @throws ParleyError `usage` if the folder is not a demonstration
 */
export async function writeDemonstrationReport(
  dir: string,
  path: string,
  openAnnotations: OpenAnnotations,
  { redactor }: Pick<ReportOptions, 'redactor'>,
): Promise<WrittenDemonstrationReport> {
  const demonstration = maskRecord(readDemonstration(dir), redactor);
  const { turns } = demonstration;
  const annotations = await openAnnotations(dir, demonstration);
  const turnAnnotations = turns.map((turn, index) =>
    readSafely(() => maskRecord(annotations.annotate(turn, index), redactor), NO_ANNOTATION),
  );
  const screenshots = new ScreenshotReader(dir, () => turns);
  const name = basename(resolve(dir));
  const file = ReportFile.replace(path);
  try {
    file.append(renderBeginning(name, demonstration).source);
    for (const [index, turn] of turns.entries()) {
      const annotation = turnAnnotations[index]!;
      const screenshotFile = turn.type === 'browser' ? turn.state?.screenshot : null;
      const screenshot = await screenshots.readScreenshot(screenshotFile ?? null);
      const render = (): Markup => {
        const boxes = turn.type === 'browser' ? markBoxes(dir, turn, annotation) : [];
        return renderRecordedTurn(turn, index, { annotation, uid: getTargetUid(turn), screenshot, boxes });
      };
      file.append(readSafely(render, renderUnreadableTurn(index)).source);
    }
    file.append(renderEnding(demonstration, annotations, turnAnnotations).source);
  } catch (error) {
    file.discard();
    throw error;
  }
  file.close();
  return {
    overview: toDemonstrationOverview(name, demonstration),
    markdown: formatDemonstrationMarkdown(
      name,
      listTotals(demonstration, turnAnnotations),
      turns.map((turn) => [getSpeakerLabel(turn), readSafely(() => describeRecordedTurn(turn), UNREADABLE)]),
    ),
    warnings: [...annotations.remarks, ...screenshots.listWarnings()],
  };
}

const NO_ANNOTATION: TurnAnnotation = { reference: '', ranked: [], prediction: null };

const UNREADABLE = 'The turn cannot be shown, because its record has unexpected fields.';

const renderUnreadableTurn = (index: number): Markup =>
  html`<p class="event note" id="turn-${index}">Turn ${index}: ${UNREADABLE}</p>`;

/** Returns the fallback if a field has an unexpected type: the reader does not check the details of a turn. */
function readSafely<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fallback;
  }
}

function renderBeginning(name: string, { metadata, form }: Demonstration): Markup {
  return renderHeader(
    {
      product: 'Parley report of a recorded demonstration',
      name,
      factsTitle: 'About this demonstration',
      facts: [
        ['Recorded', formatDate(metadata.recordingStart)],
        ['Tasks', Array.isArray(form.tasks) ? form.tasks.join(', ') : undefined],
        ['Instructor', form.instructor_name],
        ['Navigator', metadata.parley?.navigator ?? form.navigator_name],
        ['Format', `WebLINX ${metadata.version}`],
      ],
    },
    null,
    readViewerAssets(),
  );
}

function renderEnding(
  demonstration: Demonstration,
  { remarks }: Annotations,
  turnAnnotations: readonly TurnAnnotation[],
): Markup {
  const misses = turnAnnotations.flatMap(({ prediction }, turn) =>
    prediction !== null && prediction.missReason !== null ? [{ turn, output: prediction.output }] : [],
  );
  const summary = html`<section id="summary" class="recorded" aria-labelledby="summary-title">
    <h2 id="summary-title">Recorded demonstration</h2>
    <p class="reason" dir="auto">${demonstration.form.description}</p>
    <dl class="totals">${renderTotals(listTotals(demonstration, turnAnnotations))}</dl>
    ${remarks.map((remark) => html`<p class="next">${remark}</p>`)}
    ${
      misses.length > 0 &&
      html`<h3>Where the prediction misses the reference</h3>
        <ul class="problems">
          ${misses.map(
            ({ turn, output }) =>
              html`<li>
                <a href="#turn-${turn}">Turn ${turn}</a>: <bdi>${output.slice(0, 200) || '(no answer)'}</bdi>
              </li>`,
          )}
        </ul>`
    }
  </section>`;
  return html`${toTrustedMarkup(END_OF_CONVERSATION)}${summary}${toTrustedMarkup(END_OF_DOCUMENT)}`;
}

function listTotals(
  { turns }: Demonstration,
  turnAnnotations: readonly TurnAnnotation[],
): [string, string][] {
  const predictions = turnAnnotations.flatMap(({ prediction }) => prediction ?? []);
  const metrics = [...new Set(predictions.flatMap(({ scores }) => scores.map(({ metric }) => metric)))];
  return [
    ['Turns', formatNumber(turns.length)],
    ['Actions', formatNumber(turns.filter(({ type }) => type === 'browser').length)],
    ['Time', formatDuration(turns.at(-1)?.timestamp ?? 0)],
    ...(predictions.length > 0
      ? ([
          [
            'Predictions',
            `${formatCount(predictions.length, 'turn')}, ${predictions.filter(({ missReason }) => missReason !== null).length} missed`,
          ],
          ...metrics.map((metric) => [`Mean ${metric}`, formatMean(predictions, metric)]),
        ] as [string, string][])
      : []),
  ];
}

function formatMean(
  predictions: readonly NonNullable<TurnAnnotation['prediction']>[],
  metric: string,
): string {
  const values = predictions.flatMap(({ scores }) =>
    scores.filter((score) => score.metric === metric).map(({ value }) => value),
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${mean.toFixed(2)} (${formatCount(values.length, 'turn')})`;
}

function toDemonstrationOverview(name: string, { metadata, form, turns }: Demonstration): SessionOverview {
  return {
    id: name,
    name,
    scenario: null,
    navigator: metadata.parley?.navigator ?? form.navigator_name ?? '',
    startedAt: metadata.recordingStart,
    state: 'recorded',
    verdict: 'Recorded',
    reason: form.description,
    turns: turns.length,
    actions: turns.filter((turn) => turn.type === 'browser').length,
    seconds: turns.at(-1)?.timestamp ?? 0,
    tokens: 0,
    cost: 0,
  };
}

const getSpeakerLabel = (turn: WeblinxTurn): string =>
  isNavigatorTurn(turn) ? (turn.type === 'chat' ? 'Navigator' : '') : 'Instructor';

const getTargetUid = (turn: WeblinxTurn): string | null =>
  (turn.type === 'browser' && turn.action.arguments.element?.attributes[UID_ATTRIBUTE]) || null;

function markBoxes(
  dir: string,
  turn: Extract<WeblinxTurn, { type: 'browser' }>,
  { ranked, prediction }: TurnAnnotation,
): MarkedBox[] {
  const boxes: Readonly<Record<string, Box>> =
    turn.state.page == null ? {} : (readPageBoxes(dir, turn.state.page) ?? {});
  const uid = getTargetUid(turn);
  const chosenBox = (uid === null ? undefined : boxes[uid]) ?? turn.action.arguments.element?.bbox;
  const findRank = (candidateUid: string | null): number | null => {
    const index = ranked.findIndex((candidate) => candidate.uid === candidateUid);
    return index < 0 ? null : index + 1;
  };
  const otherUids = ranked
    .slice(0, MAX_BOXES)
    .filter((other) => other.uid !== uid && other.uid !== prediction?.uid)
    .map((other) => other.uid);
  const predictedBox = prediction?.uid != null ? boxes[prediction.uid] : undefined;
  return [
    ...otherUids.flatMap((other): MarkedBox[] => {
      const box = boxes[other];
      return box ? [{ box, rank: findRank(other), isChosen: false }] : [];
    }),
    ...(chosenBox ? [{ box: chosenBox, rank: findRank(uid), isChosen: true }] : []),
    ...(predictedBox
      ? [{ box: predictedBox, rank: findRank(prediction!.uid), isChosen: false, isPredicted: true }]
      : []),
  ];
}
