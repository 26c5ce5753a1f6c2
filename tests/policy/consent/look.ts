// A look made of a few words: one control, its form or dialog, and what the page says around it.

import type { Candidate, Observation, PageAction, TextBlock } from '../../../src/contract/index.js';
import { candidate, observation } from '../../support/candidates.js';

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
  /** Names of fields; `*` in front: several lines, `#` a password, `@` an e-mail, `$` of a card. `=` gives a value. */
  fields?: string[];
  /** Lines of text on the page, before the control. */
  text?: string[];
  /** The control is in a dialog that is called so. */
  dialog?: string;
  /** A confirm() that is open: the act says yes to it. */
  native?: string;
  /** Links beside the page: its folders. */
  nav?: string[];
  /** The one of them that is shown. */
  at?: string;
  beside?: string[];
  opener?: string;
}

function field(said: string, root: string, parent: string, at: number): Candidate {
  const [label, value = ''] = said.replace(/^[*#@$]/u, '').split('=');
  const kind = /^[*#@$]/u.exec(said)?.[0] ?? '';
  const types: Record<string, string> = { '#': 'password', '@': 'email' };
  return candidate({
    role: 'textbox',
    name: label!,
    tag: kind === '*' ? 'textarea' : 'input',
    inputType: types[kind] ?? 'text',
    attributes: kind === '$' ? { autocomplete: 'cc-number' } : {},
    states: { editable: true },
    value,
    xpath: `${root}/label[${at + 1}]/input`,
    parent,
  });
}

export function lookOf(sketch: Sketch): {
  observation: Observation;
  act: PageAction;
  control: Candidate | null;
} {
  const { name, role = 'button', heading = '', fields = [], text = [], nav = [], beside = [] } = sketch;
  const links = nav.map((one, i) =>
    candidate({
      role: 'link',
      name: one,
      attributes: { href: `/${one}` },
      xpath: `/html/body/nav/a[${i + 1}]`,
      states: one === sketch.at ? { current: true } : {},
    }),
  );
  const inDialog = sketch.dialog !== undefined;
  const root = `/html/body/main/${inDialog ? 'div' : 'form'}`;
  const box = candidate({
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
    candidate({ name: one, xpath: `${root}/button[${i + 2}]`, parent: box.uid, section: heading }),
  );
  const control = candidate({
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
  const shown = all.find((c) => c.uid === uid)!;
  const blocks = [...(heading ? [heading] : []), ...text].map((said, i): TextBlock => ({
    kind: i === 0 && heading ? 'heading' : 'other',
    text: said,
    section: heading,
    order: shown.order,
  }));
  return {
    observation: observation(all, {
      title: sketch.title ?? heading,
      url: sketch.url ?? 'https://site.example/page',
      text: blocks,
      ...(sketch.native === undefined
        ? {}
        : { dialog: { type: 'confirm', message: sketch.native, defaultText: '' } }),
    }),
    act: sketch.native === undefined ? { intent: 'click', uid } : { intent: 'dialog', answer: 'accept' },
    control: sketch.native === undefined ? shown : null,
  };
}
