/** Masks secrets in an answer before it is stored, including secrets that are split across stream events. */
import type { Redactor } from '../../secrets/index.js';

type Event = Record<string, unknown>;

export function maskAnswer(text: string, type: string, redactor: Redactor): string {
  const maskedText = redactor.text(text);
  if (!type.includes('event-stream')) return maskedText;
  const lines = maskedText.split('\n');
  const pieces: { line: number; event: Event; text: string }[] = [];
  lines.forEach((line, index) => {
    const event = parseEvent(line);
    const piece = event && readPiece(event);
    if (event && piece) pieces.push({ line: index, event, text: piece });
  });
  const joinedText = pieces.map((piece) => piece.text).join('');
  const cleanText = redactor.text(joinedText);
  if (cleanText === joinedText) return maskedText;
  // The first event gets the whole text and the others become empty. This only changes how a replay streams.
  pieces.forEach(({ line, event }, index) => {
    lines[line] = `data: ${JSON.stringify(replacePiece(event, index === 0 ? cleanText : ''))}`;
  });
  return lines.join('\n');
}

function parseEvent(line: string): Event | null {
  if (!line.startsWith('data:')) return null;
  try {
    const parsed: unknown = JSON.parse(line.slice(5));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Event) : null;
  } catch {
    return null; // `[DONE]`
  }
}

interface Choice {
  delta?: { content?: unknown };
  text?: unknown;
}

function readPiece(event: Event): string {
  const delta = event.delta as { text?: unknown } | undefined;
  const choice = (event.choices as Choice[] | undefined)?.[0];
  const piece = delta?.text ?? choice?.delta?.content ?? choice?.text;
  return typeof piece === 'string' ? piece : '';
}

function replacePiece(event: Event, text: string): Event {
  if (event.delta) return { ...event, delta: { ...event.delta, text } };
  const [choice = {}, ...rest] = event.choices as Choice[];
  const replacedChoice = choice.delta
    ? { ...choice, delta: { ...choice.delta, content: text } }
    : { ...choice, text };
  return { ...event, choices: [replacedChoice, ...rest] };
}
