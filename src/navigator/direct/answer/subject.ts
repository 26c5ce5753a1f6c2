/**
 * Answers "when is it?", "where is it?" and "who is it from?": questions about the one thing that the page shows. The
 * answer has a matching label (a term of a list, a line "Location: …"). The sender of a message is a name with an
 * e-mail address, or the left side of "from → to".
 */
import type { TextBlock } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { SUBJECT_LABELS } from '../lexicon/labels.js';
import { clip, fold, sentence } from '../text.js';
import type { Answer } from './page-facts.js';

type Wanted = keyof typeof SUBJECT_LABELS;

const IT = '(?:it|this|that|this one|that one)';
const ASKED: readonly (readonly [Wanted, RegExp])[] = [
  [
    'when',
    new RegExp(
      `^(?:when|at what time|what time|what day|on what day) (?:is|was|does|did|will) ${IT}(?: (?:be|start|begin|happen|take place|on))?$`,
      'u',
    ),
  ],
  ['where', new RegExp(`^where (?:is|was|does|did|will) ${IT}(?: (?:be|happen|take place|held))?$`, 'u')],
  [
    'who',
    new RegExp(
      `^(?:who|whom) (?:is|was|does|did) ${IT}(?: come)? (?:from|by)$|^who (?:wrote|sent|has written|has sent) ${IT}$|^from whom is ${IT}$`,
      'u',
    ),
  ],
];

const LABELLED = /^([^:|]{2,30}): (.+)$/u;
const NAMED = /^(\p{Lu}[\p{L}.’' -]+?) <[^\s<>@]+@[^\s<>@]+>/u;
const ARROW = /^(\p{Lu}[\p{L}.’' -]+?) (?:→|->) \p{Lu}/u;

function isLabel(key: string, wanted: Wanted): boolean {
  const words = fold(key)
    .replace(/[^\p{L} ]/gu, '')
    .trim();
  return words !== '' && ` ${SUBJECT_LABELS[wanted]} `.includes(` ${words} `);
}

/** Returns the labelled values of one group. If a label occurs twice, the page shows several things. */
function labelled(text: readonly TextBlock[], wanted: Wanted): string[] {
  const found = text.flatMap((block) => {
    const [, key, value] = LABELLED.exec(block.text.replace(' | ', ': ')) ?? [];
    return key && value && isLabel(key, wanted)
      ? [{ key, said: `${key}: ${value}`, under: block.section }]
      : [];
  });
  const first = found[0];
  if (!first || found.some((other) => other !== first && other.key === first.key)) return [];
  return found.filter(({ under }) => under === first.under).map(({ said }) => said);
}

/** Returns the senders of all messages, because the newest may be shown first or last. */
function writers(text: readonly TextBlock[]): string[] {
  const names = text.flatMap(({ text: t }) => NAMED.exec(t)?.[1] ?? ARROW.exec(t)?.[1] ?? []);
  return [...new Set(names)];
}

export function answerOfSubject(question: string, view: View): Answer | null {
  const q = fold(question)
    .replace(/^and |[?.! ]+$/gu, '')
    .trim();
  const wanted = ASKED.find(([, pattern]) => pattern.test(q))?.[0];
  if (!wanted) return null;
  const { text } = view.observation;
  const said = labelled(text, wanted);
  if (said.length) return { text: sentence(clip(said.slice(0, 3).join(', '), 300)), found: true };
  if (wanted !== 'who') return null;
  const names = writers(text);
  return names.length ? { text: sentence(`From ${names.slice(0, 4).join(', ')}`), found: true } : null;
}
