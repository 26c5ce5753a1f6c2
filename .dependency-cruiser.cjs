/**
 * Who may import whom (docs/architecture.md). Imports point one way; a module that is not listed under
 * another may not be imported from there.
 */
const MAY = {
  contract: [],
  secrets: ['contract'],
  action: ['contract', 'python'],
  demonstration: ['contract', 'action', 'fingerprint', 'secrets'],
  document: ['contract'],
  fingerprint: ['contract'],
  page: ['contract', 'action', 'document', 'python', 'text'],
  dates: [],
  yaml: ['contract'],
  config: ['contract', 'yaml'],
  'policy-library': ['contract', 'action', 'yaml'],
  text: [],
  python: [],
  lxml: ['python'],
  rank: ['contract', 'lxml', 'python', 'text'],
  reference: ['contract', 'rank'],
  prompt: ['contract', 'action', 'lxml', 'python'],
  llm: ['contract', 'secrets'],
  score: ['contract', 'action', 'demonstration', 'lxml', 'python'],
  // Only what `navigator/index.ts` may import; each navigator has rules of its own below.
  navigator: [
    'contract',
    'action',
    'dates',
    'fingerprint',
    'policy',
    'prompt',
    'llm',
    'lxml',
    'python',
    'secrets',
    'rank',
    'reference',
    'text',
  ],
  dialogue: ['contract', 'dates', 'yaml'],
  instructor: ['contract', 'action', 'dialogue', 'text'],
  policy: ['contract', 'text'],
  // The loop knows modules by interface; types of the record are the only thing it takes from `demonstration/`.
  session: ['contract', 'action', 'policy', 'demonstration', 'fingerprint'],
  offline: ['contract', 'demonstration', 'llm', 'lxml', 'navigator', 'prompt', 'rank', 'score'],
  log: ['contract', 'secrets'],
  measure: ['contract'],
  judge: ['contract', 'demonstration', 'llm', 'measure'],
  replay: ['contract', 'demonstration', 'dialogue', 'fingerprint'],
  report: ['contract', 'demonstration', 'secrets'],
  save: ['contract', 'dialogue', 'text'],
  assembly: [
    'contract',
    'action',
    'config',
    'demonstration',
    'dialogue',
    'instructor',
    'judge',
    'llm',
    'log',
    'navigator',
    'page',
    'policy',
    'policy-library',
    'prompt',
    'rank',
    'replay',
    'report',
    'save',
    'secrets',
    'session',
    'yaml',
  ],
  test: [
    'contract',
    'measure',
    'action',
    'assembly',
    'config',
    'demonstration',
    'dialogue',
    'instructor',
    'log',
    'page',
    'policy',
    'policy-library',
    'rank',
    'report',
    'secrets',
    'session',
    'text',
    'yaml',
  ],
};

MAY.suites = [...MAY.test, 'test'];

/** What each navigator may import. None imports another. */
const NAVIGATOR_MAY = {
  chat: ['contract', 'action', 'llm', 'policy', 'prompt', 'secrets', 'text'],
  direct: ['contract', 'dates', 'policy', 'reference', 'text'],
  replay: ['contract', 'fingerprint'],
  weblinx: ['contract', 'action', 'llm', 'lxml', 'prompt', 'rank', 'secrets'],
  webvoyager: [
    'contract',
    'action',
    'dates',
    'llm',
    'navigator/element-actions',
    'policy',
    'prompt',
    'secrets',
  ],
  step: ['contract', 'action', 'llm', 'navigator/element-actions', 'policy', 'prompt', 'secrets'],
  // Not a navigator: what navigators of papers share.
  'element-actions': ['contract', 'action', 'dates'],
};

/** The rooms of `navigator/direct/`: what a line says, what the page has, values and answers, and then the actions. */
const DIRECT_MAY = {
  lexicon: [],
  language: ['lexicon'],
  ground: ['language', 'lexicon'],
  assign: ['ground', 'language', 'lexicon'],
  answer: ['ground', 'language', 'lexicon'],
  skills: ['ground'],
  run: ['answer', 'assign', 'ground', 'language', 'lexicon', 'skills'],
};

/** Read by the program before it knows which command is to be loaded. */
const VERSION = '^src/assembly/(?:version|navigator-choices)\\.ts$';

/** What the command and its tests both know; the rest of `test/` needs Playwright Test. */
const OF_TESTS = '^src/test/(settings|baseline|options-after-dashes)\\.ts$';

/** The door of `test/` for suites; its index is the public package. */
const FOR_SUITES = '^src/test/suite-parts\\.ts$';

const modules = Object.entries(MAY).map(([module, allowed]) => ({
  name: `${module}-imports`,
  comment: `${module}/ may import ${allowed.length ? allowed.join(', ') : 'no other module'}`,
  severity: 'error',
  from: { path: `^src/${module}/` },
  to: { path: '^src/', pathNot: `^src/(${[module, ...allowed].join('|')})/` },
}));

const navigators = Object.entries(NAVIGATOR_MAY).map(([navigator, allowed]) => ({
  name: `navigator-${navigator}-imports`,
  comment: `navigator/${navigator}/ may import ${allowed.join(', ')}`,
  severity: 'error',
  from: { path: `^src/navigator/${navigator}/` },
  to: { path: '^src/', pathNot: `^src/(navigator/${navigator}|${allowed.join('|')})/` },
}));

const direct = Object.entries(DIRECT_MAY).map(([room, allowed]) => ({
  name: `direct-${room}-imports`,
  comment: `navigator/direct/${room}/ may import ${allowed.length ? allowed.join(', ') : 'no other room'}`,
  severity: 'error',
  from: { path: `^src/navigator/direct/${room}/` },
  to: {
    path: '^src/navigator/direct/',
    pathNot: `^src/navigator/direct/((text|group-by)\\.ts$|(${[room, ...allowed].join('|')})/)`,
  },
}));

module.exports = {
  forbidden: [
    ...modules,
    ...navigators,
    ...direct,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'only-page-drives-the-browser',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/page/' },
      to: { path: 'node_modules/playwright' },
    },
    {
      name: 'only-test-and-suites-know-playwright-test',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(test|suites/runner)/' },
      to: { path: 'node_modules/@playwright/test' },
    },
    {
      name: 'only-llm-knows-the-sdks',
      comment: 'Everyone else asks through src/llm/',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/llm/' },
      to: { path: 'node_modules/(openai|@anthropic-ai|gpt-tokenizer|undici)/' },
    },
    {
      name: 'the-page-part-stands-alone',
      comment: 'What runs inside pages is bundled by itself',
      severity: 'error',
      from: { path: '^src/page/injected/' },
      to: { pathNot: '^src/page/injected/' },
    },
    {
      name: 'the-viewer-of-reports-stands-alone',
      comment: 'It runs in the report and is bundled by itself',
      severity: 'error',
      from: { path: '^src/report/viewer/' },
      to: { pathNot: '^src/report/viewer/' },
    },
    {
      name: 'through-the-front-door',
      comment: 'Modules are entered through their index',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: {
        path: '^src/([^/]+)/.+',
        pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', VERSION, OF_TESTS, FOR_SUITES],
      },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
    },
  },
};
