/**
 * `judge/` asks a language model for verdicts. It judges finished tasks by their last screenshots, with WebVoyager's
 * protocol or a hardened one. During a session it judges whether the instructor has asked for an irreversible action.
 * It reads recordings and writes `judge.json`; it never uses a browser. It also handles reference answers,
 * success rates and human votes; statistics are in `measure/`.
 */
export { askJudge, JUDGE_PURPOSE, type JudgeQuestion, type JudgeReply } from './ask-judge.js';
export { UNUSABLE_ANSWERS } from './ask-until-usable.js';
export { findConsentCommand } from './find-consent-command.js';
export { reviewConsent } from './review-consent.js';
export { findTasks } from './evidence/find-tasks.js';
export {
  findFinalResponse,
  joinInstructorUtterances,
  listScreenshotsSoFar,
} from './evidence/demonstration.js';
export { createMemoryScreenshot } from './evidence/screenshots.js';
export type { EvidenceScreenshot, TaskEvidence, UnreadableTask } from './evidence/types.js';
export {
  aggregateTasks,
  aggregateBySite,
  type ScoredTask,
  type SiteFigures,
  type SuccessRate,
} from './aggregate.js';
export {
  countTasksForModel,
  createVisionError,
  hasDifferentSettings,
  judgeTasks,
  type JudgedTask,
  type TaskJudgeOptions,
  type JudgeTasksResult,
} from './judge-tasks.js';
export { JUDGE_COMPATS, readJudgeRecord, type JudgeCompat, type JudgeRecord } from './record.js';
export {
  PUBLISHED_AGREEMENT,
  PUBLISHED_FLEISS_KAPPA,
  PUBLISHED_RATES,
  getPublishedRate,
} from './published.js';
export { collectHints, readReferences, scoreAgainstReference, type ReferenceAnswers } from './references.js';
export { computeAgreement, type VoteAgreement } from './review/agreement.js';
export { formatVoteCsv, parseVoteCsv } from './review/vote-csv.js';
