/** Uploads files: to the named field, the only one, or through the button that opens a file chooser. */
import type { Candidate } from '../../../contract/index.js';
import { scoreClickable } from '../ground/ground.js';
import { isButton, isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip } from '../text.js';
import { useElement } from './use-element.js';
import { formatList } from './messages.js';
import { fail, type Context, type Move } from './types.js';

const isFile = (c: Candidate): boolean =>
  c.inputType === 'file' || c.folded.some((a) => a.tag === 'input' && a.attributes['type'] === 'file');

/** Names of buttons that open a file chooser. */
const ASKS_FOR_FILE =
  /\b(?:upload|attach(?:ment)?|browse|(?:choose|select|add|pick|drop)(?: an?| your| the)? (?:files?|images?|photos?|pictures?|documents?|cv|resume))\b/iu;

const asks = (c: Candidate): boolean =>
  c.visible &&
  c.interactive &&
  !isField(c) &&
  (isButton(c) || c.tag === 'label' || c.role === 'link') &&
  ASKS_FOR_FILE.test(getName(c));

export async function uploadFile(step: StepOf<'upload'>, ctx: Context): Promise<Move> {
  const files = formatList(step.files.map((file) => `“${clip(fileName(file), 60)}”`));
  const fields = ctx.view.candidates.filter((c) => isFile(c) && !c.states.disabled);
  const pool = fields.length ? fields : ctx.view.candidates.filter(asks);
  if (!pool.length) return fail('There is no file field or upload button on this page');
  const uids = new Set(pool.map((c) => c.uid));
  return useElement(
    {
      target: targetOf(step.target, pool),
      suits: (c) => (uids.has(c.uid) ? 1 : step.target && asks(c) ? 0.95 * scoreClickable(c) : 0),
      asField: true,
      createActions: (c) => [{ intent: 'upload', uid: c.uid, files: step.files }],
      pastVerb: `tried to give ${files} to`,
      describeAttempt: (said) => `to give ${files} to ${said}`,
      describeDone: ({ description }, judged) =>
        `uploaded ${files} to ${description}${judged.kind === 'ok' ? judged.extra : ''}`,
      kindPhrase: 'a field for files called',
      skipsReveal: true,
    },
    ctx,
  );
}

/** Returns the named field, or the only one if none was named or only one is possible. */
function targetOf(spokenTarget: Target | null, pool: readonly Candidate[]): Target {
  const only = pool.length === 1 ? pool[0]! : null;
  const plain: Target['readings'][0] = {
    phrase: only ? getName(only) : '',
    role: only ? null : 'file',
    nth: null,
    place: null,
    prior: spokenTarget ? 0.9 : 1,
  };
  if (spokenTarget && !only) return spokenTarget;
  const target = spokenTarget ?? createTarget('file');
  return {
    ...target,
    readings: [...(spokenTarget ? spokenTarget.readings : []), plain] as Target['readings'],
    quoted: false,
  };
}

const fileName = (path: string): string => path.split(/[\\/]/u).at(-1) ?? path;
