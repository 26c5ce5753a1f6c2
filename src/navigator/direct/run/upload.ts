/** Uploads files to the named field, to the only file field, or through a button that opens a file chooser. */
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

const isFileField = (c: Candidate): boolean =>
  c.inputType === 'file' || c.folded.some((a) => a.tag === 'input' && a.attributes['type'] === 'file');

/** Names of buttons that open a file chooser. */
const ASKS_FOR_FILE =
  /\b(?:upload|attach(?:ment)?|browse|(?:choose|select|add|pick|drop)(?: an?| your| the)? (?:files?|images?|photos?|pictures?|documents?|cv|resume))\b/iu;

const opensFileChooser = (c: Candidate): boolean =>
  c.visible &&
  c.interactive &&
  !isField(c) &&
  (isButton(c) || c.tag === 'label' || c.role === 'link') &&
  ASKS_FOR_FILE.test(getName(c));

export async function uploadFile(step: StepOf<'upload'>, ctx: Context): Promise<Move> {
  const files = formatList(step.files.map((file) => `“${clip(getFileName(file), 60)}”`));
  const fields = ctx.view.candidates.filter((c) => isFileField(c) && !c.states.disabled);
  const controls = fields.length ? fields : ctx.view.candidates.filter(opensFileChooser);
  if (!controls.length) return fail('There is no file field or upload button on this page');
  const uids = new Set(controls.map((c) => c.uid));
  return useElement(
    {
      target: createUploadTarget(step.target, controls),
      scoreSuitability: (c) =>
        uids.has(c.uid) ? 1 : step.target && opensFileChooser(c) ? 0.95 * scoreClickable(c) : 0,
      asField: true,
      createActions: (c) => [{ intent: 'upload', uid: c.uid, files: step.files }],
      pastVerb: `tried to give ${files} to`,
      describeAttempt: (description) => `to give ${files} to ${description}`,
      describeDone: ({ description }, judgement) =>
        `uploaded ${files} to ${description}${judgement.kind === 'ok' ? judgement.extra : ''}`,
      notFoundPrefix: 'a field for files called',
      skipsOpeningMenus: true,
    },
    ctx,
  );
}

/** Returns the named target. If there is only one control, adds its name, so that the control matches in any case. */
function createUploadTarget(namedTarget: Target | null, controls: readonly Candidate[]): Target {
  const onlyControl = controls.length === 1 ? controls[0]! : null;
  const controlInterpretation: Target['interpretations'][0] = {
    phrase: onlyControl ? getName(onlyControl) : '',
    role: onlyControl ? null : 'file',
    nth: null,
    place: null,
    prior: namedTarget ? 0.9 : 1,
  };
  if (namedTarget && !onlyControl) return namedTarget;
  const target = namedTarget ?? createTarget('file');
  return {
    ...target,
    interpretations: [
      ...(namedTarget ? namedTarget.interpretations : []),
      controlInterpretation,
    ] as Target['interpretations'],
    quoted: false,
  };
}

const getFileName = (path: string): string => path.split(/[\\/]/u).at(-1) ?? path;
