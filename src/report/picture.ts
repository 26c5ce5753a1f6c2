/** A screenshot with the ranked elements and the chosen one drawn over it. Pure. */
import type { Box } from '../contract/index.js';
import { html, type Markup } from './html.js';

/** A screenshot that is ready to embed. */
export interface Picture {
  /** `data:` URL; null if the report already contains the picture, under the same name. */
  dataUrl: string | null;
  name: string;
  /** Size in CSS px of the page. */
  width: number;
  height: number;
}

/** Why a turn has no picture, one sentence. */
export interface MissingPicture {
  missing: string;
}

export interface MarkedBox {
  box: Box;
  /** Rank from 1; null if the element was not ranked. */
  rank: number | null;
  chosen: boolean;
  /** The element that a model predicted, in the report of a recorded demonstration. */
  predicted?: boolean;
}

/** @param title title of the page */
export function renderPicture(
  picture: Picture | MissingPicture | null,
  boxes: readonly MarkedBox[],
  { turn, title }: { turn: number | null; title: string },
): Markup | null {
  if (picture === null) return null;
  if ('missing' in picture) return html`<p class="missing">${picture.missing}</p>`;
  const { dataUrl, name, width, height } = picture;
  const when = turn === null ? 'The page at the end' : `The page before turn ${turn}`;
  const source = dataUrl === null ? html`data-same="${name}"` : html`src="${dataUrl}" data-name="${name}"`;
  const inPage = boxes.filter(({ box }) => isInside(box, width, height));
  return html`<figure>
    <div class="shot">
      <img
        ${source}
        width="${width}"
        height="${height}"
        decoding="async"
        alt="${when}: ${title}"
      />${inPage.length > 0 && renderOverlay(inPage, width, height)}
    </div>
    <figcaption>${when}${renderLegend(inPage)}</figcaption>
  </figure>`;
}

function renderOverlay(boxes: readonly MarkedBox[], width: number, height: number): Markup {
  // The chosen and the predicted element are drawn last, above the others.
  const order = ({ chosen, predicted }: MarkedBox): number => Number(chosen) + 2 * Number(predicted ?? false);
  const sorted = boxes.toSorted((a, b) => order(a) - order(b));
  const marks = sorted.map(({ box, rank, chosen, predicted }) => {
    const kind = predicted ? 'predicted' : chosen ? 'chosen' : 'ranked';
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
  const ranked = boxes.filter(({ rank }) => rank !== null).length;
  const hasChosen = boxes.some(({ chosen }) => chosen);
  const hasPredicted = boxes.some(({ predicted }) => predicted);
  const parts = [
    ...(hasPredicted ? ['dashed frame: the predicted element'] : []),
    ...(hasChosen ? ['thick frame: the chosen element'] : []),
    ...(ranked > 0 ? ['numbers: ranks'] : []),
  ];
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

const isInside = ({ x, y, width, height }: Box, pageWidth: number, pageHeight: number): boolean =>
  width > 0 && height > 0 && x < pageWidth && y < pageHeight && x + width > 0 && y + height > 0;
