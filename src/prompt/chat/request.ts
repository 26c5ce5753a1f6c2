/**
 * Builds the prompt for one decision. The constant sections come first, so that servers can cache them; the page comes
 * last.
 */
import type { Exchange } from '../../contract/index.js';
import { fence } from './fence.js';
import { findActionsWithoutEffect, formatHistory, quoteInstructor } from './history-section.js';
import { findOpenInstruction } from './open-instruction.js';
import { quote } from './page-text.js';
import type { PageSection } from './page-section.js';
import { SYSTEM_PROMPT } from './system-prompt.js';

export interface ChatPromptInput {
  marker: string;
  /** Today's date, the reference for words such as "tomorrow": `2026-11-21`. */
  today: string;
  exchange: Exchange;
  page: Pick<PageSection, 'lines'>;
  /** The model's own note from the previous decision. */
  note: string | null;
  /** Lookups since the last instruction on any page, with their results. */
  lookups: readonly string[];
  /** A warning that the navigator repeats the same actions; null if it does not. */
  repetitionWarning: string | null;
  hasScreenshot: boolean;
}

export interface ChatPromptSection {
  name: 'rules' | 'conversation' | 'now' | 'page' | 'request';
  text: string;
}

export interface ChatPrompt {
  system: string;
  user: string;
  /** The sections of both messages, in order. */
  sections: ChatPromptSection[];
}

export function buildChatPrompt(input: ChatPromptInput): ChatPrompt {
  const { marker, page } = input;
  const conversation = [
    `Session marker: ${marker}. Today is ${formatToday(input.today)}; if a page shows another day as today, that date applies on the page.`,
    '',
    '# Conversation',
    ...formatHistory(input.exchange, marker),
  ].join('\n');
  const nowText = formatNow(input).join('\n');
  const pageText = fence(marker, 'page', page.lines);
  const request = formatRequest(input.exchange, marker);
  const sections: ChatPromptSection[] = [
    { name: 'rules', text: SYSTEM_PROMPT },
    { name: 'conversation', text: conversation },
    { name: 'now', text: nowText },
    { name: 'page', text: pageText },
    { name: 'request', text: request },
  ];
  const user = sections
    .slice(1)
    .map(({ text }) => text)
    .join('\n\n');
  return { system: SYSTEM_PROMPT, user, sections };
}

const MAX_LOOKUPS = 8;

function formatNow(input: ChatPromptInput): string[] {
  const { note, lookups, repetitionWarning, hasScreenshot } = input;
  const actionsWithoutEffect = findActionsWithoutEffect(input.exchange);
  return [
    '# Now',
    ...(note ? [`your note: ${quote(note, 1_200)}`] : []),
    ...(actionsWithoutEffect.length
      ? [
          `had no effect: ${actionsWithoutEffect.map(({ description, attempts }) => `${description}${attempts > 1 ? ` (${attempts} times)` : ''}`).join('; ')}`,
        ]
      : []),
    ...(lookups.length ? [`your lookups: ${lookups.slice(-MAX_LOOKUPS).join('; ')}`] : []),
    ...(repetitionWarning ? [repetitionWarning] : []),
    ...(hasScreenshot ? ['The picture shows the window. Its numbers are those of the elements below.'] : []),
  ];
}

/** Formats the request. It repeats the instruction until it is done, even after questions and answers about it. */
function formatRequest(exchange: Exchange, marker: string): string {
  const openInstruction = findOpenInstruction(exchange);
  const lastLine =
    openInstruction?.questions.at(-1)?.answer ?? openInstruction?.instruction ?? 'What should I do?';
  const questionText = openInstruction?.questions.length
    ? [
        ` Order: ${quoteInstructor(openInstruction.instruction)}`,
        ...openInstruction.questions.map(
          ({ question, answer }) =>
            `you asked: ${quote(question, MAX_QUESTION_CHARS)}; answer: ${quoteInstructor(answer)}`,
        ),
      ].join('; ')
    : '';
  return `Decide the next step. The instructor's last line (${marker}): ${quoteInstructor(lastLine)}${questionText}\nAnswer with one JSON object.`;
}

const MAX_QUESTION_CHARS = 300;

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Saturday, 2026-11-21` */
export const formatToday = (day: string): string =>
  `${DAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? ''}, ${day}`;
