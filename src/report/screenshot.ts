/** Renders a screenshot with the ranked elements and the chosen one drawn over it. Pure. */
import type { Box } from '../contract/index.js';
import { html, type Markup } from './html.js';

/** A screenshot that is ready to embed. */
export interface Screenshot {
  /** `data:` URL; null if the report already contains the screenshot, under the same name. */
  dataUrl: string | null;
  name: string;
  /** Size in CSS px of the page. */
  width: number;
  height: number;
}

/** Why a turn has no screenshot, one sentence. */
export interface MissingScreenshot {
  missing: string;
}

export interface MarkedBox {
  box: Box;
  /** Rank from 1; null if the element was not ranked. */
  rank: number | null;
  isChosen: boolean;
  /** The element that a model predicted, in the report of a recorded demonstration. */
  isPredicted?: boolean;
}

/** @param title title of the page */
export function renderScreenshot(
  screenshot: Screenshot | MissingScreenshot | null,
  boxes: readonly MarkedBox[],
  { turn, title }: { turn: number | null; title: string },
): Markup | null {
  if (screenshot === null) return null;
  if ('missing' in screenshot) return html`<p class="missing">${screenshot.missing}</p>`;
  const { dataUrl, name, width, height } = screenshot;
  const caption = turn === null ? 'The page at the end' : `The page before turn ${turn}`;
  const sourceAttributes =
    dataUrl === null ? html`data-same="${name}"` : html`src="${dataUrl}" data-name="${name}"`;
  const boxesOnPage = boxes.filter(({ box }) => isInside(box, width, height));
  return html`<figure>
    <div class="shot">
      <img
        ${sourceAttributes}
        width="${width}"
        height="${height}"
        decoding="async"
        alt="${caption}: ${title}"
      />${boxesOnPage.length > 0 && renderOverlay(boxesOnPage, width, height)}
    </div>
    <figcaption>${caption}${renderLegend(boxesOnPage)}</figcaption>
  </figure>`;
}

function renderOverlay(boxes: readonly MarkedBox[], width: number, height: number): Markup {
  // The chosen and the predicted element are drawn last, above the others.
  const getLayer = ({ isChosen, isPredicted }: MarkedBox): number =>
    Number(isChosen) + 2 * Number(isPredicted ?? false);
  const sortedBoxes = boxes.toSorted((a, b) => getLayer(a) - getLayer(b));
  const marks = sortedBoxes.map(({ box, rank, isChosen, isPredicted }) => {
    const kind = isPredicted ? 'predicted' : isChosen ? 'chosen' : 'ranked';
    const x = Math.round(box.x);
    const y = Math.round(box.y);
    const labelY = y < 16 ? y + Math.round(box.height) + 14 : y - 4;
    return html`<rect
        class="${kind}"
        x="${x}"
        y="${y}"
        width="${Math.round(box.width)}"
        height="${Math.round(box.height)}"
      />${rank !== null && html`<text class="${kind}" x="${x}" y="${labelY}">${rank}</text>`}`;
  });
  return html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${marks}</svg>`;
}

function renderLegend(boxes: readonly MarkedBox[]): string {
  const rankedCount = boxes.filter(({ rank }) => rank !== null).length;
  const hasChosen = boxes.some(({ isChosen }) => isChosen);
  const hasPredicted = boxes.some(({ isPredicted }) => isPredicted);
  const entries = [
    ...(hasPredicted ? ['dashed frame: the predicted element'] : []),
    ...(hasChosen ? ['thick frame: the chosen element'] : []),
    ...(rankedCount > 0 ? ['numbers: ranks'] : []),
  ];
  return entries.length > 0 ? ` (${entries.join('; ')})` : '';
}

const isInside = ({ x, y, width, height }: Box, pageWidth: number, pageHeight: number): boolean =>
  width > 0 && height > 0 && x < pageWidth && y < pageHeight && x + width > 0 && y + height > 0;
