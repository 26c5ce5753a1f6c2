/** Puts the prompt of one decision together: what never changes first, the page last. */
import type { Exchange } from '../../contract/index.js';
import { fenced } from './fence.js';
import { fruitless, historyLines, instructorWords } from './history-part.js';
import { quoted } from './page-words.js';
import type { PagePart } from './page-part.js';
import { RULES } from './rules.js';

export interface ChatPromptInput {
  marker: string;
  /** The day that "tomorrow" counts from: `2026-11-21`. */
  today: string;
  exchange: Exchange;
  page: PagePart;
  /** The model's own note from the decision before. */
  note: string | null;
  /** What was looked for since the instructor's last line, on this page or others, with what came of it. */
  looked: readonly string[];
  /** Acts that repeat, as a sentence; null where none do. */
  loop: string | null;
  pictured: boolean;
}

export interface ChatPromptPart {
  name: 'rules' | 'conversation' | 'now' | 'page' | 'request';
  text: string;
}

export interface ChatPrompt {
  system: string;
  user: string;
  /** What the two are made of, in order. */
  parts: ChatPromptPart[];
}

export function chatPrompt(input: ChatPromptInput): ChatPrompt {
  const { marker, page } = input;
  const conversation = [
    `Session marker: ${marker}. Today is ${weekday(input.today)}, ${input.today}; a page that shows another day as today goes by its own.`,
    '',
    '# Conversation',
    ...historyLines(input.exchange, marker),
  ].join('\n');
  const now = nowLines(input).join('\n');
  const pageText = fenced(marker, 'page', page.lines);
  const request = requestLine(input.exchange, marker);
  const parts: ChatPromptPart[] = [
    { name: 'rules', text: RULES },
    { name: 'conversation', text: conversation },
    { name: 'now', text: now },
    { name: 'page', text: pageText },
    { name: 'request', text: request },
  ];
  const user = parts
    .slice(1)
    .map(({ text }) => text)
    .join('\n\n');
  return { system: RULES, user, parts };
}

const MOST_LOOKED = 8;

function nowLines(input: ChatPromptInput): string[] {
  const { note, looked, loop, pictured } = input;
  const idle = fruitless(input.exchange);
  return [
    '# Now',
    ...(note ? [`your note: ${quoted(note, 1_200)}`] : []),
    ...(idle.length
      ? [
          `came to nothing: ${idle.map(({ words, times }) => `${words}${times > 1 ? ` (${times} times)` : ''}`).join('; ')}`,
        ]
      : []),
    ...(looked.length ? [`you looked: ${looked.slice(-MOST_LOOKED).join('; ')}`] : []),
    ...(loop ? [loop] : []),
    ...(pictured ? ['The picture shows the window; its numbers are those of the elements below.'] : []),
  ];
}

/** A reply means little without the line that it helps: the task is named with it. */
function requestLine({ turns }: Exchange, marker: string): string {
  const lines = turns.filter((turn) => turn.speaker === 'instructor');
  const [task, last] = [lines.at(-2), lines.at(-1)];
  const asked = last && turns[turns.indexOf(last) - 1];
  const line = last ? instructorWords(last.text) : '"What should I do?"';
  const reply = asked?.speaker === 'navigator' && asked.type === 'say' && asked.kind === 'ask';
  const before =
    reply && task ? ` It follows your question; before it was said: ${instructorWords(task.text)}` : '';
  return `Decide the next step. The last line of the instructor (${marker}): ${line}${before}\nAnswer with one JSON object.`;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function weekday(day: string): string {
  return DAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? '';
}
