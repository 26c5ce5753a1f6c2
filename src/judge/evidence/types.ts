/** What a judge gets to see of one finished task. */
import type { VerdictRule } from '../protocol/faithful.js';

export interface EvidencePicture {
  /** Path of the file, or what the picture shows if there is no file. */
  name: string;
  /** PNG; null if the file is missing or is not a PNG. */
  load(): Uint8Array | null;
}

export interface TaskEvidence {
  /** `Allrecipes--4`, or the id of a demonstration. */
  id: string;
  site: string;
  /** Absolute path; `judge.json` is written there. */
  folder: string;
  source: 'webvoyager' | 'demonstration';
  task: string;
  /** The final response, complete; null if there is none. */
  answer: string | null;
  /** The final response as the paper's evaluator reads it; null if it reads none. */
  faithfulAnswer: string | null;
  /** The paper's rule that decides the task without a model; null if the model decides. */
  rule: VerdictRule | null;
  /** All screenshots in the order in which they were taken. */
  pictures: readonly EvidencePicture[];
  /** The same without marks, where the run saved them. */
  plainPictures: readonly EvidencePicture[];
  /** The site blocked the run, as the run itself reported. */
  blocked: boolean;
  /** Why the run ended before the navigator could finish, for reasons other than the navigator; null if it did not. */
  runError: string | null;
}

/** A folder that cannot be judged. */
export interface UnreadableTask {
  id: string;
  site: string;
  folder: string;
  fault: string;
}
