/** Which sentence model a scenario needs, where it compares sentences, and whether there is one. */
import { ParleyError } from '../contract/index.js';
import { comparedSentences, type Scenario, showPath } from '../dialogue/index.js';
import { BUNDLED_NAME, openSentences, readRegistry, type Sentences } from '../rank/index.js';
import { LEXICAL_NAME } from './ranker-plan.js';

export interface SentenceFlags {
  sentenceModel?: string | undefined;
}

export interface SentencePlan {
  name: string;
  /** @throws Problem `usage` where the folder holds no model that works */
  open(): Promise<Sentences>;
}

const REGISTER =
  'Register a sentence model once (parley models add sentence-transformers/all-MiniLM-L6-v2), and name it: sentence_model in the scenario, --sentence-model or PARLEY_SENTENCE_MODEL.';

/**
 * Null where nothing is compared.
 *
 * @throws Problem `usage` where no model is named, or none that is registered
 */
export function sentencePlanOf(
  { sentenceModel }: SentenceFlags,
  scenario: Pick<Scenario, 'dialogue' | 'replies' | 'sentence_model'>,
  env: NodeJS.ProcessEnv = process.env,
): SentencePlan | null {
  const [first] = comparedSentences(scenario);
  if (!first) return null;
  const name = (sentenceModel ?? scenario.sentence_model ?? env.PARLEY_SENTENCE_MODEL)?.trim();
  if (!name)
    throw new ParleyError(
      'usage',
      `${showPath(first.path)} compares sentences ({ similar: … }), and no model for that is named.`,
      REGISTER,
    );
  if (name === BUNDLED_NAME || name === LEXICAL_NAME)
    throw new ParleyError(
      'usage',
      `${name} orders elements of pages and cannot tell how alike sentences are.`,
      REGISTER,
    );
  const registered = readRegistry(env);
  const model = registered.find((one) => one.name === name);
  if (!model)
    throw new ParleyError(
      'usage',
      `There is no sentence model “${name}”.`,
      registered.length > 0
        ? `Registered: ${registered.map((one) => one.name).join(', ')}; parley models add registers others.`
        : 'parley models add <folder or hub id> registers one.',
    );
  return { name, open: () => openSentences(name, model.folder) };
}
