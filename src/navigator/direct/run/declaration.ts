/**
 * Reads "confirm that it's all correct" as a request to tick the page's declaration, such as “I confirm that the
 * information is correct”. On pages without one, the line remains a question.
 */
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';

const CONFIRMATION =
  /\b(?:i )?confirm (?:that )?(?:(?:it|everything|all)(?:['’]?s| (?:of it )?(?:is|are))|(?:all )?(?:the|my) \p{L}+ (?:is|are)) (?:all )?(?:correct|true|right|accurate|complete)(?=[.,;!]|$| (?:and|then)\b)/iu;
const DECLARATION = /^i (?:hereby )?(?:confirm|declare|certify|agree that)\b[^"“”]*$/iu;

/** Rewords the confirmation if exactly one visible checkbox is a declaration. */
export function readAsDeclaration(line: string, getView: () => View): string {
  if (!CONFIRMATION.test(line)) return line;
  const [declaration, ...others] = getView().candidates.filter(
    (c) => c.visible && isTickable(c) && DECLARATION.test(getName(c)),
  );
  return declaration && !others.length
    ? line.replace(CONFIRMATION, () => `tick "${getName(declaration)}"`)
    : line;
}
