// Builds an observation from a short sketch: one control, its form or dialog, and the text around it.

import type { Candidate, Observation, PageAction, TextBlock } from '../../../src/contract/index.js';
import { createCandidate, createObservation } from '../../support/candidates.js';

export interface Sketch {
  name: string;
  role?: string;
  href?: string;
  haspopup?: string;
  attributes?: Record<string, string>;
  title?: string;
  url?: string;
  /** Heading above the form. */
  heading?: string;
  /** Field names. Prefixes: `*` text area, `#` password, `@` e-mail, `$` card number. `=` separates a value. */
  fields?: string[];
  /** Lines of text before the control. */
  text?: string[];
  /** Name of the dialog that contains the control. */
  dialog?: string;
  /** Message of an open confirm() dialog, which the action accepts. */
  native?: string;
  /** Links of the navigation, such as mail folders. */
  nav?: string[];
  /** The current link of the navigation. */
  at?: string;
  /** Names of other buttons next to the control. */
  beside?: string[];
  /** Name of the control that opened the native dialog. */
  opener?: string;
}

function field(spec: string, root: string, parent: string, index: number): Candidate {
  const [label, value = ''] = spec.replace(/^[*#@$]/u, '').split('=');
  const kind = /^[*#@$]/u.exec(spec)?.[0] ?? '';
  const types: Record<string, string> = { '#': 'password', '@': 'email' };
  return createCandidate({
    role: 'textbox',
    name: label!,
    tag: kind === '*' ? 'textarea' : 'input',
    inputType: types[kind] ?? 'text',
    attributes: kind === '$' ? { autocomplete: 'cc-number' } : {},
    states: { editable: true },
    value,
    xpath: `${root}/label[${index + 1}]/input`,
    parent,
  });
}

export function drawSketch(sketch: Sketch): {
  observation: Observation;
  action: PageAction;
  control: Candidate | null;
} {
  const { name, role = 'button', heading = '', fields = [], text = [], nav = [], beside = [] } = sketch;
  const links = nav.map((one, i) =>
    createCandidate({
      role: 'link',
      name: one,
      attributes: { href: `/${one}` },
      xpath: `/html/body/nav/a[${i + 1}]`,
      states: one === sketch.at ? { current: true } : {},
    }),
  );
  const inDialog = sketch.dialog !== undefined;
  const root = `/html/body/main/${inDialog ? 'div' : 'form'}`;
  const box = createCandidate({
    role: inDialog ? 'dialog' : 'form',
    name: sketch.dialog ?? '',
    tag: inDialog ? 'div' : 'form',
    text: '',
    xpath: root,
    interactive: false,
    section: heading,
  });
  const inside = fields.map((one, i) => field(one, root, box.uid, i));
  const others = beside.map((one, i) =>
    createCandidate({ name: one, xpath: `${root}/button[${i + 2}]`, parent: box.uid, section: heading }),
  );
  const control = createCandidate({
    role,
    name,
    section: heading,
    parent: box.uid,
    xpath: `${root}/button[1]`,
    attributes: { ...(sketch.href === undefined ? {} : { href: sketch.href }), ...sketch.attributes },
    states: sketch.haspopup ? { haspopup: sketch.haspopup } : {},
  });
  const all = [...links, ...(fields.length || inDialog ? [box] : []), ...inside, control, ...others].map(
    (c, order) => ({ ...c, order }),
  );
  const uid = control.uid;
  const placed = all.find((c) => c.uid === uid)!;
  const blocks = [...(heading ? [heading] : []), ...text].map((line, i): TextBlock => ({
    kind: i === 0 && heading ? 'heading' : 'other',
    text: line,
    section: heading,
    order: placed.order,
  }));
  return {
    observation: createObservation(all, {
      title: sketch.title ?? heading,
      url: sketch.url ?? 'https://site.example/page',
      text: blocks,
      ...(sketch.native === undefined
        ? {}
        : { dialog: { type: 'confirm', message: sketch.native, defaultText: '' } }),
    }),
    action: sketch.native === undefined ? { intent: 'click', uid } : { intent: 'dialog', answer: 'accept' },
    control: sketch.native === undefined ? placed : null,
  };
}
