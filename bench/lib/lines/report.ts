/** Formats the outcomes of lines as tables, by application and by kind of line. */
import { median } from '../measure.js';
import { formatTable } from '../table.js';
import type { Half, Line } from './line.js';
import { FAULTS, OUTCOMES, type LineJudgement } from './outcome.js';

export interface LineResult extends LineJudgement {
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
    const applicationResults = results.filter((result) => result.application === application);
    return [formatRow(`${application} (${applicationResults[0]!.half})`, applicationResults)];
  });
  const byKind = KINDS.flatMap((kind) => {
    const kindResults = results.filter((result) => result.kind === kind);
    return kindResults.length > 0 ? [formatRow(kind, kindResults)] : [];
  });
  const head = ['lines', ...OUTCOMES, ...FAULTS.map((fault) => `wrong ${fault}`), 'right', 's, median'];
  return [
    formatTable(['application', ...head], [...byApplication, formatRow('all', results)]),
    formatTable(['kind', ...head], byKind),
  ].join('\n\n');
}

function formatRow(name: string, results: readonly LineResult[]): string[] {
  const counts = OUTCOMES.map((outcome) => results.filter((result) => result.outcome === outcome).length);
  const rightCount = results.filter((result) => result.isRight).length;
  return [
    name,
    String(results.length),
    ...counts.map(String),
    ...FAULTS.map((fault) => String(results.filter((result) => result.fault === fault).length)),
    `${((100 * rightCount) / results.length).toFixed(0)} %`,
    median(results.map(({ seconds }) => seconds)).toFixed(1),
  ];
}

export function formatMisses(results: readonly LineResult[]): string {
  return results
    .filter(({ isRight }) => !isRight)
    .map(
      ({ application, id, kind, line, outcome, detail, sentence }) =>
        `${application}/${id} (${kind}) ${outcome}: ${line}\n    says: ${sentence ?? '-'}${detail ? `\n    ${detail}` : ''}`,
    )
    .join('\n');
}
