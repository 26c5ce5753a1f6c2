/** Tracks the current turn. Keys, buttons and autoplay move through the turns. */

const TURN_DURATION_MS = 2_000;

export class Player {
  #current = -1;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #listeners: (() => void)[] = [];

  constructor(private readonly turns: readonly HTMLElement[]) {
    document.addEventListener('keydown', (event) => this.#onKey(event));
    addEventListener('hashchange', () => this.followHash());
  }

  get current(): number {
    return this.#current;
  }

  get isPlaying(): boolean {
    return this.#timer !== null;
  }

  /** Whether one turn is shown at a time. */
  get isShowingSingleTurn(): boolean {
    return document.body.classList.contains('single');
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Goes to the turn in the URL's hash, as in `report.html#turn-12`. */
  followHash(): void {
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    if (!target) return;
    // A link may point into closed details.
    for (let parent: Element | null = target; parent; parent = parent.parentElement)
      if (parent instanceof HTMLDetailsElement) parent.open = true;
    const turn = target.closest<HTMLElement>('article.turn');
    if (turn) this.goTo(this.turns.indexOf(turn), target === turn);
    else if (this.isShowingSingleTurn) this.showAll();
    scrollTo(target);
    if (!turn) target.focus();
  }

  /** @param takesFocus false keeps the focus where it is */
  goTo(index: number, takesFocus = true): void {
    const turn = this.turns[index];
    if (!turn) return;
    this.turns[this.#current]?.classList.remove('current');
    this.turns[this.#current]?.removeAttribute('aria-current');
    this.#current = index;
    turn.classList.add('current');
    turn.setAttribute('aria-current', 'step');
    if (location.hash !== `#${turn.id}`) history.replaceState(null, '', `#${turn.id}`);
    if (takesFocus) turn.focus({ preventScroll: true });
    scrollTo(turn);
    this.#notify();
  }

  /** Goes to the nearest turn in this direction that the search has not hidden. */
  step(direction: 1 | -1): boolean {
    for (let index = this.#current + direction; this.turns[index]; index += direction)
      if (!this.turns[index]!.hidden) {
        this.goTo(index);
        return true;
      }
    return false;
  }

  togglePlay(): void {
    if (this.isPlaying) return this.stop();
    document.body.classList.add('single');
    const isAtEnd = this.#current >= this.turns.length - 1;
    if (this.#current < 0 || isAtEnd) this.goTo(0, false);
    this.#schedule();
    this.#notify();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#notify();
  }

  showAll(): void {
    this.stop();
    document.body.classList.remove('single');
    const turn = this.turns[this.#current];
    if (turn) scrollTo(turn);
    this.#notify();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      if (this.step(1)) this.#schedule();
      else this.stop();
    }, TURN_DURATION_MS);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    const isControl = /^(BUTTON|SUMMARY|A)$/.test(target.tagName);
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft':
        this.stop();
        this.step(event.key === 'ArrowRight' ? 1 : -1);
        break;
      case 'Home':
      case 'End':
        this.stop();
        this.goTo(event.key === 'Home' ? 0 : this.turns.length - 1);
        break;
      case ' ':
        // On a focused control, the space key activates it.
        if (isControl) return;
        this.togglePlay();
        break;
      case 'Escape':
        this.showAll();
        break;
      case 'b':
        document.body.classList.toggle('no-boxes');
        this.#notify();
        break;
      case '/':
        document.getElementById('search')?.focus();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Scrolls twice, because the browser only estimates the height of turns that it has not yet rendered. */
function scrollTo(element: HTMLElement): void {
  element.scrollIntoView({ block: 'start', behavior: 'instant' });
  requestAnimationFrame(() =>
    requestAnimationFrame(() => element.scrollIntoView({ block: 'start', behavior: 'instant' })),
  );
}
