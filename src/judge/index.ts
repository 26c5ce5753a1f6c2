/**
 * `judge/` has a language model judge: finished tasks, from their last screenshots, with WebVoyager's protocol or a
 * hardened one; and, during a session, whether the instructor has ordered an irreversible action. It reads recordings,
 * asks the model and writes `judge.json`; it never uses a browser. It also handles references, aggregates and the sheet
 * for human votes; statistics are in `measure/`.
 */
export { askJudge, JUDGE_PURPOSE, type JudgeQuestion, type JudgeReply } from './ask-judge.js';
export { UNUSABLE_ANSWERS } from './ask-until-usable.js';
export { findConsentOrder } from './find-consent-order.js';
export { reviewConsent } from './review-consent.js';
export { findTasks } from './evidence/find.js';
export { findFinalResponse, joinLines, listWrittenPictures } from './evidence/demonstration.js';
export { pictureInMemory } from './evidence/pictures.js';
export type { EvidencePicture, TaskEvidence, UnreadableTask } from './evidence/types.js';
export {
  aggregate,
  aggregateBySite,
  type ScoredTask,
  type SiteFigures,
  type SuccessRate,
} from './aggregate.js';
export {
  countTasksForModel,
  createVisionError,
  hasOtherSettings,
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
export { collectHints, readReferences, scoreAgainstReference, type References } from './references.js';
export { computeAgreement, type VoteAgreement } from './review/agreement.js';
export { formatSheet, parseSheet } from './review/sheet.js';
