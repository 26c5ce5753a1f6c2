/** Reads a request to finish the form. */
import type { Candidate } from '../../../contract/index.js';
import { getName } from '../ground/names.js';
import { tokenizeContent } from '../text.js';
import { BONUS } from './line-words.js';
import type { Reader, ReadingState, Transition } from './reading-state.js';
import { FINISHING, PRESSING } from './word-sets.js';

/** Reads a request to finish: "save it", "submit changes", "press the Insert button", "save and continue editing". */
export function readFinishRequest(
  { words, line, form }: Reader,
  state: ReadingState,
  tokenIndex: number,
): Transition[] {
  const transitions: Transition[] = [];
  const addFinish = (end: number, button: Candidate | 'any', bonus = BONUS.finish): void => {
    transitions.push([end, { ...state, finish: button, score: state.score + bonus }]);
  };
  let start = tokenIndex;
  if (PRESSING.has(words.getToken(tokenIndex)!.text)) {
    start++;
    while (['on', 'the'].includes(words.getToken(start)?.text ?? '')) start++;
  }
  const namedButtons = form.buttons.flatMap((button) => {
    const end = words.findNameEnd(start, getName(button));
    return end === null ? [] : [{ button, end }];
  });
  const longestEnd = Math.max(0, ...namedButtons.map(({ end }) => end));
  const hits = namedButtons.filter(({ end }) => end === longestEnd);
  // Buttons with the same name at both ends of a form have the same effect.
  if (hits[0]) {
    const end = ['button', 'link'].includes(words.getToken(longestEnd)?.text ?? '')
      ? longestEnd + 1
      : longestEnd;
    addFinish(end, hits[0].button, BONUS.finish + 0.05 * (longestEnd - start));
  }
  const verb = words.getToken(start)?.text;
  if (verb === undefined) return transitions;
  if (start > tokenIndex && !FINISHING.has(verb)) return transitions;
  if (!FINISHING.has(verb) && !form.buttons.some((b) => tokenizeContent(getName(b))[0] === verb))
    return transitions;
  let end = start + 1;
  addFinish(end, 'any');
  while (end < line.tokens.length && words.continuesFinishRequest(words.getToken(end)!))
    addFinish(++end, 'any');
  return transitions;
}
