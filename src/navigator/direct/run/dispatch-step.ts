/** Passes each step to its handler. */
import type { Step } from '../language/steps.js';
import { correctLastStep } from './correct-last-step.js';
import { resolveSuperlative } from './resolve-superlative.js';
import { changeQuantity } from './change-quantity.js';
import { chooseOption } from './choose-option.js';
import { clickElement } from './click-element.js';
import { hoverElement } from './hover-element.js';
import { copyElement, pasteText } from './clipboard.js';
import { closeOverlay } from './close-overlay.js';
import { answerCookieBanner } from './answer-cookie-banner.js';
import { repeatForEach, getRepeatedStep, readImpliedEach } from './repeat-for-each.js';
import { editRow } from './edit-row.js';
import { fillForm } from './fill-form.js';
import { runConditionalStep } from './conditional-step.js';
import { goThroughHistory, openUrl, pressKey, waitOnPage } from './page-actions.js';
import { dragElement, doubleOrRightClick } from './mouse-actions.js';
import { readQuantity } from './read-quantity.js';
import { readSourceFirst } from './read-source.js';
import { reply } from './reply.js';
import { scrollPage } from './scroll.js';
import { search } from './search.js';
import { selectRows } from './select-rows.js';
import { setValue } from './set-value.js';
import { addExamples } from './messages.js';
import { showEverything } from './show-everything.js';
import { submitForm } from './submit.js';
import { answerPageQuestion } from './answer-question.js';
import { useTab } from './tabs.js';
import { tickCheckbox } from './tick.js';
import type { Context, Move } from './types.js';
import { undoActions } from './undo.js';
import { uploadFile } from './upload.js';
import { useGridCell } from './use-grid-cell.js';
import { useAllMentioned } from './use-all-mentioned.js';
import { useLiteralLabel } from './literal-label.js';
import { writeToPerson } from './write-to-person.js';

export async function dispatchStep(requestedStep: Step, ctx: Context): Promise<Move> {
  const { condition } = ctx.run.spokenStep;
  if (condition && !ctx.run.isConditionMet)
    return runConditionalStep(condition, requestedStep, ctx, dispatchUnconditionally);
  return dispatchUnconditionally(requestedStep, ctx);
}

async function dispatchUnconditionally(requestedStep: Step, ctx: Context): Promise<Move> {
  if ((requestedStep.do === 'set' || requestedStep.do === 'search') && requestedStep.source)
    return readSourceFirst(requestedStep, ctx);
  const cellMove = useGridCell(requestedStep, ctx);
  if (cellMove) return cellMove;
  const labelMove = useLiteralLabel(requestedStep, ctx) ?? readQuantity(requestedStep, ctx);
  if (labelMove) return labelMove;
  const messageMove = writeToPerson(requestedStep, ctx);
  if (messageMove) return messageMove;
  const mentionedElementsMove = useAllMentioned(requestedStep, ctx);
  if (mentionedElementsMove) return mentionedElementsMove;
  const everythingMove = showEverything(requestedStep, ctx);
  if (everythingMove) return everythingMove;
  const rowsMove = requestedStep.do === 'choose' ? selectRows(requestedStep, ctx) : null;
  if (rowsMove) return rowsMove;
  const step = readImpliedEach(resolveSuperlative(requestedStep, ctx), ctx.view);
  const repeatedStep = getRepeatedStep(step);
  if (repeatedStep) return repeatForEach(repeatedStep, ctx, dispatchUnconditionally);
  switch (step.do) {
    case 'click':
      return clickElement(step, ctx);
    case 'quantity':
      return changeQuantity(step, ctx);
    case 'hover':
      return hoverElement(step, ctx);
    case 'set':
      return setValue(step, ctx);
    case 'choose':
      return chooseOption(step, ctx);
    case 'tick':
      return tickCheckbox(step, ctx);
    case 'fill':
      return fillForm(step, ctx);
    case 'edit':
      return editRow(step, ctx);
    case 'submit':
      return submitForm(step, ctx);
    case 'search':
      return search(step, ctx);
    case 'press':
      return pressKey(step, ctx);
    case 'scroll':
      return scrollPage(step, ctx);
    case 'history':
      return goThroughHistory(step, ctx);
    case 'load':
      return openUrl(step, ctx);
    case 'close':
      return closeOverlay(step, ctx);
    case 'cookies':
      return answerCookieBanner(step, ctx);
    case 'question':
      return answerPageQuestion(step, ctx);
    case 'double-or-right-click':
      return doubleOrRightClick(step, ctx);
    case 'drag':
      return dragElement(step, ctx);
    case 'upload':
      return uploadFile(step, ctx);
    case 'copy':
      return copyElement(step, ctx);
    case 'paste':
      return pasteText(step, ctx);
    case 'tab':
      return useTab(step, ctx);
    case 'look':
      return {
        kind: 'ask',
        text: `What should I look for in “${step.through.text}”?`,
        openQuestion: { kind: 'what' },
      };
    case 'wait':
      return waitOnPage(step, ctx);
    case 'undo':
      return undoActions(ctx);
    case 'again':
      return correctLastStep(step, ctx);
    case 'reply':
      return reply(step, ctx);
    case 'unknown':
      return {
        kind: 'ask',
        text: addExamples('I did not understand that.', ctx.memory),
        openQuestion: { kind: 'what' },
      };
  }
}
