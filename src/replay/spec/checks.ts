/** Converts a scenario's checks to Playwright assertions. Pure. */
import type { CheckResult } from '../../contract/index.js';
import type { Check, ElementCheck, TextMatch } from '../../dialogue/index.js';
import { toGlobRegex, toLooseRegex, escapeRegex, quote, toRelativeUrl } from './literals.js';

export interface SpecCheckContext {
  page: string;
  baseUrl: string;
}

const REGEX = /^\/(.+)\/([a-z]*)$/su;

/** Returns a pattern for `toContainText` and names; null for a match that only Parley understands. */
function toPattern(match: TextMatch): string | null {
  if (typeof match === 'string') return REGEX.test(match) ? match : toLooseRegex(match);
  const alternatives = Array.isArray(match) ? match : match.any;
  if (alternatives) {
    const sources = alternatives.map((alternative) =>
      typeof alternative === 'string' && !REGEX.test(alternative) ? escapeRegex(alternative) : null,
    );
    return sources.includes(null) ? null : `/${sources.join('|')}/i`;
  }
  if (!Array.isArray(match) && match.equals !== undefined) return `/^\\s*${escapeRegex(match.equals)}\\s*$/i`;
  return null;
}

const STATE_ASSERTIONS: Readonly<Record<ElementCheck['state'], string>> = {
  visible: 'toBeVisible()',
  hidden: 'toBeHidden()',
  checked: 'toBeChecked()',
  unchecked: 'not.toBeChecked()',
  enabled: 'toBeEnabled()',
  disabled: 'toBeDisabled()',
};

function toElementLines(
  { role, name, text, css, value, state }: ElementCheck,
  page: string,
): string[] | null {
  const patterns = [name, text, value].map((match) => (match === undefined ? undefined : toPattern(match)));
  if (patterns.includes(null)) return null;
  const [namePattern, textPattern, valuePattern] = patterns;
  const baseLocator =
    css !== undefined
      ? `${page}.locator(${quote(css)})`
      : role !== undefined
        ? `${page}.getByRole(${quote(role)}${namePattern ? `, { name: ${namePattern} }` : ''})`
        : namePattern
          ? `${page}.getByLabel(${namePattern})`
          : null;
  const locator =
    baseLocator === null ? (textPattern ? `${page}.getByText(${textPattern})` : null) : baseLocator;
  if (locator === null) return null;
  const filteredLocator =
    baseLocator !== null && textPattern ? `${locator}.filter({ hasText: ${textPattern} })` : locator;
  return [
    `await expect(${filteredLocator}.first()).${STATE_ASSERTIONS[state]};`,
    ...(valuePattern ? [`await expect(${filteredLocator}.first()).toHaveValue(${valuePattern});`] : []),
  ];
}

function toHttpLines(http: NonNullable<Check['http']>, { page, baseUrl }: SpecCheckContext): string[] {
  const { get, post, json, headers, expect: expected } = http;
  const url = quote(toRelativeUrl(get ?? post ?? '', baseUrl));
  const options = {
    ...(json === undefined ? {} : { data: json }),
    ...(headers === undefined ? {} : { headers }),
  };
  const optionsArgument = Object.keys(options).length > 0 ? `, ${JSON.stringify(options)}` : '';
  const text = expected?.text === undefined ? null : toPattern(expected.text);
  return [
    'await expect(async () => {',
    `  const response = await ${page}.request.${get === undefined ? 'post' : 'get'}(${url}${optionsArgument});`,
    expected?.status === undefined
      ? '  expect(response.ok()).toBe(true);'
      : `  expect(response.status()).toBe(${expected.status});`,
    ...(expected?.json === undefined
      ? []
      : [`  expect(await response.json()).toMatchObject(${JSON.stringify(expected.json)});`]),
    ...(text === null ? [] : [`  expect((await response.text()).replace(/\\s+/g, ' ')).toMatch(${text});`]),
    '}).toPass();',
  ];
}

function toAssertions(check: Check, context: SpecCheckContext): string[] | null {
  const { page } = context;
  if (check.url !== undefined) return [`await expect(${page}).toHaveURL(${toGlobRegex(check.url)});`];
  if (check.text !== undefined) {
    const pattern = toPattern(check.text);
    return pattern === null ? null : [`await expect(${page}.locator('body')).toContainText(${pattern});`];
  }
  if (check.element) return toElementLines(check.element, page);
  if (check.http) return toHttpLines(check.http, context);
  if (check.query) {
    const { css, text, count } = check.query;
    const pattern = text === undefined ? null : toPattern(text);
    if (text !== undefined && pattern === null) return null;
    const locator = `${page}.locator(${quote(css)})`;
    const filteredLocator = pattern ? `${locator}.filter({ hasText: ${pattern} })` : locator;
    return [
      count === undefined
        ? `await expect(${filteredLocator}).not.toHaveCount(0);`
        : `await expect(${filteredLocator}).toHaveCount(${count});`,
    ];
  }
  if (typeof check.js === 'string')
    return [
      `await expect.poll(() => ${page}.evaluate(${quote(check.js)})).${
        check.equals === undefined ? 'toBeTruthy()' : `toEqual(${JSON.stringify(check.equals)})`
      };`,
    ];
  return null;
}

/** Returns a check's assertions, or a comment if Playwright has no such assertion. Omits failed and soft checks. */
export function toCheckLines(
  { label, definition, pass, soft }: CheckResult,
  context: SpecCheckContext,
): string[] {
  if (!pass || soft) return [];
  const lines = definition === undefined ? null : toAssertions(definition as Check, context);
  return lines ?? [`// Not checked here: ${label.replace(/\s+/gu, ' ')}`];
}
