/** Checks whether a prompt contains what a goal needs: a fact, or an element that an answer can name. */
import type { PromptSubject } from './prompt-subjects.js';

const countIndent = (line: string): number => line.length - line.trimStart().length;

/** The index after the lines that are indented below line `at`. */
function findBlockEnd(lines: readonly string[], at: number): number {
  const next = lines.findIndex((line, i) => i > at && countIndent(line) <= countIndent(lines[at]!));
  return next < 0 ? lines.length : next;
}

/**
 * Lists the elements that an answer can name: the line of each, and the lines indented below it that do not belong to
 * another such element.
 * @param id matches a line with an element reference
 */
export function listAddressableElements(text: string, id: RegExp): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (!id.test(line)) return [];
    const ownLines = [line];
    const end = findBlockEnd(lines, at);
    for (let i = at + 1; i < end; i++)
      if (id.test(lines[i]!)) i = findBlockEnd(lines, i) - 1;
      else ownLines.push(lines[i]!);
    return [ownLines.join('\n')];
  });
}

export function containsNeed(text: string, id: RegExp, needs: PromptSubject['needs']): boolean {
  if ('fact' in needs) return needs.fact.test(text);
  return listAddressableElements(text, id).some((element) => needs.element.test(element));
}
