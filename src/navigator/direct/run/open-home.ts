/** Opens the home page, whose link is often only a logo. */
import type { Candidate } from '../../../contract/index.js';
import { isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { Context, Move } from './types.js';

/** For "go to the home page", opens the first link to that page, such as the logo, if no link is called “home”. */
export function openHomePage(step: StepOf<'click'>, ctx: Context): Move | null {
  if (!/^(?:the )?(?:home|homepage|main|start|front|landing)(?: ?page)?$/iu.test(step.target.text))
    return null;
  const currentUrl = new URL(ctx.view.observation.url);
  const getPath = (c: Candidate): string => {
    const url = ctx.view.getUrl(c);
    return url && new URL(url).origin === currentUrl.origin
      ? new URL(url).pathname.replace(/index\.html?$/iu, '')
      : '';
  };
  const homeLinks = ctx.view.candidates.filter(
    (c) =>
      c.visible &&
      isLink(c) &&
      c.landmark !== 'footer' &&
      c.landmark !== 'main' &&
      getPath(c).endsWith('/') &&
      currentUrl.pathname.startsWith(getPath(c)),
  );
  const homeLink = homeLinks.sort((a, b) => a.order - b.order)[0];
  return homeLink
    ? {
        kind: 'replace',
        steps: [
          {
            ...ctx.run.spokenStep,
            step: { do: 'click', kind: 'open', target: createTarget(getName(homeLink)) },
          },
        ],
      }
    : null;
}
