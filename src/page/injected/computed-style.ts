/** Computed styles, read once per element and query. */
import { TRANSPARENT, parseColour, computeBackgroundPaint, type Colour, type Paint } from './colours.js';

/** Reads common properties eagerly and the others on demand, because each read is expensive. */
export class ElementStyle {
  readonly display: string;
  readonly visible: boolean;
  /** The element's own opacity from 0 to 1, including `opacity()` filters. */
  readonly opacity: number;
  /** Whether the cursor style suggests clicking or dragging. */
  readonly hasPointerCursor: boolean;
  /** What dragging the element resizes, according to its cursor; '' if nothing. */
  readonly resizes: '' | 'columns' | 'rows';
  /** Effect of `overflow` per axis; '' means visible. */
  readonly clipX: '' | 'hides' | 'scrolls';
  readonly clipY: '' | 'hides' | 'scrolls';
  readonly computed: CSSStyleDeclaration;
  #position: string | undefined;
  #background: Paint | undefined;

  constructor(computed: CSSStyleDeclaration) {
    this.computed = computed;
    this.display = computed.display;
    this.visible = computed.visibility === 'visible';
    const { opacity, overflow, filter } = computed;
    this.opacity = opacity === '1' && filter === 'none' ? 1 : Number(opacity) * computeFilterOpacity(filter);
    this.hasPointerCursor = POINTER_CURSORS.has(computed.cursor);
    this.resizes = RESIZE_CURSORS[computed.cursor] ?? '';
    if (overflow === 'visible') this.clipX = this.clipY = '';
    else {
      const [x = '', y = x] = overflow.split(' ');
      this.clipX = toOverflowEffect(x);
      this.clipY = toOverflowEffect(y);
    }
  }

  get textTransform(): string {
    return this.computed.textTransform;
  }

  get position(): string {
    return (this.#position ??= this.computed.position);
  }

  /** Font size in CSS px. */
  get fontSize(): number {
    return parseFloat(this.computed.fontSize);
  }

  /** Whether `text-indent` may move the first line out of view. */
  get hasLargeTextIndent(): boolean {
    const { textIndent } = this.computed;
    return textIndent !== '0px' && Math.abs(parseFloat(textIndent)) > 50;
  }

  /** Fill colour of the text: `-webkit-text-fill-color`, which defaults to `color`. */
  get textFill(): Colour | null {
    return parseColour(this.computed.webkitTextFillColor);
  }

  /** Paint behind the content; null for an image. A background clipped to the text counts as transparent. */
  get background(): Paint {
    if (this.#background === undefined) {
      const paint = this.#paint();
      this.#background = paint !== TRANSPARENT && this.clipsBackgroundToText ? TRANSPARENT : paint;
    }
    return this.#background;
  }

  get clipsBackgroundToText(): boolean {
    return this.computed.backgroundClip.includes('text');
  }

  /** Background paint that is clipped to the text; null for an image. */
  get backgroundTextPaint(): Paint {
    return this.clipsBackgroundToText ? this.#paint() : TRANSPARENT;
  }

  #paint(): Paint {
    const { backgroundColor, backgroundImage } = this.computed;
    const colour = backgroundColor === 'rgba(0, 0, 0, 0)' ? TRANSPARENT : parseColour(backgroundColor);
    return backgroundImage === 'none' ? colour : computeBackgroundPaint(backgroundImage, colour);
  }
}

const POINTER_CURSORS = new Set(['pointer', 'grab', 'grabbing', 'move']);
/** Cursors of borders between columns, rows and panes. Corners and edges of boxes have other cursors. */
const RESIZE_CURSORS: Readonly<Record<string, 'columns' | 'rows'>> = {
  'col-resize': 'columns',
  'ew-resize': 'columns',
  'row-resize': 'rows',
  'ns-resize': 'rows',
};

function toOverflowEffect(overflow: string): '' | 'hides' | 'scrolls' {
  if (overflow === 'hidden' || overflow === 'clip') return 'hides';
  return overflow === 'visible' ? '' : 'scrolls';
}

function computeFilterOpacity(filter: string): number {
  let product = 1;
  for (const [, part] of filter.matchAll(/opacity\(([\d.e-]+)\)/g)) product *= Number(part);
  return product;
}

let styleCache = new WeakMap<Element, ElementStyle>();

/** Clears the cached styles before each query. */
export function clearStyleCache(): void {
  styleCache = new WeakMap();
}

export function styleOf(element: Element): ElementStyle {
  let style = styleCache.get(element);
  if (!style) styleCache.set(element, (style = new ElementStyle(getComputedStyle(element))));
  return style;
}
