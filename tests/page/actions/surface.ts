/** Surfaces with short waits. Specs about late effects use `tests/support/browser.ts`, with the shipped limits. */
import { createSurface, newContext } from '../../../src/page/index.js';
import type { PageLimits } from '../../../src/page/limits.js';
import { test as base } from '../../support/browser.js';

export const FAST_LIMITS: Partial<PageLimits> = {
  idleWindowMs: 60,
  shortIdleWindowMs: 30,
  shortWindowAfterMs: 120,
  minSettleMs: 100,
  stillMovingMs: 400,
  backgroundMovingMs: 200,
  appearMs: 200,
  uncoverMs: 200,
  unstableTargetMs: 500,
  toggleMs: 400,
  sliderReactionMs: 150,
  fileChooserMs: 800,
  popupOpenMs: 500,
  editablePopupOpenMs: 150,
  suggestionsMs: 1_500,
  stableSuggestionsMs: 350,
  valueShownMs: 500,
  typedDateMs: 200,
  listLoadMs: 200,
  calendarOpenMs: 500,
  calendarTurnMs: 800,
};

export const test = base.extend({
  surface: async ({ chromium }, use) => {
    const surface = await createSurface(await newContext(chromium), { limits: FAST_LIMITS });
    await use(surface);
    await surface.close();
  },
});

export { expect, signal } from '../../support/browser.js';
