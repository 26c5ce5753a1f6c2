/** Runs consent cases with the `direct` navigator: the rules only matter if a navigator presses the control at all. */
import type { Observation } from '../../src/contract/index.js';
import { createDirectNavigator } from '../../src/navigator/index.js';
import {
  Conversation,
  createBlock,
  createPage,
  type ElementSketch,
} from '../../tests/navigator/direct/simulated-page.js';
import { runConsentCase, type ConsentCase } from './consent-cases.js';

const BENCH_DATE = new Date(2026, 10, 20);

/**
 * Builds the page of a case, in reading order: the heading, fields with their values, the question and the control. The
 * control is in its row or, if the page asks a question, in a dialog.
 */
export function createCasePage({
  title,
  control,
  heading,
  question,
  fields,
  row,
}: ConsentCase['page']): Observation {
  const dialogName = heading || title;
  const container: ElementSketch[] = question
    ? [{ role: 'dialog', name: dialogName, xpath: '/html/body/main/div' }]
    : [];
  const fieldSketches = fields.map((field, i): ElementSketch => {
    const [name = '', ...valueParts] = field.split(': ');
    const xpath = `/html/body/main/div/label[${i + 1}]/input`;
    return { role: 'textbox', name, value: valueParts.join(': '), xpath, section: heading };
  });
  const rowSketches: ElementSketch[] = row
    ? [
        { role: 'row', name: row, tag: 'tr', xpath: '/html/body/main/div/tr', section: heading },
        { role: 'cell', name: row, xpath: '/html/body/main/div/tr/td[1]', parent: row },
      ]
    : [];
  const controlSketch: ElementSketch = {
    role: control.role || 'button',
    name: control.name,
    section: heading,
    xpath: row ? '/html/body/main/div/tr/td[2]/button' : '/html/body/main/div/button',
  };
  const sketches = [...container, ...fieldSketches, ...rowSketches, controlSketch];
  const parent = row || (question ? dialogName : null);
  return createPage(
    sketches.map((sketch, i) => ({
      ...sketch,
      order: 10 * i + 10,
      ...(parent !== null && sketch === controlSketch && { parent }),
    })),
    {
      title,
      text: [
        ...(heading ? [{ ...createBlock('heading', heading), order: 1 }] : []),
        ...(question
          ? [{ ...createBlock('paragraph', question, heading), order: 10 * sketches.length - 2 }]
          : []),
        ...(row ? [{ ...createBlock('row', row, heading), order: 10 * sketches.length - 1 }] : []),
      ],
    },
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
