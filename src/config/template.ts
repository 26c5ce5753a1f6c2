/** Renders a commented `parley.config.yaml`: given values as settings, all others as comments with examples. */
import { stringify } from 'yaml';

import type { SettingKey } from './settings.js';

interface TemplateLine {
  key: SettingKey;
  /** YAML of an example value. */
  example: string;
  comment?: string;
}

interface TemplateSection {
  comment: string;
  lines: TemplateLine[];
}

const SECTIONS: readonly TemplateSection[] = [
  {
    comment: 'Language model. Without one, Parley uses its built-in navigator. parley doctor tests it.',
    lines: [
      {
        key: 'navigator',
        example: 'chat',
        comment: 'direct, chat, webvoyager[:text], step[:mode] or weblinx[:family]',
      },
      { key: 'model', example: 'qwen2.5vl:7b' },
      { key: 'base_url', example: 'http://127.0.0.1:11434', comment: 'default: OpenAI or Anthropic' },
      { key: 'api_key_env', example: 'MY_KEY', comment: 'environment variable with the key' },
      { key: 'model_header', example: '{ x-team: "${TEAM}" }' },
      { key: 'pictures', example: 'auto', comment: 'screenshots for the model: auto, always or never' },
      { key: 'page_tokens', example: '6000' },
      { key: 'temperature', example: '0' },
      { key: 'context_tokens', example: '32768' },
      { key: 'model_price', example: '{ prompt: 0.5, answer: 1.5 }', comment: 'dollars per million tokens' },
    ],
  },
  {
    comment:
      'Limits. Turns, actions and seconds limit scripted runs; tokens and dollars limit every session.',
    lines: [
      { key: 'budget.turns', example: '100' },
      { key: 'budget.actions', example: '60' },
      { key: 'budget.seconds', example: '600' },
      { key: 'budget.tokens', example: '500000' },
      { key: 'budget.usd', example: '0.5' },
      { key: 'budget.call_tokens', example: '20000' },
      { key: 'budget.call_usd', example: '0.05' },
    ],
  },
  {
    comment: 'Ranking.',
    lines: [
      { key: 'ranker', example: 'lexical', comment: 'default parley-compact; parley models lists others' },
      { key: 'ranker_device', example: 'auto' },
      { key: 'ranker_cache', example: '.parley-cache' },
    ],
  },
  {
    comment: 'Browser.',
    lines: [
      { key: 'headed', example: 'true', comment: 'show the window' },
      { key: 'viewport', example: '1280x800' },
      { key: 'device', example: 'Pixel 7' },
      { key: 'locale', example: 'en-GB' },
      { key: 'timezone', example: 'Europe/Oslo' },
      { key: 'storage_state', example: 'login.json', comment: 'cookies and local storage at the start' },
    ],
  },
  {
    comment:
      'Trust: hosts that may be opened besides the start page’s, and consent for irreversible actions.',
    lines: [
      { key: 'allow_host', example: '[example.com, "*.example.org"]' },
      { key: 'banners', example: 'decline', comment: 'cookie banners: leave, decline or accept' },
      { key: 'confirm', example: '{ buy: deny, default: ask }', comment: 'allow, deny or ask' },
    ],
  },
  {
    comment: 'Where demonstrations and reports are written.',
    lines: [{ key: 'results', example: 'results' }],
  },
];

const FOLDERS = `# Settings for the scenarios of one folder. Scenarios and flags override them.
# folders:
#   scenarios/checkout:
#     confirm: { buy: allow }
`;

const HEADER = `# yaml-language-server: $schema=./node_modules/parley-web/schema/config.schema.json
# Settings of Parley for this folder and those below it. Environment variables (PARLEY_MODEL) and flags override
# them; parley config prints what applies. All settings: docs/configuration.md
`;

export type TemplateValues = Partial<Record<SettingKey, unknown>>;

const toYaml = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();

/** @param values settings as written in the file */
export function renderConfig(values: TemplateValues): string {
  const remainingValues = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
  const sections = SECTIONS.map(({ comment, lines }) => {
    const templateLines = lines.map(({ key, example, comment: note }) => {
      const value = remainingValues.get(key);
      remainingValues.delete(key);
      const isGiven = value !== undefined;
      const [outer, inner] = key.split('.');
      const text = `${inner === undefined ? outer! : `  ${inner}`}: ${isGiven ? toYaml(value) : example}`;
      const suffix = note === undefined ? '' : `  # ${note}`;
      return {
        outer,
        isNested: inner !== undefined,
        isGiven,
        text: `${isGiven ? '' : '# '}${text}${suffix}`,
      };
    });
    const isMap = templateLines.every(({ isNested }) => isNested);
    const key = `${templateLines.some(({ isGiven }) => isGiven) ? '' : '# '}${templateLines[0]!.outer}:`;
    return [`# ${comment}`, ...(isMap ? [key] : []), ...templateLines.map(({ text }) => text), ''].join('\n');
  });
  const otherLines = [...remainingValues].map(([key, value]) => `${key}: ${toYaml(value)}`);
  return [HEADER, ...sections, ...(otherLines.length ? [`${otherLines.join('\n')}\n`] : []), FOLDERS].join(
    '\n',
  );
}
