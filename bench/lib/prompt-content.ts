/** Checks whether a prompt contains what a goal needs: a fact, or an element that an answer can refer to. */
import type { PromptCase } from './prompt-cases.js';

const countIndent = (line: string): number => line.length - line.trimStart().length;

/** Finds the end of the block that starts at a line: the index after the lines that are indented below it. */
function findBlockEnd(lines: readonly string[], start: number): number {
  const end = lines.findIndex((line, i) => i > start && countIndent(line) <= countIndent(lines[start]!));
  return end < 0 ? lines.length : end;
}

/**
 * Lists the elements that an answer can refer to. An element's text is its line and the lines indented below it, except
 * for the lines of another such element.
 * @param elementId matches a line with an element reference
 */
export function listAddressableElements(text: string, elementId: RegExp): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, start) => {
    if (!elementId.test(line)) return [];
    const elementLines = [line];
    const end = findBlockEnd(lines, start);
    for (let i = start + 1; i < end; i++)
      if (elementId.test(lines[i]!)) i = findBlockEnd(lines, i) - 1;
      else elementLines.push(lines[i]!);
    return [elementLines.join('\n')];
  });
}

export function containsNeed(text: string, elementId: RegExp, need: PromptCase['need']): boolean {
  if ('fact' in need) return need.fact.test(text);
  return listAddressableElements(text, elementId).some((element) => need.element.test(element));
}

/** Puts each numbered element of the chat navigator's outline on its own line. */
export const toElementLines = (text: string): string => text.replace(/\s*(?=\[\d+\])/g, '\n');
