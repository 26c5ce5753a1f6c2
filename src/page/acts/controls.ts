/** Setting the value of a control, by what kind of control it is. */
import type { Locator } from 'playwright';

import type { Candidate } from '../../contract/index.js';
import type { WireOption, WireProbe } from '../injected/wire.js';
import { ACT_MS, ActFailure } from './act-failure.js';

const FORMATS: Record<string, { pattern: RegExp; example: string }> = {
  date: { pattern: /^\d{4,6}-\d{2}-\d{2}$/, example: '2026-03-05' },
  time: { pattern: /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, example: '14:30' },
  'datetime-local': { pattern: /^\d{4,6}-\d{2}-\d{2}[T ]\d{2}:\d{2}/, example: '2026-03-05T14:30' },
  month: { pattern: /^\d{4,6}-\d{2}$/, example: '2026-03' },
  week: { pattern: /^\d{4,6}-W\d{2}$/, example: '2026-W10' },
  color: { pattern: /^#[0-9a-f]{6}$/i, example: '#3366ff' },
  number: { pattern: /^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i, example: '42' },
  range: { pattern: /^-?(\d+\.?\d*|\.\d+)$/, example: '42' },
};

/** Sets the whole text of a field (spec 8.3). @throws ActFailure `not-editable`, `bad-value` */
export async function fill(locator: Locator, probe: WireProbe, text: string, title: string): Promise<void> {
  if (!probe.editable && probe.inputType !== 'range' && probe.inputType !== 'color') {
    const why = probe.states.readonly ? 'is read-only' : 'does not take text';
    throw new ActFailure('not-editable', `${title} ${why}`);
  }
  const format = FORMATS[probe.inputType];
  if (format && text !== '' && !format.pattern.test(text))
    throw new ActFailure(
      'bad-value',
      `${title} takes values like ${format.example}, not “${text.slice(0, 60)}”`,
    );
  await locator.fill(text, { timeout: ACT_MS });
}

function same(a: string, b: string): boolean {
  return a.replace(/\s+/g, ' ').trim().toLowerCase() === b.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Option by value, then label, then the only label that contains the words. */
export function findOption(options: readonly WireOption[], wanted: string): WireOption | null {
  const exact =
    options.find((o) => o.value === wanted) ??
    options.find((o) => same(o.label, wanted)) ??
    options.find((o) => same(o.value, wanted));
  if (exact) return exact;
  const within = options.filter((o) => o.label.toLowerCase().includes(wanted.trim().toLowerCase()));
  return wanted.trim() && within.length === 1 ? within[0]! : null;
}

/** Chooses an option, ticks or unticks, or sets a value. @throws ActFailure */
export async function change(
  locator: Locator,
  probe: WireProbe,
  candidate: Candidate,
  value: string,
  title: string,
): Promise<void> {
  if (probe.tagName === 'SELECT') {
    const option = findOption(probe.options, value);
    if (!option) {
      const offered = probe.options.slice(0, 12).map((o) => o.label);
      throw new ActFailure(
        'no-option',
        `${title} does not offer “${value}”; it offers ${offered.join(', ')}${probe.options.length > 12 ? ' …' : ''}`,
      );
    }
    if (option.disabled)
      throw new ActFailure('disabled', `the option “${option.label}” of ${title} is disabled`);
    await locator.selectOption(
      { value: option.value, label: option.label },
      { timeout: ACT_MS, noWaitAfter: true },
    );
    return;
  }
  const checked = candidate.states.checked ?? candidate.states.pressed ?? candidate.states.selected;
  if (checked !== undefined) {
    const wanted = value === 'true';
    if (!wanted && value !== 'false')
      throw new ActFailure('bad-value', `${title} is on or off; “${value}” is neither`);
    if (checked === wanted) return;
    if (!wanted && candidate.role === 'radio')
      throw new ActFailure(
        'bad-value',
        `${title} is one of several choices and cannot be unticked; choose another`,
      );
    await locator.click({ timeout: ACT_MS, noWaitAfter: true });
    return;
  }
  await fill(locator, probe, value, title);
}
