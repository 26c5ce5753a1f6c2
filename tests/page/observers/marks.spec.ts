import { PNG } from 'pngjs';

import type { Box, Mark } from '../../../src/contract/index.js';
import { queryEngine, formatQuery } from '../../../src/page/engine.js';
import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { captureScreenshot } from '../../../src/page/observers/screenshot.js';
import { drawMarks, placeLabel } from '../../../src/page/observers/draw-marks.js';
import { selectMarkableCandidates, numberMarks, toTopLevelBoxes } from '../../../src/page/observers/marks.js';
import { IDENTITY_TRANSFORM } from '../../../src/page/observers/frame-transform.js';
import { expect, signal, test as base } from '../../support/browser.js';

interface MarkedPage {
  /** Rounded `x y width height` of each box, keyed by `id` or text. */
  boxes: Record<string, string[]>;
  marks: Mark[];
  screenshot: Uint8Array;
}

const test = base.extend<{ mark(html: string): Promise<MarkedPage> }>({
  mark: async ({ chromium }, use) => {
    const context = await createUnguardedContext(chromium);
    const surface = await createSurface(context);
    await use(async (html) => {
      await surface.open(
        `data:text/html;charset=utf-8,${encodeURIComponent(`<body style="margin:0">${html}`)}`,
        signal,
      );
      const { candidates, viewport } = await surface.observe({}, signal);
      const page = context.pages()[0]!;
      const markableCandidates = selectMarkableCandidates(candidates, viewport);
      const uids = markableCandidates.map((candidate) => candidate.uid).join(',');
      const boxesByUid = await queryEngine<Record<string, Box[]>>(
        page.mainFrame(),
        formatQuery('mark-boxes', uids),
        5000,
      );
      const view = { x: 0, y: 0, width: viewport.width, height: viewport.height };
      const marks = numberMarks(markableCandidates, toTopLevelBoxes(boxesByUid, IDENTITY_TRANSFORM, view));
      const boxes: MarkedPage['boxes'] = {};
      for (const { uid, boxes: markBoxes } of marks) {
        const { attributes, text } = markableCandidates.find((candidate) => candidate.uid === uid)!;
        boxes[attributes.id ?? text] = markBoxes.map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(' '),
        );
      }
      const screenshot = await captureScreenshot(await context.newCDPSession(page));
      return { boxes, marks, screenshot: screenshot! };
    });
    await surface.close();
  },
});

const createAbsoluteStyle = (left: number, top: number, width: number, height: number): string =>
  `position:absolute;box-sizing:border-box;margin:0;padding:0;border:0;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;

test('a link that wraps has one rectangle per line, and adjacent parts are merged', async ({ mark }) => {
  const { boxes } = await mark(
    `<p style="width:200px;font:16px/20px monospace;margin:0"><a href=# id=l>first <b>words</b> of <i>a link</i> that goes on</a></p>`,
  );
  expect(boxes.l).toHaveLength(2);
  expect(boxes.l![0]).toMatch(/^0 /);
});

test('the rectangle of a link around a block or an image has the size of that content', async ({ mark }) => {
  const { boxes } = await mark(
    `<div style="${createAbsoluteStyle(0, 0, 200, 50)}"><a href=# id=block><div style="height:50px"></div></a></div>
     <div style="${createAbsoluteStyle(0, 100, 200, 90)};font-size:10px"><a href=# id=picture><svg width=80 height=80></svg></a></div>`,
  );
  expect(boxes.block).toEqual(['0 0 200 50']);
  expect(boxes.picture![0]).toMatch(/ 80 \d+$/);
  expect(Number(boxes.picture![0]!.split(' ')[3])).toBeGreaterThanOrEqual(80);
});

test('rectangles are clipped to the viewport and to ancestors; invisible elements have none', async ({
  mark,
}) => {
  const { boxes } = await mark(`
    <button id=edge style="${createAbsoluteStyle(-20, 10, 60, 20)}">x</button>
    <div style="${createAbsoluteStyle(100, 0, 100, 100)};overflow:hidden">
      <button id=cut style="${createAbsoluteStyle(50, 50, 200, 20)}">x</button>
      <button id=sliver style="${createAbsoluteStyle(99, 0, 50, 20)}">x</button>
      <div style="height:300px"></div><button id=below>x</button>
    </div>
    <div style="${createAbsoluteStyle(300, 0, 100, 100).replace('absolute', 'static')};margin-left:300px;overflow:hidden">
      <button id=escapes style="${createAbsoluteStyle(350, 10, 200, 20)}">x</button>
      <button id=fixed style="${createAbsoluteStyle(600, 10, 50, 20).replace('absolute', 'fixed')}">x</button>
    </div>`);
  expect(boxes).toEqual({
    edge: ['0 10 40 20'],
    cut: ['150 50 50 20'],
    escapes: ['350 10 200 20'],
    fixed: ['600 10 50 20'],
  });
});

test('boxes in a frame are moved to the frame’s position and clipped to its visible part', () => {
  const box = { x: -10, y: 0, width: 50, height: 20 };
  expect(
    toTopLevelBoxes(
      { a: [box], b: [{ ...box, y: 500 }] },
      { offset: { x: 100, y: 200 }, scale: { x: 1, y: 1 } },
      { x: 100, y: 200, width: 300, height: 100 },
    ),
  ).toEqual({ a: [{ x: 100, y: 200, width: 40, height: 20 }] });
});

