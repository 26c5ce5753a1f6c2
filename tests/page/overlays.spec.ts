import type { Candidate } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';

const BACKDROP_STYLE = 'position:fixed;inset:0;background:rgba(0,0,0,.3);z-index:5';
const OVERLAY_STYLE =
  'position:fixed;left:400px;top:200px;width:400px;height:250px;background:#fff;z-index:6';

const describeControls = (list: readonly Candidate[]): [string, boolean, string | undefined, string][] =>
  list
    .filter((c) => c.role === 'button' || c.role === 'link')
    .map((c) => [c.name || c.text, c.behindModal === true, c.overlay, c.landmark]);

test('an overlay is detected by its position and backdrop, not by its markup', async ({ surface, show }) => {
  // The backdrop is a sibling of the overlay.
  await show(`<main style="position:absolute;inset:0"><button>Publish</button><p style="margin-top:900px"><a href="#x">Far</a></p></main>
    <div style="${BACKDROP_STYLE}"></div>
    <div style="${OVERLAY_STYLE}"><h2>What is new</h2><button>Start</button></div>
    <div style="position:fixed;left:0;bottom:0;z-index:7"><button>Chat</button></div>`);
  const siblingObservation = await surface.observe({}, signal);
  expect(describeControls(siblingObservation.candidates)).toEqual([
    ['Publish', true, undefined, 'main'],
    ['Far', true, undefined, 'main'],
    ['Start', false, 'What is new', 'dialog'],
    ['Chat', false, undefined, ''],
  ]);

  // The backdrop contains the overlay.
  await show(`<button>Publish</button>
    <div style="${BACKDROP_STYLE};display:flex;align-items:center;justify-content:center">
      <div style="background:#fff;padding:40px"><div class="modal-title">Rename</div><input aria-label="Name"><button>Save</button></div>
    </div>`);
  const nestedObservation = await surface.observe({}, signal);
  expect(describeControls(nestedObservation.candidates)).toEqual([
    ['Publish', true, undefined, ''],
    ['Save', false, 'Rename', 'dialog'],
  ]);
});

test('a sidebar above a dialog’s backdrop is not an overlay, but a form that contains a list is one', async ({
  surface,
  show,
}) => {
  const page = `<div id="app"><aside style="position:fixed;left:0;top:0;width:150px;height:600px;z-index:9"><a href="#r">Runs</a></aside>
    <main style="margin-left:200px"><button>Publish</button></main></div>`;
  await show(`${page}<div role="dialog" aria-modal="true" aria-label="New variable" style="position:fixed;inset:0;z-index:5">
      <div style="${BACKDROP_STYLE}"></div>
      <div style="${OVERLAY_STYLE}"><button>Create</button><ul role="listbox"><li role="option">one</li></ul></div></div>`);
  const modalObservation = await surface.observe({}, signal);
  expect(describeControls(modalObservation.candidates).map(([name, , overlay]) => [name, overlay])).toEqual([
    ['Runs', undefined],
    ['Publish', undefined],
    ['Create', undefined],
  ]);
  expect(modalObservation.candidates.find(({ name }) => name === 'Publish')?.behindModal).toBe(true);
  expect(modalObservation.candidates.find(({ name }) => name === 'Create')?.behindModal).toBeUndefined();

  await show(`${page}<div style="${BACKDROP_STYLE}"></div>
    <div style="${OVERLAY_STYLE}"><h2>New variable</h2><button>Create</button><ul role="listbox"><li role="option">one</li></ul></div>`);
  const overlayObservation = await surface.observe({}, signal);
  expect(describeControls(overlayObservation.candidates)).toEqual([
    ['Runs', false, undefined, 'aside'],
    ['Publish', true, undefined, 'main'],
    ['Create', false, 'New variable', 'dialog'],
  ]);
});

test('elements that fill the page and menus with a backdrop are not overlays', async ({ surface, show }) => {
  await show(`<div style="position:fixed;inset:0"><header style="position:absolute;top:0;z-index:9"><button>Menu</button></header>
    <div style="position:absolute;inset:50px 0 0 0;overflow:auto"><button>Work</button></div></div>`);
  const appObservation = await surface.observe({}, signal);
  expect(
    describeControls(appObservation.candidates).map(([, behindModal, overlay]) => [behindModal, overlay]),
  ).toEqual([
    [false, undefined],
    [false, undefined],
  ]);

  await show(`<button>Publish</button><div style="position:fixed;inset:0;z-index:5"></div>
    <ul role="menu" style="${OVERLAY_STYLE}"><li role="menuitem" tabindex="0">Copy</li></ul>`);
  const menuObservation = await surface.observe({}, signal);
  expect(describeControls(menuObservation.candidates)).toEqual([['Publish', true, undefined, '']]);
  expect(menuObservation.candidates.find((c) => c.role === 'menuitem')).toMatchObject({ landmark: '' });
});

test('an SVG shape is named by its text, and an SVG icon reports its symbol', async ({ surface, show }) => {
  await show(`<svg width="0" height="0"><symbol id="icon-trash"><path d="M0 0h9v9z"/></symbol></svg>
    <svg width="400" height="200"><g style="cursor:pointer"><rect width="120" height="40"/><text x="9" y="20">Heat pump</text></g></svg>
    <button><svg width="16" height="16"><use href="#icon-trash"/></svg></button>`);
  const { candidates } = await surface.observe({}, signal);
  const shape = candidates.find((c) => c.tag === 'g')!;
  expect(shape).toMatchObject({ name: 'Heat pump', interactive: true });
  const button = candidates.find((c) => c.role === 'button')!;
  expect(button.folded.map((a) => a.attributes.use)).toContain('#icon-trash');
  const action = { intent: 'click', uid: shape.uid } as const;
  expect((await surface.perform(action, signal)).outcome.status).not.toBe('failed');
});
