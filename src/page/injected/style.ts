/** What is asked of computed styles, read once per element and look. */
import { CLEAR, colourOf, paintOf, type Colour, type Paint } from './colours.js';

/** What every element needs is read at once; the rest when somebody asks, because each reading has its price. */
export class Look {
  readonly display: string;
  readonly visible: boolean;
  /** How much of it shows through its own opacity and filters: 1 all of it, 0 nothing. */
  readonly shade: number;
  /** The pointer turns into a hand over it, to press or to grab. */
  readonly pointer: boolean;
  /** What it does with content that does not fit: '' shows it. */
  readonly cutX: '' | 'hides' | 'scrolls';
  readonly cutY: '' | 'hides' | 'scrolls';
  readonly style: CSSStyleDeclaration;
  #position: string | undefined;
  #background: Paint | undefined;

  constructor(style: CSSStyleDeclaration) {
    this.style = style;
    this.display = style.display;
    this.visible = style.visibility === 'visible';
    const { opacity, overflow, filter } = style;
    this.shade = opacity === '1' && filter === 'none' ? 1 : Number(opacity) * filterOpacity(filter);
    this.pointer = HANDS.has(style.cursor);
    if (overflow === 'visible') this.cutX = this.cutY = '';
    else {
      const [x = '', y = x] = overflow.split(' ');
      this.cutX = cutting(x);
      this.cutY = cutting(y);
    }
  }

  get transform(): string {
    return this.style.textTransform;
  }

  get position(): string {
    return (this.#position ??= this.style.position);
  }

  /** Size of letters, CSS px. */
  get size(): number {
    return parseFloat(this.style.fontSize);
  }

  /** Its first line starts elsewhere. */
  get indented(): boolean {
    const { textIndent } = this.style;
    return textIndent !== '0px' && Math.abs(parseFloat(textIndent)) > 50;
  }

  /** What letters are filled with; `color`, unless something else is said. */
  get fill(): Colour | null {
    return colourOf(this.style.webkitTextFillColor);
  }

  /** What it paints behind its content; null for a picture. A background that only fills letters is none. */
  get background(): Paint {
    if (this.#background === undefined) {
      const paint = this.#paint();
      this.#background = paint !== CLEAR && this.fillsLetters ? CLEAR : paint;
    }
    return this.#background;
  }

  get fillsLetters(): boolean {
    return this.style.backgroundClip.includes('text');
  }

  /** What its background fills letters with; null for a picture. */
  get ink(): Paint {
    return this.fillsLetters ? this.#paint() : CLEAR;
  }

  #paint(): Paint {
    const { backgroundColor, backgroundImage } = this.style;
    const colour = backgroundColor === 'rgba(0, 0, 0, 0)' ? CLEAR : colourOf(backgroundColor);
    return backgroundImage === 'none' ? colour : paintOf(backgroundImage, colour);
  }
}

const HANDS = new Set(['pointer', 'grab', 'grabbing', 'move']);

function cutting(overflow: string): '' | 'hides' | 'scrolls' {
  if (overflow === 'hidden' || overflow === 'clip') return 'hides';
  return overflow === 'visible' ? '' : 'scrolls';
}

function filterOpacity(filter: string): number {
  let product = 1;
  for (const [, part] of filter.matchAll(/opacity\(([\d.e-]+)\)/g)) product *= Number(part);
  return product;
}

let looks = new WeakMap<Element, Look>();

/** A new look at the page: nothing that was read before counts. */
export function forgetStyles(): void {
  looks = new WeakMap();
}

export function styleOf(element: Element): Look {
  let look = looks.get(element);
  if (!look) looks.set(element, (look = new Look(getComputedStyle(element))));
  return look;
}
