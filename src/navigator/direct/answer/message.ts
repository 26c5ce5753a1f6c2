/** Answers "was it saved?" and "did it work?" with the page's message about the last action. */
import type { Candidate } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { clip, fold, sentence } from '../text.js';
import type { Answer } from './page-facts.js';

const IT = '(?:it|that|this|everything|(?:the|my) \\p{L}+(?: \\p{L}+)?)';
const DONE =
  '(?:saved|stored|sent|added|created|deleted|removed|changed|updated|done|accepted|taken|submitted|successful|ok|okay)';
const ASKED = new RegExp(
  `^(?:and |so |ok(?:ay)?,? )?(?:(?:was|is|were|has|have) ${IT} (?:been )?(?:really |now |already )?${DONE}(?: (?:now|already|successfully|correctly))?` +
    `|(?:did|has) ${IT} (?:work(?:ed)?|succeed(?:ed)?|go(?:ne)? through|fail(?:ed)?|save|get saved|go well)` +
    `|(?:did|was) (?:it|that) (?:a success|successful))$`,
  'u',
);
/** Classes and ids that pages use for messages. */
const MESSAGE =
  /\b(?:alert|success|message(?:s|list)?|notice|notification|flash|toast|status|snackbar|banner|error(?:s|note|list)?)\b/iu;

const marks = (c: Candidate): string =>
  `${c.attributes.class ?? ''} ${c.attributes.id ?? ''}`.replace(/[-_]/gu, ' ');

/** Returns the latest message on the page. */
function messageOn(view: View): string | null {
  const { notices, text } = view.observation;
  const marked = view.candidates.find(
    (c) =>
      c.visible &&
      !c.interactive &&
      c.text.length > 5 &&
      c.text.length <= 300 &&
      c.landmark !== 'nav' &&
      (MESSAGE.test(marks(c)) || c.role === 'alert' || c.role === 'status'),
  );
  return notices.at(-1) ?? text.findLast((b) => b.kind === 'status')?.text ?? marked?.text ?? null;
}

export function answerFromMessage(question: string, view: View): Answer | null {
  const q = fold(question).replace(/[?.! ]+$/u, '');
  if (!ASKED.test(q)) return null;
  const said = messageOn(view);
  return {
    text: sentence(said ? `The page says: “${clip(said, 300)}”` : 'The page shows no message about that'),
    found: true,
  };
}
