import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, test as base } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { formatDecision } from '../../support/chat-prompt.js';
import { runConversation, collectModelUsage } from './run-conversation.js';

interface SiteFixture {
  site(byPath: Record<string, string>): Promise<string>;
}

const test = base.extend<SiteFixture>({
  site: async ({}, use) => {
    const servers: { close(): Promise<void> }[] = [];
    await use(async (byPath) => {
      const server = await startServer(createPageListener(byPath));
      servers.push(server);
      return server.url;
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});

const FORM = `<title>Contact</title><h1>Contact</h1><form action="/sent">
  <label>Name <input name="name"></label> <label>E-mail <input name="mail" type="email"></label>
  <label>Topic <select name="topic"><option>Sales<option>Support</select></label>
  <label><input type="checkbox" name="copy"> Send me a copy</label> <button>Send message</button></form>`;
const SENT = '<title>Sent</title><h1>Thank you</h1><p>Your number is 4711.</p>';

test('a single decision fills in a form, each action is recorded as a turn, and the outcome is reported', async ({
  surface,
  site,
}) => {
  const url = await site({ '/': FORM, '/sent': SENT });
  const result = await runConversation({
    surface,
    url,
    lines: ['Send support a message as Ann Lee, ann@example.org, with a copy to me, and tell me the number.'],
    policy(prompt) {
      const confirmationNumber = /"Your number is (\d+)\."/.exec(prompt.page)?.[1];
      if (confirmationNumber) return [{ do: 'report', value: `Sent. The number is ${confirmationNumber}.` }];
      return [
        { do: 'type', on: prompt.findElement(/^textbox "Name"/), value: 'Ann Lee' },
        { do: 'type', on: prompt.findElement(/type email/), value: 'ann@example.org' },
        { do: 'choose', on: prompt.findElement(/^combobox "Topic"/), value: 'Support' },
        { do: 'check', on: prompt.findElement(/^checkbox "Send me a copy"/) },
        { do: 'click', on: prompt.findElement(/^button "Send message"/) },
      ];
    },
  });
  expect(result.log).toEqual(
    [
      'page',
      expect.stringMatching(/^instructor: Send support/),
      'textInput done',
      'change done',
      'change done',
      'click done',
      'navigator: Sent. The number is 4711.',
      'end done 0',
    ].toSpliced(3, 0, 'textInput done'),
  );
  expect(result.requests).toHaveLength(2);
});

test('the navigator asks for missing information, and the next prompt contains question and answer', async ({
  surface,
  site,
}) => {
  const url = await site({
    '/': `<button onclick="document.body.append('Booked for ' + document.querySelector('input').value)">Book</button>
      <label>Guests <input></label>`,
  });
  const result = await runConversation({
    surface,
    url,
    lines: ['book a table', 'for four'],
    policy(prompt) {
      if (prompt.includes('Booked for 4')) return [{ do: 'report', value: 'Booked for four.' }];
      if (!/four/.test(prompt.lastLine)) return [{ do: 'ask', value: 'For how many?' }];
      expect(prompt.includes('you asked: "For how many?"')).toBe(true);
      return prompt.actionsAfterLastLine.length
        ? [{ do: 'click', on: prompt.findElement(/^button "Book"/) }]
        : [{ do: 'type', on: prompt.findElement(/^textbox "Guests"/), value: '4' }];
    },
  });
  expect(result.log.filter((line) => line.startsWith('navigator'))).toEqual([
    'navigator: For how many?',
    'navigator: Booked for four.',
  ]);
});

test('the lookups find and read show content of a large page that was omitted from the prompt', async ({
  surface,
  site,
}) => {
  const rows = Array.from(
    { length: 1_500 },
    (_, i) => `<p>Entry ${i} about something else <a href="#${i}">Details of entry ${i}</a></p>`,
  );
  rows.splice(
    900,
    0,
    `<h2>Opening hours</h2>${'<p>The office has moved.</p>'.repeat(6)}<p>Monday to Friday, nine to five, but not in July.</p><a href="#there">Directions to the office</a>`,
  );
  const url = await site({ '/': `<h1>Everything</h1>${rows.join('')}` });
  const result = await runConversation({
    surface,
    url,
    lines: ['go on with entry 7'],
    policy(prompt) {
      const directionsLink = prompt.findElement(/^link "Directions to the office"/);
      if (prompt.actionsAfterLastLine.length) return [{ do: 'answer', value: 'They are shown now.' }];
      if (directionsLink !== null && prompt.page.includes('not in July'))
        return [{ do: 'click', on: directionsLink }];
      if (directionsLink !== null) return [{ do: 'read', value: 'Opening hours' }];
      return prompt.includes('find "directions"')
        ? [{ do: 'give_up', value: 'Not found.' }]
        : [{ do: 'find', value: 'directions' }];
    },
  });
  expect(result.log.slice(2)).toEqual(['click done', 'navigator: They are shown now.', 'end done 0']);
  expect(collectModelUsage(result)[0]).toMatchObject({
    calls: 3,
    lookups: ['find "directions"', 'read "Opening hours"'],
  });
});

test('find also searches values and options, and read shows table rows by number', async ({
  surface,
  site,
}) => {
  const rows = Array.from(
    { length: 900 },
    (_, i) => `<tr><td>Boat ${i + 1}<td>berth ${i % 40}, a long way out`,
  );
  const options = Array.from({ length: 60 }, (_, i) => `<option>Harbour ${i}`);
  const url = await site({
    '/': `<h1>Boats</h1><table><tr><th>Name<th>Berth</tr>${rows.join('')}</table>
      <input aria-label="Reference" value="KX-4711"><select aria-label="Port">${options.join('')}</select>`,
  });
  const pages: string[] = [];
  const lookups = [
    { do: 'find', value: 'KX-4711' },
    { do: 'find', value: 'Harbour 47' },
    { do: 'read', value: 'rows 511-512' },
  ];
  const result = await runConversation({
    surface,
    url,
    lines: ['which boat is it?'],
    policy(prompt) {
      pages.push(prompt.page);
      return [lookups[pages.length - 1] ?? { do: 'answer', value: 'Boat 512.' }];
    },
  });
  expect(result.log.at(-2)).toBe('navigator: Boat 512.');
  expect(pages[0]).toMatch(/^ *… \d+ rows \(\d+–\d+\)$/m);
  expect(pages.at(-1)).toMatch(/textbox "Reference" = "KX-4711"/);
  expect(pages.at(-1)).toMatch(/combobox "Port" = "Harbour 0" options: .*"Harbour 47"/);
  expect(pages.at(-1)).toMatch(/^ *Boat 511 \| berth 30.*\n *Boat 512 \| berth 31/m);
});

test('the model must read a long text completely before it replaces the text', async ({ surface, site }) => {
  const text = Array.from({ length: 40 }, (_, i) => `Line ${i} of the log.`).join('\n');
  const url = await site({ '/': `<textarea aria-label="Log">${text}</textarea>` });
  const promptTexts: string[] = [];
  const result = await runConversation({
    surface,
    url,
    lines: ['write “None.” into the log instead of what is there'],
    policy(prompt) {
      promptTexts.push(prompt.text);
      const logField = prompt.findElement(/"Log"/);
      if (prompt.actions.length) return [{ do: 'report', value: 'Replaced.' }];
      return [
        promptTexts.length === 2
          ? { do: 'read', on: logField }
          : { do: 'type', on: logField, value: 'None.' },
      ];
    },
  });
  expect(promptTexts[1]).toContain('characters that you have not seen, and `type` would replace them');
  expect(promptTexts[2]).toContain('"Line 39 of the log."');
  expect(result.log.at(-2)).toBe('navigator: Replaced.');
});

test('after the maximum number of lookups, the model must decide; otherwise the instruction fails', async ({
  surface,
  site,
}) => {
  const url = await site({ '/': '<h1>Empty</h1><p>Nothing here</p>' });
  const result = await runConversation({
    surface,
    url,
    lines: ['find the treasure'],
    policy: () => [{ do: 'find', value: 'treasure' }],
  });
  expect(result.log.slice(2)).toEqual([expect.stringContaining('You have used all lookups.'), 'end done 0']);
  expect(result.requests).toHaveLength(8);
  expect(result.requests[6]!.prompt).toContain('Decide now: choose an action');
});

test('after an unknown element number, the model gets a list of the valid numbers and is asked once more', async ({
  surface,
  site,
}) => {
  const url = await site({
    '/': '<button>Alpha</button><button onclick="this.textContent = \'Done\'">Beta</button>',
  });
  const result = await runConversation({
    surface,
    url,
    lines: ['click beta'],
    policy(prompt) {
      if (prompt.includes('"Done"')) return [{ do: 'report', value: 'Clicked.' }];
      return [
        {
          do: 'click',
          on: prompt.includes('You were not shown an element [77]') ? prompt.findElement(/"Beta"/) : 77,
        },
      ];
    },
  });
  expect(result.log.slice(2)).toEqual(['click done', 'navigator: Clicked.', 'end done 0']);
  expect(collectModelUsage(result)[0]!.repairs).toEqual([
    'Asked once more: You were not shown an element [77].',
  ]);
  expect(result.requests[1]!.prompt).toMatch(/Elements have the numbers that you were shown: \d+-\d+/);
});

const INVALID_ANSWERS: [defect: string, text: string, message: RegExp][] = [
  ['prose', 'I would click the second button.', /not JSON/i],
  [
    'an action that does not exist',
    formatDecision([{ do: 'teleport', on: 1 }]),
    /There is no step “teleport”/,
  ],
  [
    'an element that does not exist',
    formatDecision([{ do: 'click', on: 4_000 }]),
    /not shown an element \[4000\]/,
  ],
  ['no step', formatDecision([]), /The list of steps is empty/],
  ['an empty text', '', /empty|nothing/i],
];

for (const [defect, text, message] of INVALID_ANSWERS)
  test(`an answer with ${defect}, given twice, is reported and recorded without performing an action`, async ({
    surface,
    site,
  }) => {
    const url = await site({ '/': '<button onclick="document.title = \'clicked\'">Go</button>' });
    const result = await runConversation({ surface, url, lines: ['go on'], policy: () => ({ text }) });
    expect(result.log).toHaveLength(4);
    expect(result.log[2]).toMatch(/^navigator: I could not decide/);
    expect(result.log[2]).toMatch(message);
    expect(result.requests).toHaveLength(2);
    expect(collectModelUsage(result)[0]!.rawAnswer).toContain(text);
    expect(await surface.probe.title()).not.toBe('clicked');
  });

test('text around the JSON answer is ignored, and the session records this repair', async ({
  surface,
  site,
}) => {
  const url = await site({ '/': '<button onclick="this.textContent = \'Done\'">Go</button>' });
  const result = await runConversation({
    surface,
    url,
    lines: ['go'],
    policy: (prompt) => ({
      text: `Certainly!\n\`\`\`json\n${formatDecision(prompt.includes('"Done"') ? [{ do: 'report', value: 'Gone.' }] : [{ do: 'click', on: prompt.findElement(/"Go"/) }])}\n\`\`\``,
    }),
  });
  expect(result.log.slice(2)).toEqual(['click done', 'navigator: Gone.', 'end done 0']);
  expect(collectModelUsage(result)[0]!.repairs?.join(' ')).toMatch(/prose|around/i);
});

for (const [length, behaviour] of [
  ['ten times too long', { text: 'x'.repeat(100_000) }],
  ['endless', { endless: 'and so on ' }],
] as const)
  test(`an answer that is ${length} is cut off, and the session ends with an error that names the server`, async ({
    surface,
    site,
  }) => {
    const url = await site({ '/': '<button>Go</button>' });
    const result = await runConversation({
      surface,
      url,
      lines: ['go'],
      modelOptions: { limits: { maxAnswerBytes: 10_000 } },
      policy: () => behaviour,
    });
    expect(result.log.at(-1)).toBe('end infra 5');
    expect(result.verdict.reason).toMatch(/^The model server at http.* was cut off at \d+ bytes/);
  });

test('a model’s refusal is reported to the instructor', async ({ surface, site }) => {
  const url = await site({ '/': '<button>Go</button>' });
  const result = await runConversation({
    surface,
    url,
    lines: ['go'],
    policy: () => ({ text: '', refusal: 'I cannot help with that.' }),
  });
  expect(result.log[2]).toMatch(/^navigator: I could not decide what to do\. .*I cannot help with that/);
});

test('an answer that reaches the token limit is requested again with a higher limit', async ({
  surface,
  site,
}) => {
  const url = await site({ '/': '<p>It is 21 degrees.</p>' });
  const result = await runConversation({
    surface,
    url,
    lines: ['how warm is it?'],
    policy: (_prompt, { body }) =>
      (body['max_tokens'] as number) < 4_000
        ? { text: '{"thought": "Let me think about it at', finish: 'length' }
        : [{ do: 'answer', value: '21 degrees.' }],
  });
  expect(result.log.slice(2)).toEqual(['navigator: 21 degrees.', 'end done 0']);
});

test('the page is shortened until the prompt fits the server’s context', async ({ surface, site }) => {
  const url = await site({
    '/': `<h1>List</h1>${Array.from({ length: 400 }, (_, i) => `<button>Choose number ${i}</button>`).join('')}`,
  });
  const promptSizes: number[] = [];
  const result = await runConversation({
    surface,
    url,
    lines: ['choose number 7'],
    policy(prompt) {
      const tokens = Math.ceil(prompt.text.length / 3.5);
      promptSizes.push(tokens);
      if (tokens > 2_600)
        return {
          status: 400,
          message: `This model's maximum context length is 2600 tokens. However, you requested ${tokens} tokens.`,
          code: 'context_length_exceeded',
        };
      return [
        { do: 'answer', value: prompt.findElement(/"Choose number 7"/) === null ? 'lost' : 'It fits.' },
      ];
    },
  });
  expect(result.log.slice(2)).toEqual(['navigator: It fits.', 'end done 0']);
  expect(promptSizes.length).toBeGreaterThan(1);
  expect(promptSizes.length).toBeLessThan(5);
  expect(collectModelUsage(result)[0]!.repairs?.[0]).toMatch(
    /too long for the server; the page was cut to \d+ tokens/,
  );
});

test('if no prompt fits the context, the session ends with an error that states the size of the prompt and of the context', async ({
  surface,
  site,
}) => {
  const url = await site({ '/': '<button>Go</button>' });
  const result = await runConversation({
    surface,
    url,
    lines: ['go'],
    policy: () => ({
      status: 400,
      message: `This model's maximum context length is 512 tokens. However, you requested 3000 tokens.`,
      code: 'context_length_exceeded',
    }),
  });
  expect(result.verdict).toMatchObject({
    kind: 'infra',
    reason: expect.stringMatching(/3000 tokens, but only 512 fit/),
  });
  expect(result.exitCode).toBe(5);
});

test('if the server stops responding, the session ends and the actions performed so far are recorded', async ({
  surface,
  site,
}) => {
  const url = await site({ '/': '<button onclick="this.textContent = \'Done\'">Go</button>' });
  const result = await runConversation({
    surface,
    url,
    lines: ['go'],
    modelOptions: { limits: { maxRetries: 0 } },
    policy: (prompt) =>
      prompt.actions.length ? { hangUp: true } : [{ do: 'click', on: prompt.findElement(/"Go"/) }],
  });
  expect(result.log.slice(2)).toEqual(['click done', 'end infra 5']);
});

test('the model’s note is in its next prompt but is not shown to the instructor', async ({
  surface,
  site,
}) => {
  const url = await site({
    '/': '<p>Price: 12.90</p><a href="/other">Other shop</a>',
    '/other': '<p>Price: 11.50</p>',
  });
  const result = await runConversation({
    surface,
    url,
    lines: ['which shop is cheaper?'],
    policy(prompt) {
      if (prompt.page.includes('11.50'))
        return [
          {
            do: 'answer',
            value: prompt.includes('your note: "the first asks 12.90"')
              ? 'The other one: 11.50, not 12.90.'
              : 'I forgot.',
          },
        ];
      return {
        text: formatDecision([{ do: 'click', on: prompt.findElement(/Other shop/) }], 'the first asks 12.90'),
      };
    },
  });
  expect(result.log.slice(2)).toEqual([
    'click done',
    'navigator: The other one: 11.50, not 12.90.',
    'end done 0',
  ]);
});

test('a loop between pages is reported to the model; if the loop continues, the navigator gives up', async ({
  surface,
  site,
}) => {
  const url = await site({ '/': '<a href="/b">To B</a>', '/b': '<a href="/">To A</a>' });
  const result = await runConversation({
    surface,
    url,
    lines: ['find the exit'],
    policy: (prompt) => [{ do: 'click', on: prompt.findElement(/^link "To/) }],
  });
  expect(result.log.filter((line) => line === 'click done')).toHaveLength(4);
  expect(result.log.at(-2)).toMatch(
    /^navigator: I could not decide.* performed 2 times on this page, and each time it led back here/,
  );
  expect(result.requests.at(-1)!.prompt).toContain('The page was in this state before');
});

test('the model reads and answers a JavaScript dialog', async ({ chromium, site }) => {
  const url = await site({
    '/': `<h1>Draft 7</h1><button onclick="document.body.append(confirm('Really delete draft 7?') ? 'Deleted' : 'Kept')">Delete</button>`,
  });
  const surface = await createSurface(await createUnguardedContext(chromium), {
    dialogs: 'ask',
    limits: FAST_LIMITS,
  });
  const result = await runConversation({
    surface,
    url,
    lines: ['delete the draft'],
    policy(prompt) {
      if (prompt.page.includes('Deleted')) return [{ do: 'report', value: 'Deleted.' }];
      if (prompt.page.includes('open dialog (confirm)')) {
        expect(prompt.page).toContain('Really delete draft 7?');
        return [{ do: 'accept' }];
      }
      return [{ do: 'click', on: prompt.findElement(/^button "Delete"/) }];
    },
  });
  await surface.close();
  expect(result.log.slice(2).filter((line) => line !== 'note')).toEqual([
    'click done',
    'dialog done',
    'navigator: Deleted.',
    'end done 0',
  ]);
});
