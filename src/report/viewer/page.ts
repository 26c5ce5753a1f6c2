/** Changes of the page that do not depend on the player. */

/** Moves the summary, which is written last, to the top, in reading order too. */
export function showSummary(): void {
  const summary = document.getElementById('summary');
  const unfinished = document.getElementById('unfinished');
  if (!summary || !unfinished) return;
  unfinished.replaceWith(summary);
}

/** Marks the turns that failed the session like failed actions: the summary, which names them, is written after them. */
export function markDecisiveTurns(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.problems .decisive a')) {
    const turn = document.getElementById(link.hash.slice(1));
    if (!turn?.classList.contains('turn')) continue;
    turn.dataset.letter = '!';
    turn.dataset.state = 'failed';
  }
}

/** Shows a picture again at a later turn; the file contains it once. */
export function fillSharedPictures(): void {
  const sources = new Map<string, HTMLImageElement>();
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-name]'))
    sources.set(image.dataset.name ?? '', image);
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-same]')) {
    const source = sources.get(image.dataset.same ?? '');
    if (source) image.src = source.src;
    else image.alt += ' (the picture is not in this report)';
  }
}

/** Opens what explains the turns before printing, and closes it again. Prompts are too long for paper. */
export function openForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [
      ...document.querySelectorAll<HTMLDetailsElement>(
        'details.evidence:not([open]), details.facts:not([open])',
      ),
    ];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });
}
