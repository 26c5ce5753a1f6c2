/** Overlays, icons without text, search scopes and drop targets, on simulated observations. */
import { expect, test } from '@playwright/test';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { mask, unmask } from '../../../src/navigator/direct/language/line-text.js';
import { findSearchPlace } from '../../../src/navigator/direct/run/search-place.js';
import { findIconName } from '../../../src/navigator/direct/ground/icons.js';
import { createView } from '../../../src/navigator/direct/ground/view.js';
import {
  changedOutcome,
  createPage,
  noEffectOutcome,
  Conversation,
  type ElementSketch,
} from './simulated-page.js';

const placeInOverlay = (overlayName: string): Partial<ElementSketch> => ({
  overlay: overlayName,
  landmark: 'dialog',
});
const createIcon = (classes: string): Partial<ElementSketch> => ({
  text: '',
  attributes: { class: classes },
});

test.describe('an overlay', () => {
  const tour = [
    { role: 'button', name: 'Publish', behindModal: true as const },
    { role: 'heading', name: 'Product tour', ...placeInOverlay('Product tour') },
    { role: 'button', name: 'Start', ...placeInOverlay('Product tour') },
    { role: 'button', name: '', ...createIcon('fa fa-times'), ...placeInOverlay('Product tour') },
  ];

  /** Starts a conversation on a page that an overlay covers until its close button is clicked. */
  const startCoveredConversation = (sketches: ElementSketch[]): Conversation =>
    new Conversation(createDirectNavigator(), createPage(sketches), (action, name, currentConversation) => {
      const isCovered =
        'uid' in action &&
        currentConversation.observation.candidates.find((c) => c.uid === action.uid)?.behindModal;
      if (isCovered)
        return { status: 'failed', reason: 'covered', detail: `the button “${name}” is covered by div` };
      if (name === '') currentConversation.observation = createPage([{ role: 'button', name: 'Publish' }]);
      return changedOutcome;
    });

  test('a product tour is closed on request, and without a request if it covers the target', async () => {
    const response = await startCoveredConversation(tour).say('close the welcome dialog');
    expect(response.text).toBe(
      'Closed the “Product tour” window with the button with the icon “times”. I did nothing about “welcome”.',
    );
    const clickResponse = await startCoveredConversation(tour).say('click Publish');
    expect(clickResponse.text).toBe('Closed what was in the way and clicked “Publish”.');
  });

  test('a product tour is closed before text is typed into a covered field', async () => {
    const field = { role: 'textbox', name: 'Title', behindModal: true as const };
    const conversation = startCoveredConversation([field, ...tour]);
    await conversation.say('type Lamp into the title field');
    expect(conversation.actions[0]).toBe('click');
  });

  test('other overlays are not closed: the navigator asks whether to close it, and names its close button', async () => {
    const form = [
      { role: 'button', name: 'Publish', behindModal: true as const },
      { role: 'textbox', name: 'Title', ...placeInOverlay('Rename') },
      { role: 'button', name: 'Save', ...placeInOverlay('Rename') },
      { role: 'button', name: 'Cancel', ...placeInOverlay('Rename') },
    ];
    const conversation = startCoveredConversation(form);
    expect(await conversation.say('click Publish')).toEqual({
      kind: 'ask',
      text: 'The dialog “Rename” is open. Should I close it with “Cancel” first?',
    });
    expect(conversation.actions).toEqual(['click Publish']);
  });

  test('an overlay that stays open after Escape is reported', async () => {
    const sketches = [{ role: 'button', name: 'Yes, do', ...placeInOverlay('Terms') }];
    const conversation = new Conversation(
      createDirectNavigator(),
      createPage(sketches),
      () => changedOutcome,
    );
    const response = await conversation.say('close the dialog');
    expect(response).toMatchObject({ kind: 'unfinished' });
    expect(response.text).toContain('still open');
  });

  test('an element in the overlay is preferred to one behind it with the same name', async () => {
    const sketches = [
      { role: 'button', name: 'Apply', behindModal: true as const },
      { role: 'button', name: 'Apply', ...placeInOverlay('Filter') },
    ];
    const clickedUids: string[] = [];
    const conversation = new Conversation(createDirectNavigator(), createPage(sketches), (action) => {
      if ('uid' in action) clickedUids.push(action.uid!);
      return changedOutcome;
    });
    await conversation.say('click Apply');
    expect(clickedUids).toEqual(['u1']);
  });
});

