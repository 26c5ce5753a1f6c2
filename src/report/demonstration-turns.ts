/** Renders the turns of a demonstration without `session.jsonl`: the reference, and a prediction next to it. Pure. */
import type { WeblinxTurn } from '../demonstration/index.js';
import { renderEvidence } from './evidence.js';
import { html, type Markup } from './html.js';
import type { MarkedBox, MissingScreenshot, Screenshot } from './screenshot.js';
import {
  describeRecordedTurn,
  type TurnAnnotation,
  type TurnPrediction,
} from './demonstration-annotations.js';
import { getIntentLetter, renderPage, renderTurn } from './turns.js';

export interface RecordedTurnContent {
  annotation: TurnAnnotation;
  screenshot: Screenshot | MissingScreenshot | null;
  boxes: readonly MarkedBox[];
  /** Uid of the target element. */
  uid: string | null;
}

export function renderRecordedTurn(turn: WeblinxTurn, index: number, content: RecordedTurnContent): Markup {
  const { annotation, uid } = content;
  const { prediction, ranked, reference } = annotation;
  const isInstructorUtterance = turn.type === 'chat' && turn.speaker === 'instructor';
  const isMiss = prediction !== null && prediction.missReason !== null;
  const header = {
    turn: index,
    seconds: turn.timestamp,
    cssClass: turn.type === 'chat' ? `say ${turn.speaker}` : 'action',
    letter: isMiss
      ? '!'
      : isInstructorUtterance
        ? 'I'
        : turn.type === 'chat'
          ? 'S'
          : getIntentLetter(turn.action.intent),
    state: isMiss ? 'failed' : turn.type === 'chat' ? 'say' : 'ok',
    title: isInstructorUtterance ? 'Instructor' : turn.type === 'chat' ? 'Navigator says' : 'Navigator acts',
  };
  const evidence = ranked.length > 0 ? { ranked: [...ranked] } : undefined;
  const body = html`<p class="line" dir="auto">${describeRecordedTurn(turn)}</p>
    ${!isInstructorUtterance && renderComparison(reference, prediction)}${renderEvidence(evidence, uid, 'Candidates')}`;
  if (turn.type === 'chat') return renderTurn(header, body, null);
  const { metadata } = turn.action.arguments;
  const page = { url: metadata?.url ?? '' };
  return renderTurn(header, body, renderPage(index, page, content));
}

function renderComparison(reference: string, prediction: TurnPrediction | null): Markup {
  return html`<table class="comparison">
    <tbody>
      <tr>
        <td>Reference</td>
        <td><code dir="auto">${reference}</code></td>
      </tr>
      ${
        prediction &&
        html`<tr>
            <td>Prediction</td>
            <td><code dir="auto">${prediction.output || '(no answer)'}</code></td>
          </tr>
          <tr>
            <td>Score</td>
            <td class="${prediction.missReason !== null && 'outcome failed'}">${formatScores(prediction)}</td>
          </tr>`
      }
    </tbody>
  </table>`;
}

function formatScores({ scores, missReason }: TurnPrediction): string {
  const values = scores.map(({ metric, value }) => `${metric} ${value.toFixed(2)}`);
  return [...(missReason === null ? [] : [missReason]), ...values].join(', ') || 'not scored';
}
