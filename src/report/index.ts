/**
 * `report/` makes a session readable for anyone: one HTML file, a summary for pull requests, and an index over several
 * sessions. It reads only the demonstration; callers pass in descriptions from other modules.
 */
export { LiveReport } from './live-report.js';
export type { ReportPhrases } from './phrases.js';
export type {
  Annotations,
  OpenAnnotations,
  TurnAnnotation,
  TurnPrediction,
} from './demonstration-annotations.js';
export { RUN_INDEX_LINK_PAGE, writeRunIndex } from './run-index.js';
export { writeSessionReport } from './session-report.js';
export { REPORT_FILE, writeReports } from './write-reports.js';
