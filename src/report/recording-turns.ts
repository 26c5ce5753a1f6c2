/** Renders the turns of a demonstration without `session.jsonl`: the reference, and a prediction beside it. Pure. */
import type { WeblinxTurn } from '../demonstration/index.js';
import { renderEvidence } from './evidence.js';
import { html, type Markup } from './html.js';
import type { MarkedBox, MissingPicture, Picture } from './picture.js';
import { describeRecordedTurn, type TurnAnnotation, type TurnPrediction } from './recording.js';
import { getLetter, renderPage, renderTurn } from './turns.js';

export interface RecordedTurnParts {
  annotation: TurnAnnotation;
  picture: Picture | MissingPicture | null;
  boxes: readonly MarkedBox[];
  /** Uid of the target element. */
  uid: string | null;
}

export function renderRecordedTurn(turn: WeblinxTurn, index: number, parts: RecordedTurnParts): Markup {
  const { annotation, uid } = parts;
  const { prediction, ranked, reference } = annotation;
  const isInstructorLine = turn.type === 'chat' && turn.speaker === 'instructor';
  const misses = prediction !== null && prediction.miss !== null;
  const frame = {
    turn: index,
    t: turn.timestamp,
    kind: turn.type === 'chat' ? `say ${turn.speaker}` : 'action',
    letter: misses
      ? '!'
      : isInstructorLine
        ? 'I'
        : turn.type === 'chat'
          ? 'S'
          : getLetter(turn.action.intent),
    state: misses ? 'failed' : turn.type === 'chat' ? 'say' : 'ok',
    title: isInstructorLine ? 'Instructor' : turn.type === 'chat' ? 'Navigator says' : 'Navigator acts',
  };
  const evidence = ranked.length > 0 ? { ranked: [...ranked] } : undefined;
  const body = html`<p class="line" dir="auto">${describeRecordedTurn(turn)}</p>
    ${!isInstructorLine && renderComparison(reference, prediction)}${renderEvidence(evidence, uid, 'Candidates')}`;
  if (turn.type === 'chat') return renderTurn(frame, body, null);
  const { metadata } = turn.action.arguments;
  const page = { url: metadata?.url ?? '' };
  return renderTurn(frame, body, renderPage(index, page, parts));
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
            <td class="${prediction.miss !== null && 'outcome failed'}">${formatScores(prediction)}</td>
          </tr>`
      }
    </tbody>
  </table>`;
}

function formatScores({ scores, miss }: TurnPrediction): string {
  const values = scores.map(({ metric, value }) => `${metric} ${value.toFixed(2)}`);
  return [...(miss === null ? [] : [miss]), ...values].join(', ') || 'not scored';
}
