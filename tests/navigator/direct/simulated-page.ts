/** Creates observations for navigator tests, and simulates a session that performs the navigator's actions. */
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

type ActionTurn = Extract<Turn, { type: 'action' }>;

/** An element, described only by the properties that matter for the test. */
export type ElementSketch = Partial<Candidate> & { role: string; name: string };

/** Creates an observation with candidates in reading order; `parent` is the name of another sketch. */
export function createPage(
  sketches: readonly ElementSketch[],
  overrides: Partial<Observation> = {},
): Observation {
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
  const findUid = (name: string): string | null => {
    const index = sketches.findIndex((s) => s.name === name);
    return index < 0 ? null : `u${index}`;
  };
  const candidates = sketches.map((s, i): Candidate => {
    const tag = s.tag ?? tags[s.role] ?? 'div';
    const isField = s.role === 'textbox' || s.role === 'searchbox';
    return {
      uid: `u${i}`,
      order: i,
      tag,
      text: isField ? '' : s.name,
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
      ...(s.role === 'checkbox'
        ? { inputType: 'checkbox' }
        : isField
          ? { inputType: 'text', value: '' }
          : {}),
      ...s,
      states: {
        ...(isField ? { editable: true as const } : s.role === 'checkbox' ? { checked: false } : {}),
        ...s.states,
      },
      parent: s.parent ? findUid(s.parent) : null,
    };
  });
  return {
    url: 'http://site.test/start',
    title: 'Start',
    viewport: { width: 1280, height: 720, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 2000 },
    candidates,
    elementCount: candidates.length,
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
    ...overrides,
  };
}

export const createBlock = (kind: TextBlock['kind'], text: string, section = ''): TextBlock => ({
  kind,
  text,
  section,
  order: 0,
});

const quietSettle = { reason: 'quiet' as const, ms: 1 };
export const changedOutcome: Outcome = {
  status: 'done',
  effects: [{ type: 'dom', mutations: 3 }],
  settle: quietSettle,
};
export const noEffectOutcome: Outcome = { status: 'no-effect', settle: quietSettle };

/** Methods of the inspector that the direct navigator does not call. */
export const unusedInspectorMethods: Pick<
  Inspector,
  'find' | 'read' | 'takeNumberedScreenshot' | 'findCovered' | 'readDownload'
> = {
  takeNumberedScreenshot: async () => null,
  find: async () => ({ candidates: [], blocks: [], total: 0 }),
  read: async () => null,
  findCovered: async () => new Map(),
  readDownload: async () => ({ status: 'unreadable', reason: 'There is no such download.' }),
};

const createInspector = (observation: Observation): Inspector => ({
  rank: async () => [],
  rankPassages: async (_q, k) => observation.text.slice(0, k).map((b) => ({ block: b, score: 1 })),
  ...unusedInspectorMethods,
});

/** Formats an action's arguments. */
function formatArguments(action: ActionTurn['action'], observation: Observation): string {
  switch (action.intent) {
    case 'textInput':
      return `=${action.text}`;
    case 'change':
      return `=${action.value}`;
    case 'press':
      return `=${action.key}`;
    case 'load':
      return `=${action.url}`;
    case 'drag': {
      const { to } = action;
      if ('dx' in to) return ` by ${to.dx},${to.dy}`;
      return ` to ${observation.candidates.find((c) => c.uid === to.uid)?.name ?? '?'}`;
    }
    case 'upload':
      return `=${action.files.join(',')}`;
    case 'scroll':
      return ` ${action.x},${action.y}`;
    case 'wait':
      return ` ${action.ms}`;
    case 'dialog':
      return ` ${action.answer}${action.text === undefined ? '' : `=${action.text}`}`;
    case 'tabcreate':
      return action.url === undefined ? '' : ` ${action.url}`;
    case 'tabremove':
    case 'tabswitch':
      return action.tab === undefined ? '' : ` ${action.tab}`;
    default:
      return '';
  }
}

/** A conversation with a navigator. `react` returns the outcome of each action. */
export class Conversation {
  readonly turns: Turn[] = [];
  readonly actions: string[] = [];
  constructor(
    private readonly navigator: Navigator,
    public observation: Observation,
    private readonly react: (
      action: ActionTurn['action'],
      name: string,
      conversation: Conversation,
    ) => Outcome = () => changedOutcome,
  ) {}

  async say(text: string): Promise<{ kind: string; text: string }> {
    this.turns.push({ index: this.turns.length, speaker: 'instructor', type: 'say', text });
    for (let n = 0; n < 60; n++) {
      const decision: Decision = await this.navigator.decide(
        { observation: this.observation, exchange: { turns: this.turns } },
        createInspector(this.observation),
        new AbortController().signal,
      );
      for (const action of decision.actions) {
        if (action.intent === 'say') {
          this.turns.push({
            index: this.turns.length,
            speaker: 'navigator',
            type: 'say',
            kind: action.kind,
            text: action.text,
          });
          if (action.kind !== 'ack') return { kind: action.kind, text: action.text };
          continue;
        }
        const target =
          'uid' in action ? this.observation.candidates.find((c) => c.uid === action.uid) : undefined;
        const name = target?.name ?? '';
        this.actions.push(
          `${[action.intent, name].filter(Boolean).join(' ')}${formatArguments(action, this.observation)}`,
        );
        const outcome = this.react(action, name, this);
        if (target && outcome.status === 'done' && action.intent === 'textInput') target.value = action.text;
        if (target && outcome.status === 'done' && action.intent === 'change') {
          if (target.options)
            target.options = target.options.map((o) => ({ ...o, selected: o.label === action.value }));
          else if (target.states.checked !== undefined)
            target.states = { ...target.states, checked: action.value === 'true' };
          else target.value = action.value;
        }
        this.turns.push({
          index: this.turns.length,
          speaker: 'navigator',
          type: 'action',
          action,
          target: null,
          outcome,
          url: this.observation.url,
        });
      }
    }
    throw new Error('the navigator did not end its turn');
  }
}
