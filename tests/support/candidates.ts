/** Made-up candidates and observations for tests of pure rules. */
import type { Candidate, Observation } from '../../src/contract/index.js';

let made = 0;

export function candidate(given: Partial<Candidate> & { name?: string; role?: string } = {}): Candidate {
  const order = made++;
  const name = given.name ?? '';
  const role = given.role ?? 'button';
  return {
    uid: `00000000-${String(order).padStart(4, '0')}-4000`,
    order,
    tag: role === 'link' ? 'a' : role === 'textbox' ? 'input' : 'button',
    role,
    name,
    text: given.text ?? name,
    attributes: {},
    xpath: `/html/body/*[${order + 1}]`,
    box: { x: 0, y: order * 30, width: 100, height: 20 },
    visible: true,
    inViewport: true,
    frame: [],
    states: {},
    interactive: true,
    section: '',
    landmark: '',
    parent: null,
    document: `${role} | ${name}`,
    folded: [],
    ...given,
  };
}

export function observation(candidates: Candidate[], given: Partial<Observation> = {}): Observation {
  return {
    url: 'http://127.0.0.1/page',
    title: 'Page',
    viewport: { width: 1280, height: 800, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 800 },
    candidates,
    elements: candidates.length,
    text: [],
    notices: [],
    newNotices: [],
    hiddenTexts: [],
    dialog: null,
    pageEvents: [],
    dialogs: [],
    tabs: [{ id: 1, url: 'http://127.0.0.1/page', active: true }],
    stable: true,
    timings: { total: 1 },
    ...given,
  };
}
