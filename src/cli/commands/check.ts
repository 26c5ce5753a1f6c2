/** `parley check`: whether scenario files are right, without a browser. */
import type { CommandModule } from 'yargs';

import { variablesOf } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import {
  BASE_URL,
  BrokenScenario,
  type Complaint,
  complaintText,
  findScenarios,
  FIXTURES,
  loadScenario,
  type LoadOptions,
} from '../../dialogue/index.js';
import { exitCode } from '../../policy/index.js';

interface Args {
  paths: string[];
  var?: string[];
  json: boolean;
}

interface Checked {
  file: string;
  /** Null where the file does not say. */
  name: string | null;
  complaints: readonly (Complaint | { file: string; sentence: string; next: string })[];
}

function check(file: string, options: LoadOptions): Checked {
  try {
    const { name } = loadScenario(file, { builtins: [FIXTURES, BASE_URL], ...options });
    return { file, name, complaints: [] };
  } catch (error) {
    if (error instanceof BrokenScenario) return { file, name: null, complaints: error.complaints };
    if (!(error instanceof ParleyError)) throw error;
    return { file, name: null, complaints: [{ file, sentence: error.message, next: error.next }] };
  }
}

function shown(complaint: Checked['complaints'][number]): string {
  return 'line' in complaint ? complaintText(complaint) : `${complaint.sentence}\n${complaint.next}`;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

function handle({ paths, var: pairs, json }: Args): void {
  const overrides = variablesOf(pairs ?? []);
  const files = findScenarios(paths.length > 0 ? paths : ['.']);
  const checked = files.map((file) => check(file, { overrides, forSeveral: files.length > 1 }));
  const broken = checked.filter((it) => it.complaints.length > 0);
  // What is wrong in a file that several use is one mistake, and told once.
  const mistakes = new Set(broken.flatMap((it) => it.complaints.map(shown)));
  const scenarios = checked.length;
  const right = scenarios - broken.length;
  const lines = json
    ? [
        ...checked.map((it) => JSON.stringify({ type: 'scenario', ok: it.complaints.length === 0, ...it })),
        JSON.stringify({ type: 'summary', scenarios, right, mistakes: mistakes.size }),
      ]
    : [
        ...mistakes,
        broken.length === 0
          ? `${count(scenarios, 'scenario')}, all right.`
          : `${count(scenarios, 'scenario')}, ${right} of them right; ${count(mistakes.size, 'mistake')} in ${broken.length === 1 ? 'the other' : `the other ${broken.length}`}.`,
      ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (broken.length > 0) process.exitCode = exitCode('usage');
}

export const checkCommand: CommandModule<object, Args> = {
  command: 'check [paths..]',
  describe: 'Whether scenario files are right, without a browser',
  builder: (yargs) =>
    yargs
      .positional('paths', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'Scenario files, folders to search for *.scenario.{yaml,yml,ts,js}, or patterns in quotes',
      })
      .option('var', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Set a variable of the scenarios: --var name=value',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'One JSON object a line: a scenario each with its complaints, then a summary',
      })
      .example('$0 check scenarios', 'every scenario in a folder')
      .example('$0 check "scenarios/**/buy-*.scenario.yaml"', 'those that fit a pattern')
      .example('$0 check a.scenario.yaml b.scenario.ts --json', 'for programs')
      .epilogue('Exit codes: 0 all right, 2 something to correct'),
  handler: handle,
};
