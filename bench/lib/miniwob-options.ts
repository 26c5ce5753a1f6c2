/** What the flags of the MiniWoB++ benchmark ask for. */
import { ParleyError } from '../../src/contract/index.js';

export interface Options {
  tasks: string | undefined;
  /** So many, one after the other. */
  seeds: number;
  /** The seed to begin with. */
  first: number;
  workers: number;
  navigator: 'direct' | 'chat';
  failures: boolean;
  /** The task's line above the task area is not shown; the package's own DOM observations leave it out too. */
  withoutQuery: boolean;
  /** The clock beside the task area goes on. */
  withClock: boolean;
  json: string | undefined;
  pages: string | undefined;
  /** Where demonstrations are kept; without it they are thrown away. */
  results: string | undefined;
}

/** As they were typed. */
export type Flags = Partial<
  Record<'tasks' | 'seeds' | 'first' | 'workers' | 'navigator' | 'json' | 'pages' | 'results', string> &
    Record<'failures' | 'without-query' | 'with-clock', boolean>
>;

const SEEDS = 10;
const MAX_WORKERS = 2;

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  const range = most === Infinity ? 'from 1' : `from 1 to ${most}`;
  throw new ParleyError(
    'usage',
    `--${name} takes a whole number ${range}, not “${text}”.`,
    'Leave it out for the default.',
  );
}

/** @throws ParleyError `usage` */
export function optionsOf(flags: Flags): Options {
  const { navigator = 'direct', tasks, json, pages, results } = flags;
  if (navigator !== 'direct' && navigator !== 'chat')
    throw new ParleyError(
      'usage',
      `--navigator takes direct or chat, not “${navigator}”.`,
      'Chat asks the model that PARLEY_MODEL names.',
    );
  return {
    tasks,
    seeds: wholeNumber('seeds', flags.seeds ?? String(SEEDS), Infinity),
    first: wholeNumber('first', flags.first ?? '1', Infinity),
    workers: wholeNumber('workers', flags.workers ?? '1', MAX_WORKERS),
    navigator,
    failures: flags.failures ?? false,
    withoutQuery: flags['without-query'] ?? false,
    withClock: flags['with-clock'] ?? false,
    json,
    pages,
    results,
  };
}
