/** Whether a text that is meant for a model holds what the goal needs: an element that can be named in an answer, or a fact. */
import type { Subject } from './prompt-subjects.js';

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Where what stands indented below a line ends. */
function endOf(lines: readonly string[], at: number): number {
  const next = lines.findIndex((line, i) => i > at && indentOf(line) <= indentOf(lines[at]!));
  return next < 0 ? lines.length : next;
}

/**
 * The elements that an answer can name: the line of each, with what stands indented below it and is no part of
 * another such element.
 * @param id how the contender marks what can be named
 */
export function namedElements(text: string, id: RegExp): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (!id.test(line)) return [];
    const own = [line];
    const end = endOf(lines, at);
    for (let i = at + 1; i < end; i++)
      if (id.test(lines[i]!)) i = endOf(lines, i) - 1;
      else own.push(lines[i]!);
    return [own.join('\n')];
  });
}

export function shows(text: string, id: RegExp, needs: Subject['needs']): boolean {
  if ('fact' in needs) return needs.fact.test(text);
  return namedElements(text, id).some((one) => needs.element.test(one));
}
