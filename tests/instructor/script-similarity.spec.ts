/** Scripts that compare sentences. The model is the bundled one, registered under another name. */
import { writeFileSync } from 'node:fs';

import { expect, test } from '../support/browser.js';
import { createSentenceModelPlan } from '../../src/assembly/sentence-plan.js';
import { bindScenario, parseScenario, type Scenario } from '../../src/dialogue/index.js';
import { createScriptInstructor } from '../../src/instructor/script.js';
import { BUNDLED_ENCODER_FOLDER, type SentenceModel, writeRegistry } from '../../src/rank/index.js';
import { createFakeProbe } from '../dialogue/fake-probe.js';
import { runCommand } from '../support/cli-harness.js';
import {
  answer,
  ask,
  report,
  runConversation,
  type NavigatorTurn,
  type Conversation,
} from './conversation.js';

const MODEL_NAME = 'my-model';
const SCENARIO_START = 'scenario: 1\nname: x\nstart: { url: "http://crm.test/" }\n';
const REGISTERED_MODEL = { kind: 'weblinx-dmr' as const, bytes: 1, sha256: '', trial: 0 };

const createScenario = (rest: string): Scenario =>
  bindScenario(parseScenario('x.scenario.yaml', SCENARIO_START + rest));

function registerSentenceModel(configFolder: string, folder = BUNDLED_ENCODER_FOLDER): NodeJS.ProcessEnv {
  const env = { XDG_CONFIG_HOME: configFolder };
  writeRegistry([{ ...REGISTERED_MODEL, name: MODEL_NAME, folder }], env);
  return env;
}

const MOVE_BOOKING = `
sentence_model: ${MODEL_NAME}
replies:
  - about: { similar: What is your surname?, min: 0.6 }
    say: Okafor.
dialogue:
  - say: Please move my booking.
    expect:
      - asks: { any: [birthday, { similar: What is your surname?, min: 0.6 }] }
        times: 1
      - never_asks: { similar: Which card do you want to pay with?, min: 0.6 }
  - say: Half past seven.
    when: { asks: { all: [evening, { similar: What time in the evening do you want?, min: 0.6 }] } }
    expect:
      - says: { similar: The booking was moved., min: 0.7 }
      - never_says: { similar: Something went wrong., min: 0.6 }
`;

test.describe('a script that compares sentences', () => {
  let sentenceModel: SentenceModel;
  test.beforeAll(async ({}, info) => {
    const env = registerSentenceModel(info.outputPath('config'));
    sentenceModel = await createSentenceModelPlan({}, createScenario(MOVE_BOOKING), env)!.open();
  });
  test.afterAll(() => sentenceModel.close());

  const playScript = (rest: string, navigatorTurns: NavigatorTurn[]): Promise<Conversation> =>
    runConversation(
      createScriptInstructor(createScenario(rest), { compare: sentenceModel.compare }),
      navigatorTurns,
      createFakeProbe({ url: 'http://crm.test/', text: '' }),
    );

  test('matches a sentence with different words', async () => {
    const { lines, end } = await playScript(MOVE_BOOKING, [
      ask('The booking is open. Could you tell me your last name?'),
      ask('What time would you like this evening?'),
      report('Your booking has been moved.'),
    ]);
    expect(lines).toEqual(['Please move my booking.', 'Okafor.', 'Half past seven.']);
    expect(end).toEqual({ type: 'stop', checks: expect.anything() });
  });

  test('reports how similar the sentences are', async () => {
    const { end } = await playScript(MOVE_BOOKING, [ask('How many people are coming?')]);
    expect(end).toMatchObject({
      failed: {
        kind: 'dialogue',
        reason: expect.stringMatching(
          /and the scenario has no reply for it \(similarity 0\.\d\d of 0\.60 to “What time .*”, similarity 0\.[0-5]\d of 0\.60 to “What is your surname\?”\)\.$/,
        ),
      },
    });
    const { checks } = await playScript(
      `dialogue: [{ say: A., expect: [{ says: { similar: The booking was moved. } }, { never_says: { similar: It failed., min: 0.5 } }] }]`,
      [answer('The lamp costs 40 pounds. It failed.')],
    );
    expect(checks.map(({ pass }) => pass)).toEqual([false, false]);
    expect(checks[0]).toMatchObject({
      label: 'the navigator says a sentence like “The booking was moved.”',
      actual: expect.stringMatching(
        /^said “The lamp .*” \(similarity 0\.\d\d of 0\.80 to “The booking was moved\.”\)$/,
      ),
    });
    expect(checks[1]!.actual).toContain('similarity 1.00 of 0.50 to “It failed.”');
  });
});

test.describe('a script that compares sentences causes a usage error', () => {
  const getPlanError = (
    flags: { sentenceModel?: string },
    env: NodeJS.ProcessEnv,
    rest = MOVE_BOOKING,
  ): string => {
    try {
      return String(createSentenceModelPlan(flags, createScenario(rest), env)?.name);
    } catch (error) {
      const { kind, message, next } = error as { kind: string; message: string; next: string };
      return `${kind}: ${message} ${next}`;
    }
  };
  const WITHOUT_MODEL_NAME = MOVE_BOOKING.replace(/sentence_model.*\n/, '');

  test('without a suitable sentence model', async ({}, info) => {
    const env = registerSentenceModel(info.outputPath('config'));
    expect(getPlanError({}, env, WITHOUT_MODEL_NAME)).toMatch(
      /^usage: replies\[0\]\.about compares sentences .* needs a sentence model\. .*parley models add .*sentence_model.*--sentence-model.*PARLEY_SENTENCE_MODEL/,
    );
    expect(getPlanError({ sentenceModel: MODEL_NAME }, env, WITHOUT_MODEL_NAME)).toBe(MODEL_NAME);
    expect(getPlanError({ sentenceModel: 'other' }, env)).toMatch(
      /^usage: There is no sentence model “other”\. Registered: my-model\./,
    );
    expect(getPlanError({ sentenceModel: 'parley-compact' }, env)).toMatch(
      /^usage: The model “parley-compact” ranks page elements/,
    );
    expect(getPlanError({ sentenceModel: 'other' }, env, 'dialogue: [{ say: A. }]')).toBe('undefined');
    const envWithMissingFolder = registerSentenceModel(info.outputPath('other'), info.outputPath('gone'));
    await expect(
      createSentenceModelPlan({}, createScenario(MOVE_BOOKING), envWithMissingFolder)!.open(),
    ).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(/config\.json: there is no such file\.$/),
    });
  });

  test('before a browser starts, but its file is valid', async ({}, info) => {
    const file = info.outputPath('a.scenario.yaml');
    writeFileSync(file, SCENARIO_START + WITHOUT_MODEL_NAME);
    const env = {
      XDG_CONFIG_HOME: info.outputPath('none'),
      PARLEY_BROWSER: '/nowhere',
      PARLEY_SENTENCE_MODEL: '',
    };
    expect(await runCommand(['check', file], { env })).toMatchObject({ code: 0 });
    const { code, stderr } = await runCommand(['run', file, '--results', info.outputPath('r')], {
      env,
      ownBrowser: true,
    });
    expect(stderr).toContain('compares sentences ({ similar: … }), which needs a sentence model.');
    expect(code).toBe(2);
  });
});
