/** Creates candidates and observations for pure tests. */
import type { Candidate, Observation } from '../../src/contract/index.js';

let createdCount = 0;

export function createCandidate(
  overrides: Partial<Candidate> & { name?: string; role?: string } = {},
): Candidate {
  const order = createdCount++;
  const name = overrides.name ?? '';
  const role = overrides.role ?? 'button';
  return {
    uid: `00000000-${String(order).padStart(4, '0')}-4000`,
    order,
    tag: role === 'link' ? 'a' : role === 'textbox' ? 'input' : 'button',
    role,
    name,
    text: overrides.text ?? name,
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
    ...overrides,
  };
}

export function createObservation(
  candidates: Candidate[],
  overrides: Partial<Observation> = {},
): Observation {
  return {
    url: 'http://127.0.0.1/page',
    title: 'Page',
    viewport: { width: 1280, height: 800, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 800 },
    candidates,
    elementCount: candidates.length,
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
    ...overrides,
  };
}
