/** Reads the element boxes in the files of the WebLINX data set, and decides which boxes candidates can have. */
import { ParleyError } from '../../contract/index.js';
import { WholeFloat } from '../../python/index.js';

/** A number as written in JSON. */
export type JsonNumber = number | WholeFloat;

/** CSS px in the viewport, like the boxes of live pages. */
export interface WeblinxBox {
  x: JsonNumber;
  y: JsonNumber;
  width: JsonNumber;
  height: JsonNumber;
}

/** By uid. */
export type WeblinxBoxes = ReadonlyMap<string, WeblinxBox>;

const BOX_FIELDS = ['x', 'y', 'width', 'height'] as const;
/** Elements smaller than this in both directions are not candidates. */
const MIN_SIZE = 10;

/**
 * @param json content of `bboxes-N.json`
 * @param path for error messages
 * @throws ParleyError `usage` if it is not an object of boxes
 */
export function parseBoxes(json: string, path: string): Map<string, WeblinxBox> {
  let value: unknown;
  try {
    value = JSON.parse(markWholeFloats(json));
  } catch (error) {
    throw createBoxesError(path, 'is not JSON', error);
  }
  if (!isObject(value)) throw createBoxesError(path, 'is not a JSON object');
  return new Map(
    Object.entries(value).map(([uid, box]) => {
      const sides = BOX_FIELDS.map((side) => parseJsonNumber(isObject(box) ? box[side] : undefined));
      const [x, y, width, height] = sides;
      if (x === undefined || y === undefined || width === undefined || height === undefined)
        throw createBoxesError(path, `has an incomplete box for “${uid}”`);
      return [uid, { x, y, width, height }];
    }),
  );
}

/** Whether the paper's ranker considers an element with this box. Unknown viewport sides are ignored. */
export function isCandidateBox(
  box: WeblinxBox,
  viewport: { height: number | null; width: number | null },
): boolean {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(toNumber) as [
    number,
    number,
    number,
    number,
  ];
  if (width <= 0 || height <= 0) return false;
  if (width < MIN_SIZE && height < MIN_SIZE) return false;
  return (
    !(viewport.height !== null && y > viewport.height) && !(viewport.width !== null && x > viewport.width)
  );
}

const FLOAT_KEY = 'float';

/** Marks `40.0` as a float; strings are skipped. */
function markWholeFloats(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
    /^[^"].*[.eE]/.test(token) && Number.isInteger(Number(token)) ? `{"${FLOAT_KEY}":${token}}` : token,
  );
}

function parseJsonNumber(value: unknown): JsonNumber | undefined {
  if (typeof value === 'number') return value;
  const float = isObject(value) ? value[FLOAT_KEY] : undefined;
  return typeof float === 'number' ? new WholeFloat(float) : undefined;
}

function toNumber(number: JsonNumber): number {
  return typeof number === 'number' ? number : number.value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function createBoxesError(path: string, fault: string, cause?: unknown): ParleyError {
  return new ParleyError('usage', `${path} ${fault}.`, 'Restore the file from a copy of the demonstration.', {
    cause,
  });
}
