/** Compares the roles, names and states that Parley computes with those in Chromium's accessibility tree. */
import { buildSync } from 'esbuild';
import type { CDPSession, Page } from 'playwright';

export interface ElementDescription {
  role: string;
  name: string;
  states: Record<string, boolean | string>;
}

interface AxNode {
  backendDOMNodeId?: number;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
}

interface DomNode {
  backendNodeId: number;
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
}

/** Bundles modules of `src/page/injected` into a script that sets `window.parts`. @param exports export statements */
export function bundlePageScript(exports: string): string {
  const resolveDir = new URL('../../src/page/injected', import.meta.url).pathname;
  const bundle = buildSync({
    stdin: { contents: exports, resolveDir, loader: 'ts' },
    bundle: true,
    format: 'iife',
    globalName: 'parts',
    write: false,
  });
  return `${bundle.outputFiles[0]!.text}; window.parts = parts;`;
}

/** Maps Chromium's internal roles to ARIA roles. */
const ARIA_ROLES: Record<string, string> = {
  image: 'img',
  Canvas: 'img',
  Iframe: 'iframe',
  MathMLMath: 'math',
  DisclosureTriangle: 'button',
  DisclosureTriangleGrouped: 'button',
  // ARIA has no roles for these fields.
  ColorWell: 'button',
  Date: 'textbox',
  DateTime: 'textbox',
  InputTime: 'textbox',
  // Chromium guesses which tables only lay out the page. Parley does not.
  LayoutTable: 'table',
  LayoutTableRow: 'row',
  LayoutTableCell: 'cell',
  // A navigator cannot use these roles.
  Abbr: 'generic',
  Audio: 'generic',
  Figcaption: 'generic',
  LabelText: 'generic',
  Legend: 'generic',
  PluginObject: 'generic',
  Ruby: 'generic',
  Video: 'generic',
  none: 'generic',
  sectionfooter: 'generic',
  sectionheader: 'generic',
};
/** States that an element either has or lacks. */
const FLAG_STATES = new Set(['disabled', 'readonly', 'required', 'focused']);
/** Fields whose `editable` and `required` states Chromium's protocol does not report. */
const DATE_ROLES = new Set(['Date', 'DateTime', 'InputTime']);

function describeAxNode(node: AxNode | undefined): ElementDescription & { unreportedStates: string[] } {
  // Omitted and ignored nodes are wrappers without a role.
  if (!node || node.ignored) return { role: 'generic', name: '', states: {}, unreportedStates: [] };
  const role = node.role?.value ?? 'none';
  const properties = new Map((node.properties ?? []).map(({ name, value }) => [name, value.value]));
  const states: ElementDescription['states'] = {};
  for (const [name, value] of properties) {
    if (FLAG_STATES.has(name) && value === true) states[name] = true;
    if (name === 'invalid' && value !== 'false') states.invalid = true;
    if (name === 'editable') states.editable = true;
    if (name === 'hasPopup') states.haspopup = String(value);
    if (name === 'expanded' || name === 'selected') states[name] = value === true;
    if (name === 'checked' || name === 'pressed')
      states[name] = value === 'mixed' ? 'mixed' : value === 'true' || value === true;
  }
  const unreportedStates = ['readonly', 'required'].filter((name) => !properties.has(name));
  // Chromium reports read-only fields as editable. Parley reports a field as editable only if typing can change it.
  if (DATE_ROLES.has(role) || states.readonly) unreportedStates.push('editable');
  return {
    role: ARIA_ROLES[role] ?? role,
    name: (node.name?.value ?? '').replace(/\s+/g, ' ').trim(),
    states,
    unreportedStates,
  };
}

/** Describes every element that has a `t` attribute, once as Chromium and once as Parley computes it. */
export async function compareDescriptions(
  page: Page,
  cdp: CDPSession,
  html: string,
): Promise<{ testName: string; chromium: ElementDescription; parley: ElementDescription }[]> {
  await page.evaluate(
    (markup) => (window as unknown as { showHtml(html: string): void }).showHtml(markup),
    html,
  );
  const parleyDescriptions = await page.evaluate(() =>
    (window as unknown as { describeElements(): Record<string, ElementDescription> }).describeElements(),
  );
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] };
  const axNodesById = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
  const { root } = (await cdp.send('DOM.getDocument', { depth: -1, pierce: true })) as unknown as {
    root: DomNode;
  };
  const pairs: { testName: string; chromium: ElementDescription; parley: ElementDescription }[] = [];
  const visit = (node: DomNode): void => {
    const attributeIndex = node.attributes?.findIndex((text, i) => i % 2 === 0 && text === 't') ?? -1;
    if (attributeIndex >= 0) {
      const testName = node.attributes![attributeIndex + 1]!;
      const { unreportedStates, ...chromium } = describeAxNode(axNodesById.get(node.backendNodeId));
      const parleyDescription = parleyDescriptions[testName]!;
      // Chromium does not report these states, so they are not compared: Parley's values are copied.
      for (const key of unreportedStates) {
        delete chromium.states[key];
        if (key in parleyDescription.states) chromium.states[key] = parleyDescription.states[key]!;
      }
      pairs.push({
        testName,
        chromium,
        parley:
          parleyDescription.role === 'none' ? { ...parleyDescription, role: 'generic' } : parleyDescription,
      });
    }
    for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) visit(child);
  };
  visit(root);
  return pairs;
}

/** Prepares the page for `compareDescriptions`. */
export async function preparePage(page: Page): Promise<void> {
  await page.setContent('<!doctype html><body></body>');
  await page.evaluate(
    bundlePageScript(
      `export * from './names.js'; export * from './states.js'; export { clearStyleCache } from './computed-style.js';`,
    ),
  );
  await page.evaluate(() => {
    customElements.define(
      'x-internals',
      class extends HTMLElement {
        constructor() {
          super();
          const internals = this.attachInternals();
          internals.role = this.getAttribute('role-default');
          internals.ariaLabel = this.getAttribute('label-default');
          internals.ariaChecked = this.getAttribute('checked-default');
        }
      },
    );
    const listElements = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot ? listElements(element.shadowRoot) : []),
      ]);
    const { parts } = window as unknown as {
      parts: {
        clearStyleCache(): void;
        roleOf(element: Element): string;
        nameOf(element: Element, role: string): string;
        statesOf(element: Element, role: string): ElementDescription['states'];
      };
    };
    Object.assign(window, {
      showHtml(html: string) {
        document.body.setHTMLUnsafe(html);
        for (const element of listElements(document.body) as HTMLInputElement[]) {
          if (element.classList.contains('indeterminate')) element.indeterminate = true;
          if (element.classList.contains('focus')) element.focus();
          if (element.classList.contains('reflect'))
            element.ariaLabelledByElements = [document.getElementById('reflected')!];
        }
      },
      describeElements() {
        parts.clearStyleCache();
        const descriptions: Record<string, ElementDescription> = {};
        for (const element of listElements(document.body)) {
          const testName = element.getAttribute('t');
          if (testName === null) continue;
          const role = parts.roleOf(element);
          descriptions[testName] = {
            role,
            name: parts.nameOf(element, role),
            states: parts.statesOf(element, role),
          };
        }
        return descriptions;
      },
    });
  });
}
