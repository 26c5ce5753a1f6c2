/** Roles, names and states of a page's elements: as the browser's own accessibility tree has them, and as we do. */
import { buildSync } from 'esbuild';
import type { CDPSession, Page } from 'playwright';

export interface Described {
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

/** The page part of this name as one script that defines `parts`. */
export function bundle(exports: string): string {
  const resolveDir = new URL('../../src/page/injected', import.meta.url).pathname;
  const built = buildSync({
    stdin: { contents: exports, resolveDir, loader: 'ts' },
    bundle: true,
    format: 'iife',
    globalName: 'parts',
    write: false,
  });
  return `${built.outputFiles[0]!.text}; window.parts = parts;`;
}

/** Chromium's spellings that are no ARIA roles, and what the element is in ARIA terms. */
const SPELLED: Record<string, string> = {
  image: 'img',
  Canvas: 'img',
  Iframe: 'iframe',
  MathMLMath: 'math',
  DisclosureTriangle: 'button',
  DisclosureTriangleGrouped: 'button',
  // Fields that ARIA has no role for.
  ColorWell: 'button',
  Date: 'textbox',
  DateTime: 'textbox',
  InputTime: 'textbox',
  // Chromium guesses which tables only lay out the page; here a table is a table.
  LayoutTable: 'table',
  LayoutTableRow: 'row',
  LayoutTableCell: 'cell',
  // Roles that tell a navigator nothing.
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
const FLAGS = new Set(['disabled', 'readonly', 'required', 'focused']);
/** Fields of which Chromium's protocol tells neither whether they take text nor whether they must be filled. */
const UNTOLD = new Set(['Date', 'DateTime', 'InputTime']);

function described(node: AxNode | undefined): Described & { untold: string[] } {
  // What is left out or ignored is a wrapper without a role.
  if (!node || node.ignored) return { role: 'generic', name: '', states: {}, untold: [] };
  const role = node.role?.value ?? 'none';
  const given = new Map((node.properties ?? []).map(({ name, value }) => [name, value.value]));
  const states: Described['states'] = {};
  for (const [name, value] of given) {
    if (FLAGS.has(name) && value === true) states[name] = true;
    if (name === 'invalid' && value !== 'false') states.invalid = true;
    if (name === 'editable') states.editable = true;
    if (name === 'hasPopup') states.haspopup = String(value);
    if (name === 'expanded' || name === 'selected') states[name] = value === true;
    if (name === 'checked' || name === 'pressed')
      states[name] = value === 'mixed' ? 'mixed' : value === 'true' || value === true;
  }
  const untold = ['readonly', 'required'].filter((name) => !given.has(name));
  // Chromium calls a read-only field editable, too; here that depends on whether typing would do anything.
  if (UNTOLD.has(role) || states.readonly) untold.push('editable');
  return {
    role: SPELLED[role] ?? role,
    name: (node.name?.value ?? '').replace(/\s+/g, ' ').trim(),
    states,
    untold,
  };
}

/** Per value of the attribute `t`: what Chromium says of the element, and what we do. */
export async function compared(
  page: Page,
  cdp: CDPSession,
  html: string,
): Promise<{ at: string; chromium: Described; ours: Described }[]> {
  await page.evaluate((markup) => (window as unknown as { put(html: string): void }).put(markup), html);
  const ours = await page.evaluate(() =>
    (window as unknown as { describe(): Record<string, Described> }).describe(),
  );
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] };
  const byId = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
  const { root } = (await cdp.send('DOM.getDocument', { depth: -1, pierce: true })) as unknown as {
    root: DomNode;
  };
  const out: { at: string; chromium: Described; ours: Described }[] = [];
  const visit = (node: DomNode): void => {
    const at = node.attributes?.findIndex((text, i) => i % 2 === 0 && text === 't') ?? -1;
    if (at >= 0) {
      const name = node.attributes![at + 1]!;
      const { untold, ...chromium } = described(byId.get(node.backendNodeId));
      const own = ours[name]!;
      for (const key of untold) {
        delete chromium.states[key];
        if (key in own.states) chromium.states[key] = own.states[key]!;
      }
      out.push({ at: name, chromium, ours: own.role === 'none' ? { ...own, role: 'generic' } : own });
    }
    for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) visit(child);
  };
  visit(root);
  return out;
}

/** Makes the page ready for `compared`. */
export async function prepare(page: Page): Promise<void> {
  await page.setContent('<!doctype html><body></body>');
  await page.evaluate(
    bundle(
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
    const deep = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot ? deep(element.shadowRoot) : []),
      ]);
    const { parts } = window as unknown as {
      parts: {
        clearStyleCache(): void;
        roleOf(element: Element): string;
        nameOf(element: Element, role: string): string;
        statesOf(element: Element, role: string): Described['states'];
      };
    };
    Object.assign(window, {
      put(html: string) {
        document.body.setHTMLUnsafe(html);
        for (const element of deep(document.body) as HTMLInputElement[]) {
          if (element.classList.contains('indeterminate')) element.indeterminate = true;
          if (element.classList.contains('focus')) element.focus();
          if (element.classList.contains('reflect'))
            element.ariaLabelledByElements = [document.getElementById('reflected')!];
        }
      },
      describe() {
        parts.clearStyleCache();
        const out: Record<string, Described> = {};
        for (const element of deep(document.body)) {
          const at = element.getAttribute('t');
          if (at === null) continue;
          const role = parts.roleOf(element);
          out[at] = { role, name: parts.nameOf(element, role), states: parts.statesOf(element, role) };
        }
        return out;
      },
    });
  });
}
