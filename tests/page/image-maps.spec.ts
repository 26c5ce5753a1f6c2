import { expect, signal, test } from '../support/browser.js';

const IMAGE_URL = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'/>`;
const IMAGE_POSITION = { x: 20, y: 30 };

const createMapPage = (top: number): string => `<body style="margin:0"><div style="height:${top}px"></div>
  <img usemap="#m" width=200 height=100 src="${IMAGE_URL}" style="position:absolute;left:${IMAGE_POSITION.x}px;top:${top + IMAGE_POSITION.y}px;padding:5px;border:2px solid">
  <map name=m><area shape=rect coords="10,10,60,40" href="#rect" alt="North">
    <area shape=circle coords="120,50,30" href="#circle" alt="Middle">
    <area shape=poly coords="150,0,200,0,200,50" href="#poly" alt="Corner">
    <area shape=rect coords="0,80,500,100" href="#wide" alt="South"><area coords="0,0,5,5" alt="No link"></map>
  <p id=out style="position:fixed;top:0;left:300px"></p><script>document.querySelectorAll('area').forEach((area) => area.addEventListener('click', (event) => {
    event.preventDefault(); out.textContent = 'Pressed ' + area.alt; }))</script>
  <map name=unused><area coords="0,0,9,9" href="#none" alt="Nowhere"></map>`;

test('an area of an image map is observed as a link with the bounding box of its shape', async ({
  surface,
  show,
}) => {
  await show(createMapPage(0));
  const { candidates } = await surface.observe({}, signal);
  const areas = candidates.filter(({ tag, role }) => tag === 'area' && role === 'link');
  const left = IMAGE_POSITION.x + 7;
  const top = IMAGE_POSITION.y + 7;
  expect(areas.map(({ name, box, interactive }) => [name, box, interactive])).toEqual([
    ['North', { x: left + 10, y: top + 10, width: 50, height: 30 }, true],
    ['Middle', { x: left + 90, y: top + 20, width: 60, height: 60 }, true],
    ['Corner', { x: left + 150, y: top, width: 50, height: 50 }, true],
    ['South', { x: left, y: top + 80, width: 200, height: 20 }, true],
  ]);
});

for (const name of ['North', 'Middle', 'Corner'])
  test(`a click reaches an area below the fold: ${name}`, async ({ surface, show }) => {
    await show(createMapPage(1500));
    const { candidates } = await surface.observe({}, signal);
    const { uid } = candidates.find((candidate) => candidate.name === name)!;
    const { outcome } = await surface.perform({ intent: 'click', uid }, signal);
    expect(outcome.status).toBe('done');
    const { text } = await surface.observe({ text: true }, signal);
    expect(text.map((block) => block.text)).toContain(`Pressed ${name}`);
  });
