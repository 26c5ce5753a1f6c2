/** `parley check`: checks scenario files without a browser. */
import type { CommandModule } from 'yargs';

import { parseVariables } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import {
  BASE_URL,
  BrokenScenario,
  findScenarios,
  FIXTURES,
  loadScenario,
  type LoadOptions,
} from '../../dialogue/index.js';
import { getExitCode } from '../../policy/index.js';
import { formatFileError, type FileError } from '../../yaml/index.js';

interface Args {
  paths: string[];
  var?: string[];
  json: boolean;
}

interface CheckedFile {
  file: string;
  /** Null if the file is broken. */
  name: string | null;
  complaints: readonly (FileError | { file: string; sentence: string; next: string })[];
}

function checkFile(file: string, options: LoadOptions): CheckedFile {
  try {
    const { name } = loadScenario(file, { builtins: [FIXTURES, BASE_URL], ...options });
    return { file, name, complaints: [] };
  } catch (error) {
    if (error instanceof BrokenScenario) return { file, name: null, complaints: error.errors };
    if (!(error instanceof ParleyError)) throw error;
    return { file, name: null, complaints: [{ file, sentence: error.message, next: error.next }] };
  }
}

function formatComplaint(complaint: CheckedFile['complaints'][number]): string {
  return 'line' in complaint ? formatFileError(complaint) : `${complaint.sentence}\n${complaint.next}`;
}

const formatCount = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

function handle({ paths, var: pairs, json }: Args): void {
  const overrides = parseVariables(pairs ?? []);
  const files = findScenarios(paths.length > 0 ? paths : ['.']);
  const checkedFiles = files.map((file) =>
    checkFile(file, { overrides, allowUnknownOverrides: files.length > 1 }),
  );
  const brokenFiles = checkedFiles.filter((checkedFile) => checkedFile.complaints.length > 0);
  // An error in a file that several scenarios use is counted only once.
  const errors = new Set(brokenFiles.flatMap((checkedFile) => checkedFile.complaints.map(formatComplaint)));
  const scenarios = checkedFiles.length;
  const validCount = scenarios - brokenFiles.length;
  const lines = json
    ? [
        ...checkedFiles.map((checkedFile) =>
          JSON.stringify({ type: 'scenario', ok: checkedFile.complaints.length === 0, ...checkedFile }),
        ),
        JSON.stringify({ type: 'summary', scenarios, valid: validCount, errors: errors.size }),
      ]
    : [
        ...errors,
        brokenFiles.length === 0
          ? `${formatCount(scenarios, 'scenario')} checked, no errors.`
          : `${formatCount(scenarios, 'scenario')} checked: ${validCount} valid, ${formatCount(errors.size, 'error')} in ${brokenFiles.length === 1 ? '1 file' : `${brokenFiles.length} files`}.`,
      ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (brokenFiles.length > 0) process.exitCode = getExitCode('usage');
}

export const checkCommand: CommandModule<object, Args> = {
  command: 'check [paths..]',
  describe: 'Check scenario files without a browser',
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
        describe: 'Print one JSON object per scenario, then a summary',
      })
      .example('$0 check scenarios', 'every scenario in a folder')
      .example('$0 check "scenarios/**/buy-*.scenario.yaml"', 'files that match a pattern')
      .example('$0 check a.scenario.yaml b.scenario.ts --json', 'JSON output for programs')
      .epilogue('Exit codes: 0 no errors, 2 errors found'),
  handler: handle,
};
