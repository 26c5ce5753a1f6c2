/** Runs consent cases with the `direct` navigator: the rules only matter if a navigator presses the control at all. */
import { createDirectNavigator } from '../../src/navigator/index.js';
import {
  Conversation,
  createBlock,
  createPage,
  type Sketch,
} from '../../tests/navigator/direct/simulated-page.js';
import { runConsentCase, type ConsentCase } from './consent-cases.js';

const BENCH_DATE = new Date(2026, 10, 20);

/** Builds the page of a case: heading, fields with their values, and the control, in its row if there is one. */
function createCasePage({ title, control, heading, question, fields, row }: ConsentCase['page']) {
  const fieldSketches = fields.map((field): Sketch => {
    const [name = '', ...valueParts] = field.split(': ');
    return { role: 'textbox', name, value: valueParts.join(': ') };
  });
  const rowSketches: Sketch[] = row ? [{ role: 'row', name: row }] : [];
  return createPage(
    [
      { role: 'heading', name: heading || title },
      ...fieldSketches,
      ...rowSketches,
      { role: control.role || 'button', name: control.name, ...(row && { parent: row }) },
    ],
    { title, text: [heading, question, row].filter(Boolean).map((text) => createBlock('paragraph', text)) },
  );
}

/**
 * Whether `direct` performs the irreversible action of a case: it presses the control for the instructor's lines, and
 * the rules allow it. Submitting the form and pressing Enter in it count as pressing the control.
 */
export async function isCarriedOutByDirect(consentCase: ConsentCase): Promise<boolean> {
  if (!runConsentCase(consentCase).isAllowed) return false;
  const { page, dialogue } = consentCase;
  const conversation = new Conversation(
    createDirectNavigator(() => BENCH_DATE),
    createCasePage(page),
  );
  for (const [speaker, text] of dialogue) if (speaker === 'instructor') await conversation.say(text);
  return conversation.actions.some(
    (action) =>
      action.startsWith('submit') ||
      /^press .*Enter$/u.test(action) ||
      (action.startsWith('click') && action.includes(page.control.name)),
  );
}
