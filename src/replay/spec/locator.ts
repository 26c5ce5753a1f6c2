/** Writes Playwright locators for recorded elements, by role and name if possible. Pure. */
import type { ElementFingerprint } from '../../contract/index.js';
import { isStableId } from '../../fingerprint/index.js';
import { quote } from './literals.js';

/** Elements with these roles have no accessible name; they are located by text. */
const TEXT_ROLES: ReadonlySet<string> = new Set(['generic', 'none', 'presentation', 'paragraph', 'text', '']);
const ROW_ROLES: Readonly<Record<string, string>> = { tr: 'row', li: 'listitem', article: 'article' };
const LANDMARK_ROLES: Readonly<Record<string, string>> = {
  header: 'banner',
  nav: 'navigation',
  main: 'main',
  footer: 'contentinfo',
  aside: 'complementary',
};
/** Longer names are truncated in the record. */
const MAX_NAME_CHARS = 160;

export interface SpecLocator {
  code: string;
  /** Why the locator is weak, as a comment; null if it is not. */
  comment: string | null;
}

/** @param page name of the page variable */
export function toLocator(element: ElementFingerprint, page: string): SpecLocator {
  const root = (element.frame ?? []).reduce(
    (scope, url) => `${scope}.frameLocator(${quote(`iframe[src*="${getFramePath(url)}"]`)})`,
    page,
  );
  const { role, name, row, alike, landmark } = element;
  const elementLocator = locateElement(element);
  if (elementLocator === null)
    return {
      code: `${root}.locator(${quote(element.tag)})`,
      comment: 'The recording has no name for this element.',
    };
  if (alike.count <= 1) return { code: `${root}.${elementLocator}`, comment: null };
  const rowRole = ROW_ROLES[row?.tag ?? ''];
  if (row && rowRole && row.isKeyUnique && row.key !== '' && role !== rowRole)
    return {
      code: `${root}.getByRole(${quote(rowRole)}).filter({ hasText: ${quote(row.key)} }).${elementLocator}`,
      comment: null,
    };
  const region = LANDMARK_ROLES[landmark];
  if (region !== undefined && region !== 'main' && alike.count === 2)
    return { code: `${root}.getByRole(${quote(region)}).${elementLocator}.first()`, comment: null };
  return {
    code: `${root}.${elementLocator}.nth(${alike.index})`,
    comment: `The page has ${alike.count} elements called ${quote(name)}.`,
  };
}

const getFramePath = (url: string): string =>
  (URL.canParse(url) ? new URL(url).pathname : url).replaceAll('"', '');

/** Returns the call that locates the element in its scope; null if nothing identifies it. */
function locateElement({ role, name, attributes = {}, testIds = {} }: ElementFingerprint): string | null {
  const testId = testIds['data-testid'];
  if (name !== '' && !TEXT_ROLES.has(role)) {
    const exact = name.length < MAX_NAME_CHARS ? ', exact: true' : '';
    return `getByRole(${quote(role)}, { name: ${quote(name)}${exact} })`;
  }
  if (testId !== undefined) return `getByTestId(${quote(testId)})`;
  if (name !== '') return `getByText(${quote(name)}, { exact: true })`;
  const { placeholder, name: fieldName, id } = attributes;
  if (placeholder !== undefined) return `getByPlaceholder(${quote(placeholder)}, { exact: true })`;
  if (fieldName !== undefined) return `locator(${quote(`[name="${fieldName.replaceAll('"', '\\"')}"]`)})`;
  if (id !== undefined && isStableId(id)) return `locator(${quote(`[id="${id}"]`)})`;
  return TEXT_ROLES.has(role) ? null : `getByRole(${quote(role)})`;
}