function readPixels(png: Uint8Array): { width: number; height: number; at(x: number, y: number): string } {
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  return { width, height, at: (x, y) => [0, 1, 2].map((i) => data[(y * width + x) * 4 + i]).join(',') };
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('drawMarks draws each rectangle with its number, and changes no other pixel', async ({ mark }) => {
  const { marks, screenshot } = await mark(
    `<button id=a style="${createAbsoluteStyle(100, 100, 80, 30)};background:#fff">x</button><button id=b style="${createAbsoluteStyle(400, 300, 60, 20)};background:#fff">y</button>`,
  );
  expect(marks.map(({ label }) => label)).toEqual([1, 2]);
  const originalPixels = readPixels(screenshot);
  const markedPixels = readPixels(drawMarks(screenshot, marks, 1));
  expect([markedPixels.width, markedPixels.height]).toEqual([originalPixels.width, originalPixels.height]);
  const red = markedPixels.at(100, 115);
  expect(red).not.toBe(originalPixels.at(100, 115));
  // All sides of a rectangle have the same colour, and the next mark has a different colour.
  expect([markedPixels.at(179, 115), markedPixels.at(140, 100), markedPixels.at(140, 129)]).toEqual([
    red,
    red,
    red,
  ]);
  expect(markedPixels.at(400, 310)).not.toBe(red);
  expect(markedPixels.at(400, 310)).not.toBe(originalPixels.at(400, 310));
  // The number is white on a label of the same colour, above the rectangle.
  const labelColours = new Set<string>();
  for (let y = 82; y < 100; y++) for (let x = 100; x < 114; x++) labelColours.add(markedPixels.at(x, y));
  expect([...labelColours].sort()).toEqual([red, '255,255,255'].sort());
  for (const [x, y] of [
    [140, 115],
    [10, 10],
    [700, 500],
    [430, 310],
  ] as const)
    expect(markedPixels.at(x, y)).toBe(originalPixels.at(x, y));
});

test('in a screenshot with a device scale factor of 2, marks have twice the size', () => {
  const blankImage = new PNG({ width: 200, height: 100 });
  blankImage.data.fill(255);
  const markedPixels = readPixels(
    drawMarks(
      PNG.sync.write(blankImage),
      [{ uid: 'a', label: 1, boxes: [{ x: 40, y: 30, width: 50, height: 15 }] }],
      2,
    ),
  );
  expect(markedPixels.at(80, 75)).not.toBe('255,255,255');
  expect(markedPixels.at(82, 75)).not.toBe('255,255,255');
  expect(markedPixels.at(179, 75)).toBe(markedPixels.at(80, 75));
  expect(markedPixels.at(130, 75)).toBe('255,255,255');
});

test('even on a page with many elements, labels stay inside the image and do not overlap', () => {
  const imageSize = { width: 400, height: 300 };
  const labelSize = { width: 26, height: 18 };
  const boxes: Box[] = [];
  for (let y = 0; y < 300; y += 50)
    for (let x = 0; x < 400; x += 40) boxes.push({ x, y, width: 36, height: 16 });
  const labels: Box[] = [];
  for (const box of boxes)
    labels.push(
      placeLabel(
        box,
        labelSize,
        imageSize,
        labels,
        boxes.filter((other) => other !== box),
      ),
    );
  for (const { x, y, width, height } of labels) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(imageSize.width);
    expect(y + height).toBeLessThanOrEqual(imageSize.height);
  }
  const overlappingLabels = labels.filter((label, i) =>
    labels.slice(0, i).some((other) => overlaps(label, other)),
  );
  expect(overlappingLabels).toEqual([]);
});

test('marks outside the image and marks without boxes are ignored', () => {
  const blankImage = new PNG({ width: 20, height: 20 });
  blankImage.data.fill(200);
  const screenshot = PNG.sync.write(blankImage);
  const marks: Mark[] = [
    { uid: 'a', label: 1, boxes: [] },
    { uid: 'b', label: 2, boxes: [{ x: 500, y: 500, width: 10, height: 10 }] },
    { uid: 'c', label: 123, boxes: [{ x: -50, y: -50, width: 500, height: 500 }] },
  ];
  const markedPixels = readPixels(drawMarks(screenshot, marks, 1));
  expect([markedPixels.width, markedPixels.height]).toEqual([20, 20]);
  expect(() => drawMarks(new Uint8Array([1, 2, 3]), marks, 1)).toThrow();
});

test('an observation contains marks for visible elements, including those in frames, and the marked image', async ({
  chromium,
}) => {
  const surface = await createSurface(await createUnguardedContext(chromium));
  try {
    const html = `<button>Seen</button><iframe width=300 height=80 srcdoc="<button>Framed</button>"></iframe><p style="height:3000px">x</p><button>Far</button>`;
    await surface.open(`data:text/html,${encodeURIComponent(html)}`, signal);
    const { marks, candidates } = await surface.observe({ marks: true }, signal);
    const findName = (uid: string): string => candidates.find((c) => c.uid === uid)!.name;
    expect(marks!.marks.map(({ uid, label }) => [label, findName(uid)])).toEqual([
      [1, 'Seen'],
      [2, 'Framed'],
    ]);
    const markedImage = PNG.sync.read(Buffer.from(marks!.picture!));
    expect([markedImage.width, markedImage.height]).toEqual([1280, 800]);
  } finally {
    await surface.close();
  }
});
