import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '../support/browser.js';
import { goldenData } from '../support/golden.js';
import { runCommand } from '../support/cli-harness.js';
import { runParley } from '../support/parley.js';

/** Writes the golden demonstration and a candidate file with the ranking of its golden prompts. */
function writeGoldenFiles(folder: string): { demonstration: string; candidates: string } {
  const demonstration = join(folder, 'zzdemo');
  for (const [name, content] of Object.entries(goldenData.demo)) {
    const path = join(demonstration, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  const candidates = join(folder, 'candidates.jsonl');
  const rows = [14, 16].flatMap((turn_index) =>
    goldenData.candidates_used.map((uid, i) => {
      const { doc, elem_dict } = goldenData.dmr.records.find((record) => record.uid === uid)!;
      return {
        query: '',
        doc,
        uid,
        demo_name: 'zzdemo',
        turn_index,
        elem_dict,
        label: 0,
        score: -i,
        rank: i + 1,
      };
    }),
  );
  writeFileSync(candidates, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return { demonstration, candidates };
}

/** Adds an empty user message after the system message, because chat templates require the user first. */
const withUserFirst = ([system, ...rest]: { role: string; content: string }[]) => [
  system,
  { role: 'user', content: '' },
  ...rest,
];

const GOLDEN_PROMPTS: [args: string[], body: unknown][] = [
  [['--turn', '16'], { kind: 'chat', messages: withUserFirst(goldenData.otr_prompts.turn16_browser) }],
  [
    ['--turn', '15', '--shape', 'recorded'],
    { kind: 'chat', messages: withUserFirst(goldenData.otr_prompts.turn15_chat_no_html) },
  ],
  [
    ['--turn', '16', '--navigator', 'weblinx:gpt'],
    { kind: 'chat', messages: goldenData.otr_prompts.turn16_browser },
  ],
  [
    ['--turn', '16', '--navigator', 'weblinx:flan'],
    { kind: 'text', text: goldenData.otr_prompts.turn16_flan },
  ],
  [
    ['--turn', '16', '--navigator', 'weblinx:mindact'],
    { kind: 'text', text: goldenData.otr_prompts.turn16_m2w_flan },
  ],
  [['--turn', '16', '--navigator', 'weblinx:pix2act'], { kind: 'text', text: goldenData.dmr.query }],
];

for (const [args, body] of GOLDEN_PROMPTS) {
  test(`parley prompt ${args.join(' ')} prints the golden prompt`, async ({}, info) => {
    const { demonstration, candidates } = writeGoldenFiles(info.outputPath());
    const { stdout, code } = await runCommand([
      'prompt',
      demonstration,
      ...args,
      '--candidates',
      candidates,
      '--json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ body });
    expect(code).toBe(0);
  });
}

test('the text output shows the turn, the shape with its reason, and the tokens and truncations of each section', async ({}, info) => {
  const { demonstration, candidates } = writeGoldenFiles(info.outputPath());
  const path = join(demonstration, 'pages/page-4-0.html');
  writeFileSync(
    path,
    goldenData.demo['pages/page-4-0.html'].replace(
      'placeholder="Search',
      `placeholder="${'long words '.repeat(900)}Search`,
    ),
  );
  const tokenizer = fileURLToPath(new URL('../prompt/data/llama-3.json', import.meta.url));
  const args = [
    'prompt',
    demonstration,
    '--turn',
    '16',
    '--candidates',
    candidates,
    '--tokenizer',
    tokenizer,
  ];
  const { stdout, code } = await runCommand(args);
  expect(code).toBe(0);
  expect(stdout).toContain('Turn 16 of 17: [button] Go -> CLICK; page of turn 16, 3 of 14 candidates');
  expect(stdout).toContain('browser shape (it is the navigator’s turn to act)');
  expect(stdout).toContain(`by ${tokenizer}`);
  expect(stdout).toMatch(/page +\d{3} of 700, cut from \d{4}/);
  expect(stdout).toMatch(/history +\d+ of 250\n/);
  expect(stdout).toMatch(
    /--- system\n\(html\(body class="b"[^]*long words [^]*\.\.\.[^]*--- user\nPlease select/,
  );
});

test('without a candidate file, the encoder ranks the elements; the turn after the last one is the next decision', async ({}, info) => {
  const { demonstration } = writeGoldenFiles(info.outputPath());
  const { stdout, code } = await runParley(['prompt', demonstration, '--turn', '17', '--json']);
  expect(code).toBe(0);
  const { body, parts } = JSON.parse(stdout) as {
    body: { messages: { content: string }[] };
    parts: { name: string; tokens: number }[];
  };
  expect(body.messages[0]!.content.match(/\(uid = /g)).toHaveLength(10);
  expect(body.messages.at(-1)!.content).toMatch(/Please select the best action/);
  expect(parts.map(({ name }) => name)).toEqual([
    'page',
    'instructions',
    'utterances',
    'candidates',
    'history',
  ]);
});

test('--template prints one text for a completions endpoint', async ({}, info) => {
  const { demonstration, candidates } = writeGoldenFiles(info.outputPath());
  const template = info.outputPath('tokenizer_config.json');
  writeFileSync(
    template,
    JSON.stringify({ chat_template: '{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}' }),
  );
  const { stdout } = await runCommand([
    'prompt',
    demonstration,
    '-n',
    '16',
    '--candidates',
    candidates,
    '--template',
    template,
  ]);
  expect(stdout).toMatch(
    /--- text\n\[system\]\(html[^]*\[user\]\[assistant\]text_input[^]*\[user\]Please select/,
  );
});

const USAGE_ERRORS: [args: string[], message: string][] = [
  [['--turn', '18'], 'There is no turn 18'],
  [['--turn', 'x'], '--turn needs a whole number'],
  [['--turn', '1', '--navigator', 'direct'], 'Cannot print prompts of the navigator “direct”'],
  [['--turn', '1', '--navigator', 'chat'], 'it comes from the data set, not from a session with a model'],
  [
    ['--turn', '1', '--navigator', 'chat', '--shape', 'chat'],
    '--shape does not apply to the navigator “chat”',
  ],
  [['--turn', '1', '--navigator', 'weblinx:gemini'], 'weblinx:llama, weblinx:gpt'],
  [['--turn', '1', '--tokenizer', 'nowhere.json'], 'There is no file “nowhere.json”'],
];

for (const [args, message] of USAGE_ERRORS) {
  test(`parley prompt ${args.join(' ')} causes a usage error`, async ({}, info) => {
    const { demonstration } = writeGoldenFiles(info.outputPath());
    const { stderr, code } = await runCommand(['prompt', demonstration, ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
}
