/** The bar with the player's buttons, search and view options. */
import type { Player } from './player.js';

export function createToolbar(
  player: Player,
  turns: readonly HTMLElement[],
  dots: readonly HTMLElement[],
): void {
  const bar = document.createElement('div');
  bar.id = 'toolbar';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Player and search');
  const previousButton = createButton('Previous', 'Previous turn (left arrow)', () => player.step(-1));
  const playButton = createButton('Play', 'Play the turns one after the other (space)', () =>
    player.togglePlay(),
  );
  const nextButton = createButton('Next', 'Next turn (right arrow)', () => player.step(1));
  const showAllButton = createButton('Show all', 'Show all turns (escape)', () => player.showAll());
  const boxesButton = createButton('Boxes', 'Show the element boxes on the screenshots (b)', () => {
    document.body.classList.toggle('no-boxes');
    update();
  });
  const themeButton = createButton('Dark', 'Use dark or light colours', () => {
    const root = document.documentElement;
    root.dataset.theme = isDark() ? 'light' : 'dark';
    update();
  });
  const status = document.createElement('span');
  status.id = 'position';
  status.setAttribute('role', 'status');
  let matchCount: number | null = null;
  const searchField = createSearch((query) => {
    matchCount = filterTurns(turns, dots, query);
    update();
  });
  const update = (): void => {
    playButton.textContent = player.isPlaying ? 'Pause' : 'Play';
    boxesButton.setAttribute('aria-pressed', String(!document.body.classList.contains('no-boxes')));
    themeButton.setAttribute('aria-pressed', String(isDark()));
    showAllButton.hidden = !player.isShowingSingleTurn;
    previousButton.disabled = player.current <= 0;
    nextButton.disabled = player.current >= turns.length - 1;
    for (const [index, dot] of dots.entries())
      if (index === player.current) dot.setAttribute('aria-current', 'step');
      else dot.removeAttribute('aria-current');
    status.textContent = formatStatus(player, turns, matchCount);
  };
  bar.append(
    previousButton,
    playButton,
    nextButton,
    showAllButton,
    searchField,
    status,
    boxesButton,
    themeButton,
  );
  document.getElementById('dots')?.before(bar);
  player.onChange(update);
  update();
}

function formatStatus(player: Player, turns: readonly HTMLElement[], matchCount: number | null): string {
  if (matchCount !== null) return `${matchCount} of ${turns.length} turns match`;
  const turn = turns[player.current]?.dataset.turn;
  return turn === undefined
    ? `${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}`
    : `Turn ${turn} of ${turns.at(-1)?.dataset.turn ?? turn}`;
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function createButton(text: string, description: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.title = description;
  button.addEventListener('click', onClick);
  return button;
}

function createSearch(onInput: (query: string) => void): HTMLElement {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.id = 'search';
  input.type = 'search';
  input.placeholder = 'Search (/)';
  input.setAttribute('aria-label', 'Search in the turns');
  input.addEventListener('input', () => onInput(input.value));
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    input.value = '';
    onInput('');
  });
  label.append(input);
  return label;
}

/** Hides the turns that do not contain all words. @returns the number of matches; null for an empty query */
function filterTurns(
  turns: readonly HTMLElement[],
  dots: readonly HTMLElement[],
  query: string,
): number | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let matchCount = 0;
  for (const [index, turn] of turns.entries()) {
    const text = words.length > 0 ? (turn.textContent ?? '').toLowerCase() : '';
    turn.hidden = !words.every((word) => text.includes(word));
    dots[index]?.classList.toggle('hidden', turn.hidden);
    if (!turn.hidden) matchCount += 1;
  }
  document.body.classList.toggle('searching', words.length > 0);
  return words.length > 0 ? matchCount : null;
}
