/** The evidence about one finished task that a judge receives. */
import type { VerdictRule } from '../protocol/faithful.js';

export interface EvidenceScreenshot {
  /** The file's path, or a description if there is no file. */
  name: string;
  /** Returns the PNG; null if the file is missing or is not a PNG. */
  load(): Uint8Array | null;
}

export interface TaskEvidence {
  /** `Allrecipes--4`, or the id of a demonstration. */
  id: string;
  site: string;
  /** Absolute path of the folder in which `judge.json` is written. */
  folder: string;
  source: 'webvoyager' | 'demonstration';
  task: string;
  /** The complete final response; null if there is none. */
  answer: string | null;
  /** The final response as parsed by the paper's evaluator; null if it finds none. */
  answerByPaperProtocol: string | null;
  /** The paper's rule that decides the task without a model; null if a model must decide. */
  decidingRule: VerdictRule | null;
  /** All screenshots in chronological order. */
  screenshots: readonly EvidenceScreenshot[];
  /** The same screenshots without numbered labels on the elements, if the run saved them. */
  screenshotsWithoutLabels: readonly EvidenceScreenshot[];
  /** Whether the run reported that the site blocked it. */
  blocked: boolean;
  /** Why the run ended before the navigator could finish, if the navigator was not responsible; otherwise null. */
  runError: string | null;
}

/** A folder that cannot be judged. */
export interface UnreadableTask {
  id: string;
  site: string;
  folder: string;
  fault: string;
}
