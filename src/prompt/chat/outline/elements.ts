/** Facts about single elements for the outline: the candidate, the kind, and the amount of content. */
import type { Box, Candidate, OutlineElement, OutlineNode, Uid } from '../../../contract/index.js';
import type { ElementNumbers } from '../numbers.js';

export interface ElementDetails {
  /** The candidate that the element belongs to. */
  candidate: Candidate;
  /** Whether the element is the candidate itself rather than an element folded into it. */
  isCandidate: boolean;
  name: string;
  attributes: Record<string, string>;
  box: Box;
}

/** Amount and kind of an element's content. */
interface Extent {
  textLength: number;
  controlCount: number;
  /** Whether it contains a heading, list, table, region or editor. */
  hasStructure: boolean;
  /** Whether it contains an element that starts a new line. */
  hasBlocks: boolean;
}

/** Larger elements do not share a line with others. */
const MAX_SIMPLE_CHARS = 120;
const MAX_SIMPLE_CONTROLS = 8;
const MAX_SIMPLE_HEIGHT = 64;

const HEADING_TAGS = /^h[1-6]$/;
const LIST_ROLES: ReadonlySet<string> = new Set(['list', 'listbox', 'menu', 'menubar', 'tree', 'tablist']);
const TABLE_ROLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid']);
/** Names of region roles in the outline. */
const REGION_NAMES: Readonly<Record<string, string>> = {
  banner: 'header',
  navigation: 'nav',
  main: 'main',
  contentinfo: 'footer',
  complementary: 'aside',
  form: 'form',
  search: 'search',
  dialog: 'dialog',
  alertdialog: 'dialog',
  tabpanel: 'tab panel',
};
/** Roles of regions that are shown only if they have a name. */
const ROLES_OF_NAMED_REGIONS: ReadonlySet<string> = new Set([
  'region',
  'group',
  'radiogroup',
  'article',
  'figure',
  'toolbar',
  'list',
  'listbox',
  'menu',
  'tree',
  'tablist',
]);

export const isElement = (node: OutlineNode): node is OutlineElement => typeof node !== 'string';
export const isHeading = ({ tag, role }: OutlineElement): boolean =>
  role === 'heading' || (HEADING_TAGS.test(tag) && role === '');
export const isTable = ({ tag, role }: OutlineElement): boolean =>
  TABLE_ROLES.has(role) || (tag === 'table' && role === '');
export const isList = ({ tag, role }: OutlineElement): boolean =>
  LIST_ROLES.has(role) || tag === 'ul' || tag === 'ol' || tag === 'dl';
export const isListItem = ({ tag, role }: OutlineElement): boolean => tag === 'li' || role === 'listitem';
export const isFrameDocument = ({ uid, tag }: OutlineElement): boolean => uid === '' && tag === 'html';

const FIELD_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'spinbutton',
  'slider',
]);

export const isField = ({ role, states, tag }: Candidate): boolean =>
  FIELD_ROLES.has(role) || states.editable === true || tag === 'select';

/** Whether the element is part of an editor, but not the editor itself. */
export const isEditorBlock = ({ states, attributes, tag, role }: Candidate): boolean =>
  states.editable === true &&
  !('contenteditable' in attributes) &&
  !FIELD_ROLES.has(role) &&
  !/^(?:input|textarea|select)$/.test(tag);

/** Whether the element is clickable but has no role, name or state that identifies it. */
const isPlainContainer = ({ role, states, scroll, resizes, attributes }: Candidate): boolean =>
  /^(?:|generic|none|presentation)$/.test(role) &&
  !scroll &&
  !resizes &&
  !states.editable &&
  states.expanded === undefined &&
  attributes['draggable'] !== 'true';

export class PageElements {
  readonly #details = new Map<Uid, ElementDetails>();
  readonly #extents = new Map<OutlineElement, Extent>();

