/** Fields whose value the browser itself checks: dates and times, numbers, ranges, colours. */
import { ACT_MS, ActFailure } from './act-failure.js';
import type { Deed, Hand } from './hand.js';

const FORMATS: Record<string, { pattern: RegExp; example: string }> = {
  date: { pattern: /^\d{4,6}-\d{2}-\d{2}$/, example: '2026-03-05' },
  time: { pattern: /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, example: '14:30' },
  'datetime-local': {
    pattern: /^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/,
    example: '2026-03-05T14:30',
  },
  month: { pattern: /^\d{4,6}-\d{2}$/, example: '2026-03' },
  week: { pattern: /^\d{4,6}-W\d{2}$/, example: '2026-W10' },
  color: { pattern: /^#[0-9a-f]{6}$/, example: '#3366ff' },
  number: { pattern: /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i, example: '42' },
  range: { pattern: /^-?(\d+\.?\d*|\.\d+)$/, example: '42' },
};

export interface Scale {
  min: number;
  max: number;
  /** 0 where any value will do. */
  step: number;
}

/** The scale of an `input type=range`, with what HTML takes for granted. */
export function scaleOf(attributes: Record<string, string>): Scale {
  const number = (name: string, otherwise: number): number => {
    const given = Number.parseFloat(attributes[name] ?? '');
    return Number.isFinite(given) ? given : otherwise;
  };
  const min = number('min', 0);
  const step = attributes.step?.toLowerCase() === 'any' ? 0 : number('step', 1);
  return {
    min,
    max: Math.max(min, number('max', 100)),
    step: step > 0 || attributes.step === 'any' ? step : 1,
  };
}

/** The allowed value nearest to the wanted one. */
export function nearest(wanted: number, { min, max, step }: Scale): number {
  if (!step) return Math.min(max, Math.max(min, wanted));
  const most = Math.floor((max - min) / step + 1e-9);
  const steps = Math.min(most, Math.max(0, Math.round((wanted - min) / step)));
  // The digits of the step decide how many make sense: 0.1 + 0.2 is 0.3.
  const digits = Math.max(...[min, step].map((n) => String(n).split('.')[1]?.length ?? 0));
  return Number((min + steps * step).toFixed(digits));
}

async function normalised(hand: Hand, type: string, text: string): Promise<string> {
  const value = text.trim();
  if (type === 'datetime-local') return value.replace(/^(\S+) (\d)/, '$1T$2');
  if (type !== 'color') return value;
  return (await hand.ask<string>('colour', value)) || value;
}

/** Sets such a field; null when the target is none. @throws ActFailure `bad-value`, `not-editable` */
export async function setNative(hand: Hand, text: string): Promise<Deed | null> {
  const probe = hand.probe.control ? ((await hand.look(hand.probe.control)) ?? hand.probe) : hand.probe;
  const format = FORMATS[probe.inputType];
  if (!format) return null;
  if (probe.states.readonly) throw new ActFailure('not-editable', `${hand.title} is read-only`);
  let value = await normalised(hand, probe.inputType, text);
  const refuse = (why: string): never => {
    throw new ActFailure(
      'bad-value',
      `${hand.title} takes values like ${format.example}, not “${text.slice(0, 60)}”${why}`,
    );
  };
  if (value === '' && (probe.inputType === 'color' || probe.inputType === 'range')) refuse('');
  if (value !== '' && !format.pattern.test(value)) refuse('');
  // There is no 31 February; a field would be emptied by it.
  if (value !== '' && !(await hand.ask<string>('sanitised', probe.inputType, value))) refuse('');
  if (probe.inputType === 'range') {
    const scale = scaleOf(probe.attributes);
    const wanted = Number(value);
    if (wanted < scale.min || wanted > scale.max) refuse(`: it goes from ${scale.min} to ${scale.max}`);
    value = String(nearest(wanted, scale));
  }
  if (probe.value === value && value !== '') return { already: `${hand.title} already is at ${value}` };
  await hand.patience.run(
    hand
      .at(hand.control)
      .fill(value, { timeout: ACT_MS, signal: hand.patience.signal })
      .catch((error: unknown) => {
        if (/Malformed value/.test(String(error))) return refuse('');
        throw error;
      }),
  );
  return {};
}
