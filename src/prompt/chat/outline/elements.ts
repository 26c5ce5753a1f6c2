/** Facts about single elements for the outline: their candidate, their kind, and how much they contain. */
import type { Box, Candidate, OutlineElement, OutlineNode, Uid } from '../../../contract/index.js';
import type { ElementNumbers } from '../numbers.js';

export interface ElementDetails {
  /** The candidate that the element belongs to. */
  candidate: Candidate;
  /** Whether the element is the candidate itself, and not a part of it. */
  isCandidate: boolean;
  name: string;
  attributes: Record<string, string>;
  box: Box;
}

/** How much an element contains. */
interface Extent {
  textLength: number;
  controls: number;
  /** Whether it contains a heading, list, table, region or editor. */
  hasStructure: boolean;
  /** Whether it contains an element that starts a new line. */
  hasBlocks: boolean;
}

/** Larger elements are not put on one line with others. */
const MAX_SIMPLE_TEXT = 120;
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
/** Region roles that are shown only if they have a name. */
const NAMED_REGIONS: ReadonlySet<string> = new Set([
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
      for (const part of folded)
        this.#details.set(part.uid, {
          candidate,
          isCandidate: false,
          name: part.name,
          attributes: part.attributes,
          box: part.box,
        });
    }
  }

  detailsOf({ uid }: OutlineElement): ElementDetails | undefined {
    return this.#details.get(uid);
  }

  /** The element's candidate and number, if it has a number. */
  controlOf(element: OutlineElement): { candidate: Candidate; number: number } | null {
    const details = this.#details.get(element.uid);
    if (!details?.isCandidate || !this.isListed(details.candidate)) return null;
    // A paragraph of an editor can be typed into; elements inside and around it need no number.
    if (isEditorBlock(details.candidate) && !details.candidate.interactive) {
      const isParagraph = !element.inline && !element.content.some((node) => isElement(node) && !node.inline);
      if (!isParagraph || this.extentOf(element).textLength === 0) return null;
    }
    // Clicking a container without a role is the same as clicking the control inside it.
    if (isPlainContainer(details.candidate) && this.extentOf(element).controls > 0) return null;
    const number = this.numbers.numberOf(element.uid);
    return number === undefined ? null : { candidate: details.candidate, number };
  }

  /** The title of a region; null if the element is not a region. */
  regionOf(element: OutlineElement, outerOverlay: string | undefined): { kind: string; name: string } | null {
    const { role, tag } = element;
    const details = this.#details.get(element.uid);
    const name = details?.name ?? '';
    const overlay = details?.candidate.overlay;
    if (REGION_NAMES[role] === undefined && overlay !== undefined && outerOverlay === undefined)
      return { kind: 'dialog', name: overlay };
    const kind = REGION_NAMES[role];
    if (kind !== undefined) return { kind, name };
    if (name.trim() && (NAMED_REGIONS.has(role) || tag === 'fieldset'))
      return { kind: tag === 'fieldset' ? 'group' : role, name };
    return null;
  }

  extentOf(element: OutlineElement): Extent {
    const known = this.#extents.get(element);
    if (known) return known;
    const extent: Extent = { textLength: 0, controls: 0, hasStructure: false, hasBlocks: false };
    for (const node of element.content) {
      if (!isElement(node)) {
        extent.textLength += node.trim().length;
        continue;
      }
      const control = this.controlOf(node);
      const inner = this.extentOf(node);
      extent.textLength += inner.textLength;
      extent.controls += inner.controls + (control ? 1 : 0);
      extent.hasBlocks ||= !node.inline || inner.hasBlocks;
      extent.hasStructure ||=
        inner.hasStructure ||
        isHeading(node) ||
        isTable(node) ||
        isList(node) ||
        isFrameDocument(node) ||
        node.tag === 'textarea' ||
        (control?.candidate.states.editable === true && inner.textLength > 0) ||
        this.regionOf(node, '') !== null;
    }
    this.#extents.set(element, extent);
    return extent;
  }

  /** Whether the element fits on one line with its neighbours. */
  isSimple(element: OutlineElement): boolean {
    const { textLength, controls, hasStructure } = this.extentOf(element);
    if (hasStructure || textLength > MAX_SIMPLE_TEXT || controls > MAX_SIMPLE_CONTROLS) return false;
    if (isHeading(element) || isTable(element) || isList(element) || element.tag === 'textarea') return false;
    const box = this.#details.get(element.uid)?.box;
    return box !== undefined && box.height <= MAX_SIMPLE_HEIGHT;
  }

  /** Whether the element continues the line before it. */
  isInline(element: OutlineElement): boolean {
    if (!element.inline) return false;
    const { hasBlocks } = this.extentOf(element);
    return !hasBlocks || this.isSimple(element);
  }
}

export function isBeside(a: Box, b: Box): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (overlap < 0.5 * Math.min(a.height, b.height)) return false;
  return b.x >= a.x + a.width - 4 || a.x >= b.x + b.width - 4;
}