test.describe('icons', () => {
  const ICONS: [classes: string, iconName: string][] = [
    ['fa fa-caret-down', 'caret down'],
    ['fas fa-trash-alt fa-lg', 'trash'],
    ['bi bi-three-dots-vertical', 'three dots vertical'],
    ['icon-close', 'close'],
    ['glyphicon glyphicon-floppy', 'floppy'],
    ['toolbar-button', ''],
    ['icon icon-lg', ''],
  ];
  test('an icon’s CSS classes serve as its name', () => {
    const { candidates } = createPage(
      ICONS.map(([classes]) => ({ role: 'button', name: '', ...createIcon(classes) })),
    );
    expect(candidates.map(findIconName)).toEqual(ICONS.map(([, iconName]) => iconName));
  });

  test('the report describes a clicked icon, and an element with the requested name is preferred to an icon', async () => {
    const barsIcon = { role: 'button', name: '', ...createIcon('fa fa-bars') };
    const conversation = new Conversation(createDirectNavigator(), createPage([barsIcon]));
    expect((await conversation.say('open the main menu')).text).toContain('the button with the icon “bars”');
    const namedConversation = new Conversation(
      createDirectNavigator(),
      createPage([barsIcon, { role: 'button', name: 'Main menu' }]),
    );
    await namedConversation.say('click the main menu');
    expect(namedConversation.actions).toEqual(['click Main menu']);
  });
});

test('a search is limited to the part of the page that the line names', () => {
  const box = { x: 0, y: 0, width: 300, height: 300 };
  const view = createView(
    createPage([
      { role: 'complementary', name: 'Goods', attributes: { id: 'shop-catalogue' }, box },
      { role: 'searchbox', name: 'Filter', parent: 'Goods' },
      { role: 'searchbox', name: 'Search all' },
      { role: 'tab', name: 'Archive' },
    ]),
  );
  expect(findSearchPlace('lamps in the catalogue', view)).toMatchObject({
    query: 'lamps',
    field: { name: 'Filter' },
  });
  expect(findSearchPlace('letters in the archive tab', view)).toMatchObject({
    query: 'letters',
    opener: { name: 'Archive' },
  });
  expect(findSearchPlace('hotels in the mountains', view)).toBeNull();
});

test('a query with an apostrophe is not a quotation, so it can end with a part of the page to search in', async () => {
  const conversation = new Conversation(
    createDirectNavigator(),
    createPage([
      { role: 'complementary', name: 'Catalogue', attributes: { id: 'catalogue' } },
      { role: 'searchbox', name: 'Filter', parent: 'Catalogue' },
      { role: 'searchbox', name: 'Search all' },
    ]),
  );
  await conversation.say("find Anna's lamps in the catalogue");
  expect(conversation.actions.join()).toContain('Filter');
});

test('elements can be dropped on an unnamed drawing and next to an element in it', async () => {
  const box = { x: 200, y: 100, width: 900, height: 600 };
  const drawing = { role: 'img', name: '', tag: 'svg', box };
  const palette = [
    { role: 'generic', name: 'pump', interactive: true },
    { role: 'generic', name: 'valve', interactive: true },
  ];
  const shape = {
    role: 'generic',
    name: 'P1',
    tag: 'g',
    interactive: true,
    box: { x: 600, y: 380, width: 100, height: 40 },
  };
  const conversation = new Conversation(
    createDirectNavigator(),
    createPage([...palette, drawing]),
    (action, _, currentConversation) => {
      if (action.intent !== 'drag') return noEffectOutcome;
      currentConversation.observation = createPage([...palette, drawing, shape]);
      currentConversation.observation.candidates[3]!.parent = 'u2';
      return changedOutcome;
    },
  );
  expect((await conversation.say('drag the pump onto the canvas')).text).toBe(
    'Dragged “pump” to the canvas.',
  );
  await conversation.say('drag the valve next to it');
  expect(conversation.actions.at(-1)).toBe('drag valve by 730,345');
});

test('JSON in a line is kept as a single value', () => {
  const { text, quotes } = mask('paste [{"id":"a]","x":1}] into the field called "notes" and click OK');
  expect(text.length).toBeLessThan(50);
  expect(unmask(text, quotes)).toBe('paste [{"id":"a]","x":1}] into the field called notes and click OK');
});
