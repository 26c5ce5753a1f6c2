/** Made-up looks for the navigator's tests: candidates from a few words each, and a session that answers acts. */
import type {
  Candidate,
  Decision,
  Inspector,
  Navigator,
  Observation,
  Outcome,
  TextBlock,
  Turn,
} from '../../../src/contract/index.js';

type ActTurnOf = Extract<Turn, { type: 'action' }>;

export type Sketch = Partial<Candidate> & { role: string; name: string };

/** Candidates in reading order; `parent` may be given as the name of another sketch. */
export function look(sketches: readonly Sketch[], more: Partial<Observation> = {}): Observation {
  const tags: Record<string, string> = {
    link: 'a',
    button: 'button',
    textbox: 'input',
    searchbox: 'input',
    checkbox: 'input',
    radio: 'input',
    combobox: 'select',
    heading: 'h2',
  };
  const uidOf = (name: string): string | null => {
    const at = sketches.findIndex((s) => s.name === name);
    return at < 0 ? null : `u${at}`;
  };
  const candidates = sketches.map((s, i): Candidate => {
    const tag = s.tag ?? tags[s.role] ?? 'div';
    const field = s.role === 'textbox' || s.role === 'searchbox';
    return {
      uid: `u${i}`,
      order: i,
      tag,
      text: field ? '' : s.name,
      attributes: {},
      xpath: `/html/body/main/${tag}[${i + 1}]`,
      box: { x: 20, y: 40 * i, width: 120, height: 30 },
      visible: true,
      inViewport: true,
      frame: [],
      interactive: !['heading', 'row', 'generic', 'form', 'dialog', 'listitem', 'paragraph'].includes(s.role),
      section: '',
      landmark: 'main',
      document: s.name,
      folded: [],
      ...(s.role === 'checkbox' ? { inputType: 'checkbox' } : field ? { inputType: 'text', value: '' } : {}),
      ...s,
      states: {
        ...(field ? { editable: true as const } : s.role === 'checkbox' ? { checked: false } : {}),
        ...s.states,
      },
      parent: s.parent ? uidOf(s.parent) : null,
    };
  });
  return {
    url: 'http://site.test/start',
    title: 'Start',
    viewport: { width: 1280, height: 720, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 2000 },
    candidates,
    elements: candidates.length,
    text: [],
    notices: [],
    newNotices: [],
    hiddenTexts: [],
    dialog: null,
    pageEvents: [],
    dialogs: [],
    tabs: [],
    stable: true,
    timings: {},
    ...more,
  };
}

export const block = (kind: TextBlock['kind'], text: string, under = ''): TextBlock => ({
  kind,
  text,
  section: under,
  order: 0,
});

const quiet = { reason: 'quiet' as const, ms: 1 };
export const changed: Outcome = { status: 'done', effects: [{ type: 'dom', mutations: 3 }], settle: quiet };
export const nothing: Outcome = { status: 'no-effect', settle: quiet };

/** What the direct navigator does not ask an inspector for. */
export const unread: Pick<Inspector, 'more' | 'find' | 'read'> = {
  more: async () => [],
  find: async () => ({ candidates: [], blocks: [], total: 0 }),
  read: async () => null,
};

const inspector = (observation: Observation): Inspector => ({
  rank: async () => [],
  passages: async (_q, k) => observation.text.slice(0, k).map((b) => ({ block: b, score: 1 })),
  ...unread,
});

/** What an act says besides its element. */
function detailOf(act: ActTurnOf['action'], page: Observation): string {
  switch (act.intent) {
    case 'textInput':
      return `=${act.text}`;
    case 'change':
      return `=${act.value}`;
    case 'press':
      return `=${act.key}`;
    case 'load':
      return `=${act.url}`;
    case 'drag': {
      const { to } = act;
      if ('dx' in to) return ` by ${to.dx},${to.dy}`;
      return ` to ${page.candidates.find((c) => c.uid === to.uid)?.name ?? '?'}`;
    }
    case 'upload':
      return `=${act.files.join(',')}`;
    case 'scroll':
      return ` ${act.x},${act.y}`;
    case 'wait':
      return ` ${act.ms}`;
    case 'dialog':
      return ` ${act.answer}${act.text === undefined ? '' : `=${act.text}`}`;
    case 'tabcreate':
      return act.url === undefined ? '' : ` ${act.url}`;
    case 'tabremove':
    case 'tabswitch':
      return act.tab === undefined ? '' : ` ${act.tab}`;
    default:
      return '';
  }
}

/** Talks with a navigator: what it says and does, act by act, each answered by `react`. */
export class Talk {
  readonly turns: Turn[] = [];
  readonly done: string[] = [];
  constructor(
    private readonly navigator: Navigator,
    public page: Observation,
    private readonly react: (act: ActTurnOf['action'], name: string, talk: Talk) => Outcome = () => changed,
  ) {}

  async say(text: string): Promise<{ kind: string; text: string }> {
    this.turns.push({ index: this.turns.length, speaker: 'instructor', type: 'say', text });
    for (let n = 0; n < 60; n++) {
      const decision: Decision = await this.navigator.decide(
        { observation: this.page, exchange: { turns: this.turns } },
        inspector(this.page),
        new AbortController().signal,
      );
      for (const act of decision.actions) {
        if (act.intent === 'say') {
          this.turns.push({
            index: this.turns.length,
            speaker: 'navigator',
            type: 'say',
            kind: act.kind,
            text: act.text,
          });
          if (act.kind !== 'ack') return { kind: act.kind, text: act.text };
          continue;
        }
        const target = 'uid' in act ? this.page.candidates.find((c) => c.uid === act.uid) : undefined;
        const name = target?.name ?? '';
        this.done.push(`${[act.intent, name].filter(Boolean).join(' ')}${detailOf(act, this.page)}`);
        const outcome = this.react(act, name, this);
        if (target && outcome.status === 'done' && act.intent === 'textInput') target.value = act.text;
        if (target && outcome.status === 'done' && act.intent === 'change') {
          if (target.options)
            target.options = target.options.map((o) => ({ ...o, selected: o.label === act.value }));
          else if (target.states.checked !== undefined)
            target.states = { ...target.states, checked: act.value === 'true' };
          else target.value = act.value;
        }
        this.turns.push({
          index: this.turns.length,
          speaker: 'navigator',
          type: 'action',
          action: act,
          target: null,
          outcome,
          url: this.page.url,
        });
      }
    }
    throw new Error('the navigator never yielded the floor');
  }
}
