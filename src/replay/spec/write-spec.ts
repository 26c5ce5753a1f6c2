/** Writes a recorded session as a Playwright spec: one step for each of the instructor's lines. Pure. */
import type { ReplayAction, ReplayLine, ReplayScript } from '../../contract/index.js';
import { toActionLines } from './actions.js';
import { toCheckLines } from './checks.js';
import { quote, toRelativeUrl } from './literals.js';
import { SpecTabs } from './tabs.js';

export interface WrittenSpec {
  text: string;
  /** Messages for the user about actions that the spec does not repeat. */
  warnings: string[];
}

const MAX_TITLE_CHARS = 120;

export function writeSpec(script: ReplayScript, startUrl = script.startUrl): WrittenSpec {
  const warnings: string[] = [];
  const baseUrl = URL.canParse(startUrl) ? new URL(startUrl).origin : '';
  const hasBase = /^https?:/u.test(baseUrl);
  const secrets = findSecrets(script);
  const tabs = new SpecTabs();
  const actions = script.lines.flatMap(({ turns }) => turns.filter((turn) => turn.type === 'action'));
  const body = script.lines.flatMap((line) => {
    const lines = line.turns.flatMap((turn) => {
      if (turn.type === 'say') return [];
      const dialogAnswer = findDialogAnswer(actions, turn);
      return toActionLines(turn, {
        baseUrl,
        secrets,
        tabs,
        dialogAnswer,
        warn: (text) => warnings.push(text),
      });
    });
    const visits = line.visitedUrls.map(
      (url) => `await ${tabs.current}.goto(${quote(toRelativeUrl(url, baseUrl))});`,
    );
    const checks = line.checks.flatMap((check) => toCheckLines(check, { page: tabs.current, baseUrl }));
    return [...visits, ...toStep(line, [...lines, ...checks])];
  });
  const finalChecks = script.finalChecks.flatMap((check) =>
    toCheckLines(check, { page: tabs.current, baseUrl }),
  );
  const fixtures = actions.some(({ action }) => action.intent === 'tabcreate')
    ? '{ page, context }'
    : '{ page }';
  const lines = [
    `// Written by parley replay --to-spec from the session “${toComment(script.name)}”.`,
    "import { expect, test, type Page } from '@playwright/test';",
    '',
    ...(hasBase ? [`test.use({ baseURL: ${quote(baseUrl)} });`, ''] : []),
    ...(secrets.size > 0 ? [...SECRET_FUNCTION, ''] : []),
    ...OPEN_FUNCTION,
    '',
    `test(${quote(script.name)}, async (${fixtures}) => {`,
    ...tabs.variables.map((variable) => `  let ${variable}: Page;`),
    ...(startUrl === ''
      ? []
      : [`  await open(page, ${quote(hasBase ? toRelativeUrl(startUrl, baseUrl) : startUrl)});`]),
    ...body.map((line) => `  ${line}`),
    ...finalChecks.map((line) => `  ${line}`),
    '});',
    '',
  ];
  if (script.bannerPolicy !== null)
    warnings.push(
      'The session answered a cookie banner; the spec does not. Add the click if the banner is in the way.',
    );
  return { text: lines.join('\n'), warnings };
}

function toStep({ text }: ReplayLine, lines: readonly string[]): string[] {
  const title = text.replace(/\s+/gu, ' ').trim();
  const shortTitle = title.length > MAX_TITLE_CHARS ? `${title.slice(0, MAX_TITLE_CHARS - 1)}…` : title;
  // The navigator only answered, so there is no action to repeat.
  if (lines.length === 0) return [`// ${toComment(title)}`];
  return [`await test.step(${quote(shortTitle)}, async () => {`, ...lines.map((line) => `  ${line}`), '});'];
}

const toComment = (text: string): string => text.replace(/\s+/gu, ' ');

const SECRET_FUNCTION = [
  '/** The value of a secret that the session masked. */',
  'function secret(name: string): string {',
  '  const value = process.env[`PARLEY_SECRET_${name}`] ?? process.env[name];',
  '  if (!value) throw new Error(`Set PARLEY_SECRET_${name}.`);',
  '  return value;',
  '}',
];

const OPEN_FUNCTION = [
  '/** Opens a page and lets its scripts load: an earlier click may have no effect. */',
  'async function open(page: Page, url: string): Promise<void> {',
  '  await page.goto(url);',
  "  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);",
  '}',
];

const MASKED_SECRET = /<([A-Z][A-Z0-9_]{2,})>/gu;

/** Finds the names of the secrets that were typed into fields. */
function findSecrets({ lines }: ReplayScript): Set<string> {
  const texts = lines.flatMap(({ turns }) =>
    turns.flatMap((turn) =>
      turn.type === 'action' && (turn.action.intent === 'textInput' || turn.action.intent === 'dialog')
        ? [turn.action.text ?? '']
        : [],
    ),
  );
  return new Set(texts.flatMap((text) => [...text.matchAll(MASKED_SECRET)].map(([, name]) => name!)));
}

/** Finds the answer to the dialog that an action opened: the next action, if it answers a dialog. */
function findDialogAnswer(actions: readonly ReplayAction[], opener: ReplayAction) {
  const nextAction = actions[actions.indexOf(opener) + 1]?.action;
  return nextAction?.intent === 'dialog' ? nextAction : null;
}
