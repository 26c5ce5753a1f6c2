/** Chooses the sentence model for scenarios that compare sentences. */
import { ParleyError } from '../contract/index.js';
import { findComparedSentences, type Scenario } from '../dialogue/index.js';
import { formatKeyPath } from '../yaml/index.js';
import { BUNDLED_RANKER_NAME, openSentenceModel, readRegistry, type SentenceModel } from '../rank/index.js';
import { LEXICAL_RANKER_NAME } from './ranker-plan.js';

export interface SentenceModelFlags {
  sentenceModel?: string | undefined;
}

export interface SentenceModelPlan {
  name: string;
  /** @throws ParleyError `usage` if the folder contains no working model */
  open(): Promise<SentenceModel>;
}

const REGISTER_HINT =
  'Register a sentence model once (parley models add sentence-transformers/all-MiniLM-L6-v2), and name it: sentence_model in the scenario, --sentence-model or PARLEY_SENTENCE_MODEL.';

/**
 * @returns null if the scenario compares no sentences
 * @throws ParleyError `usage` if no model was given, or if the model is not registered
 */
export function createSentenceModelPlan(
  { sentenceModel }: SentenceModelFlags,
  scenario: Pick<Scenario, 'dialogue' | 'replies' | 'sentence_model'>,
  env: NodeJS.ProcessEnv = process.env,
): SentenceModelPlan | null {
  const [firstSentence] = findComparedSentences(scenario);
  if (!firstSentence) return null;
  const name = (sentenceModel ?? scenario.sentence_model)?.trim();
  if (!name)
    throw new ParleyError(
      'usage',
      `${formatKeyPath(firstSentence.path)} compares sentences ({ similar: … }), which needs a sentence model.`,
      REGISTER_HINT,
    );
  if (name === BUNDLED_RANKER_NAME || name === LEXICAL_RANKER_NAME)
    throw new ParleyError(
      'usage',
      `The model “${name}” ranks page elements and cannot compare sentences.`,
      REGISTER_HINT,
    );
  const registeredModels = readRegistry(env);
  const model = registeredModels.find((entry) => entry.name === name);
  if (!model)
    throw new ParleyError(
      'usage',
      `There is no sentence model “${name}”.`,
      registeredModels.length > 0
        ? `Registered: ${registeredModels.map((entry) => entry.name).join(', ')}. Run parley models add to register another.`
        : 'Register one with parley models add <folder or hub id>.',
      { option: 'sentence-model' },
    );
  return { name, open: () => openSentenceModel(name, model.folder) };
}
