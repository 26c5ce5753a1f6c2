/** Formats the outcomes of lines as tables, by application and by kind of line. */
import { median } from '../measure.js';
import { formatTable } from '../table.js';
import type { Half, Line } from './line.js';
import { FAULTS, OUTCOMES, type JudgedLine } from './outcome.js';

export interface LineResult extends JudgedLine {
  application: string;
  half: Half;
  id: string;
  line: string;
  kind: Line['kind'];
  sentence: string | null;
  seconds: number;
  transcript: string;
}

const KINDS: readonly Line['kind'][] = ['possible', 'ambiguous', 'impossible'];

export function formatResults(results: readonly LineResult[]): string {
  const applications = [...new Set(results.map(({ application }) => application))];
  const byApplication = applications.flatMap((application) => {
    const own = results.filter((result) => result.application === application);
    return [formatRow(`${application} (${own[0]!.half})`, own)];
  });
  const byKind = KINDS.flatMap((kind) => {
    const own = results.filter((result) => result.kind === kind);
    return own.length > 0 ? [formatRow(kind, own)] : [];
  });
  const head = ['lines', ...OUTCOMES, ...FAULTS.map((fault) => `wrong ${fault}`), 'right', 's, median'];
  return [
    formatTable(['application', ...head], [...byApplication, formatRow('all', results)]),
    formatTable(['kind', ...head], byKind),
  ].join('\n\n');
}

function formatRow(name: string, results: readonly LineResult[]): string[] {
  const counts = OUTCOMES.map((outcome) => results.filter((result) => result.outcome === outcome).length);
  const right = results.filter((result) => result.right).length;
  return [
    name,
    String(results.length),
    ...counts.map(String),
    ...FAULTS.map((fault) => String(results.filter((result) => result.fault === fault).length)),
    `${((100 * right) / results.length).toFixed(0)} %`,
    median(results.map(({ seconds }) => seconds)).toFixed(1),
  ];
}

export function formatMisses(results: readonly LineResult[]): string {
  return results
    .filter(({ right }) => !right)
    .map(
      ({ application, id, kind, line, outcome, detail, sentence }) =>
        `${application}/${id} (${kind}) ${outcome}: ${line}\n    says: ${sentence ?? '-'}${detail ? `\n    ${detail}` : ''}`,
    )
    .join('\n');
}