  constructor(
    candidates: readonly Candidate[],
    private readonly numbers: ElementNumbers,
    /** Whether the element gets a number. */
    private readonly isListed: (candidate: Candidate) => boolean,
  ) {
    for (const candidate of candidates) {
      const { uid, name, attributes, box, folded } = candidate;
      this.#details.set(uid, { candidate, isCandidate: true, name, attributes, box });
      for (const foldedElement of folded)
        this.#details.set(foldedElement.uid, {
          candidate,
          isCandidate: false,
          name: foldedElement.name,
          attributes: foldedElement.attributes,
          box: foldedElement.box,
        });
    }
  }

  getDetails({ uid }: OutlineElement): ElementDetails | undefined {
    return this.#details.get(uid);
  }

  /** Returns the element's candidate and number; null if it has no number. */
  getControl(element: OutlineElement): { candidate: Candidate; number: number } | null {
    const details = this.#details.get(element.uid);
    if (!details?.isCandidate || !this.isListed(details.candidate)) return null;
    // A paragraph of an editor can be typed into; elements inside and around it need no number.
    if (isEditorBlock(details.candidate) && !details.candidate.interactive) {
      const isParagraph = !element.inline && !element.content.some((node) => isElement(node) && !node.inline);
      if (!isParagraph || this.getExtent(element).textLength === 0) return null;
    }
    // Clicking a container without a role is the same as clicking the control inside it.
    if (isPlainContainer(details.candidate) && this.getExtent(element).controlCount > 0) return null;
    const number = this.numbers.getNumber(element.uid);
    return number === undefined ? null : { candidate: details.candidate, number };
  }

  /** Returns a region's kind and name; null if the element is not a region. */
  getRegion(
    element: OutlineElement,
    outerOverlay: string | undefined,
  ): { kind: string; name: string } | null {
    const { role, tag } = element;
    const details = this.#details.get(element.uid);
    const name = details?.name ?? '';
    const overlay = details?.candidate.overlay;
    if (REGION_NAMES[role] === undefined && overlay !== undefined && outerOverlay === undefined)
      return { kind: 'dialog', name: overlay };
    const kind = REGION_NAMES[role];
    if (kind !== undefined) return { kind, name };
    if (name.trim() && (ROLES_OF_NAMED_REGIONS.has(role) || tag === 'fieldset'))
      return { kind: tag === 'fieldset' ? 'group' : role, name };
    return null;
  }

  getExtent(element: OutlineElement): Extent {
    const cachedExtent = this.#extents.get(element);
    if (cachedExtent) return cachedExtent;
    const extent: Extent = { textLength: 0, controlCount: 0, hasStructure: false, hasBlocks: false };
    for (const node of element.content) {
      if (!isElement(node)) {
        extent.textLength += node.trim().length;
        continue;
      }
      const control = this.getControl(node);
      const innerExtent = this.getExtent(node);
      extent.textLength += innerExtent.textLength;
      extent.controlCount += innerExtent.controlCount + (control ? 1 : 0);
      extent.hasBlocks ||= !node.inline || innerExtent.hasBlocks;
      extent.hasStructure ||=
        innerExtent.hasStructure ||
        isHeading(node) ||
        isTable(node) ||
        isList(node) ||
        isFrameDocument(node) ||
        node.tag === 'textarea' ||
        (control?.candidate.states.editable === true && innerExtent.textLength > 0) ||
        this.getRegion(node, '') !== null;
    }
    this.#extents.set(element, extent);
    return extent;
  }

  /** Whether the element is small enough to share a line with its neighbours. */
  isSimple(element: OutlineElement): boolean {
    const { textLength, controlCount, hasStructure } = this.getExtent(element);
    if (hasStructure || textLength > MAX_SIMPLE_CHARS || controlCount > MAX_SIMPLE_CONTROLS) return false;
    if (isHeading(element) || isTable(element) || isList(element) || element.tag === 'textarea') return false;
    const box = this.#details.get(element.uid)?.box;
    return box !== undefined && box.height <= MAX_SIMPLE_HEIGHT;
  }

  /** Whether the element continues the current line. */
  isInline(element: OutlineElement): boolean {
    if (!element.inline) return false;
    const { hasBlocks } = this.getExtent(element);
    return !hasBlocks || this.isSimple(element);
  }
}

export function isBeside(a: Box, b: Box): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (overlap < 0.5 * Math.min(a.height, b.height)) return false;
  return b.x >= a.x + a.width - 4 || a.x >= b.x + b.width - 4;
}
