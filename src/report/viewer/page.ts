/** Changes to the page that do not depend on the player. */

/** Moves the summary from the end of the document to the top. */
export function showSummary(): void {
  const summary = document.getElementById('summary');
  const unfinished = document.getElementById('unfinished');
  if (!summary || !unfinished) return;
  unfinished.replaceWith(summary);
}

/** Marks the turns that made the session fail. Only the summary, which is written last, lists them. */
export function markDecisiveTurns(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.problems .decisive a')) {
    const turn = document.getElementById(link.hash.slice(1));
    if (!turn?.classList.contains('turn')) continue;
    turn.dataset.letter = '!';
    turn.dataset.state = 'failed';
  }
}

/** Shows each screenshot at every turn that shares it; the file contains it once. */
export function fillSharedScreenshots(): void {
  const sources = new Map<string, HTMLImageElement>();
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-name]'))
    sources.set(image.dataset.name ?? '', image);
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-same]')) {
    const source = sources.get(image.dataset.same ?? '');
    if (source) image.src = source.src;
    else image.alt += ' (the screenshot is not in this report)';
  }
}

/** Expands collapsed details for printing, except prompts, which are too long. */
export function openForPrint(): void {
  let openedDetails: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    openedDetails = [
      ...document.querySelectorAll<HTMLDetailsElement>(
        'details.evidence:not([open]), details.facts:not([open])',
      ),
    ];
    for (const details of openedDetails) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of openedDetails) details.open = false;
  });
}
