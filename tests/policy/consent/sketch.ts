// Creates an observation from a short sketch of a page: one control, its form or dialog, and the text around it.

import type { Candidate, Observation, PageAction, TextBlock } from '../../../src/contract/index.js';
import { createCandidate, createObservation } from '../../support/candidates.js';

export interface PageSketch {
  name: string;
  role?: string;
  href?: string;
  haspopup?: string;
  attributes?: Record<string, string>;
  title?: string;
  url?: string;
  /** Heading above the form. */
  heading?: string;
  /** Field names. Prefixes: `*` text area, `#` password, `@` e-mail, `$` card number. A value follows `=`. */
  fields?: string[];
  /** Lines of text before the control. */
  text?: string[];
  /** Name of the dialog that contains the control. */
  dialog?: string;
  /** Message of an open confirm() dialog, which the action accepts. */
  confirmMessage?: string;
  /** Names of the navigation links, such as mail folders. */
  navLinks?: string[];
  /** Name of the navigation link to the current page. */
  currentLink?: string;
  /** Names of the buttons next to the control. */
  otherButtons?: string[];
  /** Name of the control that opened the confirm() dialog. */
  opener?: string;
}

function createField(fieldSketch: string, rootXPath: string, parentUid: string, index: number): Candidate {
  const [label, value = ''] = fieldSketch.replace(/^[*#@$]/u, '').split('=');
  const prefix = /^[*#@$]/u.exec(fieldSketch)?.[0] ?? '';
  const inputTypes: Record<string, string> = { '#': 'password', '@': 'email' };
  return createCandidate({
    role: 'textbox',
    name: label!,
    tag: prefix === '*' ? 'textarea' : 'input',
    inputType: inputTypes[prefix] ?? 'text',
    attributes: prefix === '$' ? { autocomplete: 'cc-number' } : {},
    states: { editable: true },
    value,
    xpath: `${rootXPath}/label[${index + 1}]/input`,
    parent: parentUid,
  });
}

export function createSketchedPage(sketch: PageSketch): {
  observation: Observation;
  action: PageAction;
  control: Candidate | null;
} {
  const {
    name,
    role = 'button',
    heading = '',
    fields = [],
    text = [],
    navLinks = [],
    otherButtons = [],
  } = sketch;
  const links = navLinks.map((linkName, i) =>
    createCandidate({
      role: 'link',
      name: linkName,
      attributes: { href: `/${linkName}` },
      xpath: `/html/body/nav/a[${i + 1}]`,
      states: linkName === sketch.currentLink ? { current: true } : {},
    }),
  );
  const isInDialog = sketch.dialog !== undefined;
  const rootXPath = `/html/body/main/${isInDialog ? 'div' : 'form'}`;
  const container = createCandidate({
    role: isInDialog ? 'dialog' : 'form',
    name: sketch.dialog ?? '',
    tag: isInDialog ? 'div' : 'form',
    text: '',
    xpath: rootXPath,
    interactive: false,
    section: heading,
  });
  const fieldCandidates = fields.map((fieldSketch, i) =>
    createField(fieldSketch, rootXPath, container.uid, i),
  );
  const otherControls = otherButtons.map((buttonName, i) =>
    createCandidate({
      name: buttonName,
      xpath: `${rootXPath}/button[${i + 2}]`,
      parent: container.uid,
      section: heading,
    }),
  );
  const control = createCandidate({
    role,
    name,
    section: heading,
    parent: container.uid,
    xpath: `${rootXPath}/button[1]`,
    attributes: { ...(sketch.href === undefined ? {} : { href: sketch.href }), ...sketch.attributes },
    states: sketch.haspopup ? { haspopup: sketch.haspopup } : {},
  });
  const orderedCandidates = [
    ...links,
    ...(fields.length || isInDialog ? [container] : []),
    ...fieldCandidates,
    control,
    ...otherControls,
  ].map((c, order) => ({ ...c, order }));
  const uid = control.uid;
  const orderedControl = orderedCandidates.find((c) => c.uid === uid)!;
  const blocks = [...(heading ? [heading] : []), ...text].map((blockText, i): TextBlock => ({
    kind: i === 0 && heading ? 'heading' : 'other',
    text: blockText,
    section: heading,
    order: orderedControl.order,
  }));
  return {
    observation: createObservation(orderedCandidates, {
      title: sketch.title ?? heading,
      url: sketch.url ?? 'https://site.example/page',
      text: blocks,
      ...(sketch.confirmMessage === undefined
        ? {}
        : { dialog: { type: 'confirm', message: sketch.confirmMessage, defaultText: '' } }),
    }),
    action:
      sketch.confirmMessage === undefined ? { intent: 'click', uid } : { intent: 'dialog', answer: 'accept' },
    control: sketch.confirmMessage === undefined ? orderedControl : null,
  };
}
