/** One dot per turn, with a letter and a colour for what happened. */

const MAX_LABEL_LENGTH = 120;

export const getDotTitle = (turn: HTMLElement): string => {
  const heading = turn.querySelector('h3 span')?.textContent ?? '';
  const content = turn.querySelector('.line')?.textContent ?? '';
  const outcome = turn.querySelector('.outcome')?.firstChild?.textContent ?? '';
  const text = [`Turn ${turn.dataset.turn}: ${heading}`, content, outcome].filter(Boolean).join(', ');
  return text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH - 1)}…` : text;
};

const LEGEND: readonly [letter: string, state: string, meaning: string][] = [
  ['I', 'say', 'instructor'],
  ['S', 'say', 'navigator says'],
  ['?', 'ask', 'asks'],
  ['C', 'ok', 'acts (C click, T type, V value, K key, L load)'],
  ['!', 'failed', 'went wrong'],
];

/** @returns the links, in the order of the turns */
export function createDots(turns: readonly HTMLElement[], goTo: (index: number) => void): HTMLElement[] {
  const nav = document.createElement('nav');
  nav.id = 'dots';
  nav.setAttribute('aria-label', 'Turns');
  const list = document.createElement('ol');
  const dots = turns.map((turn, index) => {
    const link = document.createElement('a');
    link.href = `#${turn.id}`;
    link.textContent = turn.dataset.letter ?? '';
    link.className = 'dot';
    link.dataset.state = turn.dataset.state ?? '';
    if (turn.classList.contains('instructor')) link.dataset.speaker = 'instructor';
    const title = getDotTitle(turn);
    link.title = title;
    link.setAttribute('aria-label', title);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      goTo(index);
    });
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
    return link;
  });
  nav.append(list, createLegend());
  document.getElementById('conversation')?.before(nav);
  return dots;
}

function createLegend(): HTMLElement {
  const legend = document.createElement('p');
  legend.className = 'legend';
  for (const [letter, state, meaning] of LEGEND) {
    const dot = document.createElement('span');
    dot.className = 'dot';
    dot.dataset.state = state;
    if (letter === 'I') dot.dataset.speaker = 'instructor';
    dot.setAttribute('aria-hidden', 'true');
    dot.textContent = letter;
    legend.append(dot, ` ${meaning} `);
  }
  return legend;
}
