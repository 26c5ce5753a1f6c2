/**
 * Opens the page on which an entry can be created: "Users" for "add a user", or the parent page. This is tried once. If
 * that page cannot create the entry either, the step fails as usual.
 */
import { isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import { toPlural } from './describe-repeated-step.js';
import type { FillStep } from './match-form-fields.js';
import { findNextToReveal } from './reveal.js';
import { StepVariable } from './step-variable.js';
import type { Context, Move } from './types.js';

const wentToPageVariable = new StepVariable<true>();

/**
 * Opens the page that lists this kind of entry, then repeats the step; null if no link leads there, or that page is
 * already open.
 */
export function openListPageFirst(step: FillStep, { run, view }: Context): Move | null {
  const kind = fold(step.item?.text ?? '');
  if (step.kind !== 'create' || kind === '' || wentToPageVariable.has(run) || run.stage !== '') return null;
  const pluralKind = toPlural(kind);
  const links = view.candidates.filter(
    (c) =>
      c.visible &&
      isLink(c) &&
      fold(getName(c)) === pluralKind &&
      leadsToOtherPage(view.getUrl(c), view.observation.url),
  );
  const navigationLinks = links.filter((c) => ['nav', 'aside', 'header'].includes(c.landmark));
  const preferredLinks = navigationLinks.length > 0 ? navigationLinks : links;
  const urls = new Set(preferredLinks.map((c) => view.getUrl(c)));
  // The link may be in a closed menu. The step "open" then opens that menu.
  const isBehindMenu =
    links.length === 0 && findNextToReveal(createTarget(pluralKind), view, new Set(), true) !== null;
  if (urls.size !== 1 && !isBehindMenu) return null;
  const name = preferredLinks[0] ? getName(preferredLinks[0]) : pluralKind;
  const { clause } = run.spokenStep;
  return {
    kind: 'replace',
    steps: [
      {
        clause: { ...clause, text: `open ${name}` },
        step: { do: 'click', kind: 'open', target: createTarget(name) },
      },
      run.spokenStep,
    ],
    prepare: ([, second]) => wentToPageVariable.set(second!, true),
  };
}

const leadsToOtherPage = (linkUrl: string, currentUrl: string): boolean =>
  linkUrl !== '' && linkUrl.replace(/[#?].*$/u, '') !== currentUrl.replace(/[#?].*$/u, '');

const NAME_UNDER_PARENT = /^(.{2,}?) (?:under|underneath|below) (?:the )?(.{2,40})$/iu;

/** For "a page called News under Home", opens Home if the page has a link to it, then creates News. */
export function openParentPageFirst(step: FillStep, { run, view }: Context): Move | null {
  const titleField = step.fields.find((f) => /^(?:title|name)$/iu.test(f.field.text));
  const [, name, parentName] = NAME_UNDER_PARENT.exec(titleField?.value ?? '') ?? [];
  if (step.kind !== 'create' || run.stage !== '' || !titleField || !name || !parentName) return null;
  const links = view.candidates.filter(
    (c) => c.visible && isLink(c) && fold(getName(c)) === fold(parentName),
  );
  const urls = new Set(links.map((c) => view.getUrl(c)));
  if (urls.size !== 1 || urls.has('')) return null;
  const { clause } = run.spokenStep;
  const fields = step.fields.map((f) => (f === titleField ? { field: f.field, value: name } : f));
  const createStep = { ...run.spokenStep, step: { ...step, fields } };
  if (!leadsToOtherPage([...urls][0]!, view.observation.url)) return { kind: 'replace', steps: [createStep] };
  return {
    kind: 'replace',
    steps: [
      {
        clause: { ...clause, text: `open ${parentName}` },
        step: { do: 'click', kind: 'open', target: createTarget(getName(links[0]!)) },
      },
      createStep,
    ],
    prepare: ([, second]) => wentToPageVariable.set(second!, true),
  };
}
