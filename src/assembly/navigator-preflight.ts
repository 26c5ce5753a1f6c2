/** Checks for mistakes that every session would report. Called once, before many sessions are run. */
import { ParleyError } from '../contract/index.js';
import { findPrice } from '../llm/index.js';
import { createRedactor } from '../secrets/index.js';
import { findModelPlan, type NavigatorPlan } from './navigator-plan.js';

/**
 * Opens and closes the navigator, without calling its model.
 *
 * @throws ParleyError `usage` if the model is known to lack what the navigator needs, or if a cassette is missing
 */
export async function assertNavigatorOpens(plan: NavigatorPlan, signal: AbortSignal): Promise<void> {
  // Loaded on demand, because navigators make up most of the program.
  const { openNavigator } = await import('./open-navigator.js');
  const { close } = await openNavigator(plan, {
    redactor: createRedactor(),
    listRecordedTurns: () => [],
    usesPaperRanker: false,
    timezone: undefined,
    signal,
    recordPrompt: () => undefined,
    onPhase: () => undefined,
    onWait: () => undefined,
  });
  await close(false);
}

/**
 * Checks that the model's price is known, because a budget in dollars cannot be enforced without it.
 *
 * @param flag the flag of the budget, without dashes
 * @throws ParleyError `usage`
 */
export function assertPriceKnown(plan: NavigatorPlan, flag: string): void {
  const modelPlan = findModelPlan(plan);
  if (modelPlan === null) return;
  const { price, model, baseUrl } = modelPlan.settings;
  if (price ?? findPrice(model, baseUrl)) return;
  throw new ParleyError(
    'usage',
    `--${flag} needs the price of “${model}”, which is unknown.`,
    'Give it with --model-price, or set a budget in tokens.',
    { option: flag },
  );
}
