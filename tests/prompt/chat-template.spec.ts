import { expect, test } from '@playwright/test';

import { parseChatTemplate, type WeblinxMessage } from '../../src/prompt/index.js';

/** The template of the transformers library for LLaMA-2. */
const LLAMA_2 =
  "{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system_message = messages[0]['content'] %}{% else %}{% set loop_messages = messages %}{% set system_message = false %}{% endif %}{% for message in loop_messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}{% if loop.index0 == 0 and system_message != false %}{% set content = '<<SYS>>\\n' + system_message + '\\n<</SYS>>\\n\\n' + message['content'] %}{% else %}{% set content = message['content'] %}{% endif %}{% if message['role'] == 'user' %}{{ bos_token + '[INST] ' + content.strip() + ' [/INST]' }}{% elif message['role'] == 'assistant' %}{{ ' '  + content.strip() + ' ' + eos_token }}{% endif %}{% endfor %}";

const LLAMA_3 =
  "{% set loop_messages = messages %}{% for message in loop_messages %}{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n'+ message['content'] | trim + '<|eot_id|>' %}{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}";

const MESSAGES: WeblinxMessage[] = [
  { role: 'system', content: 'Rules.\n\n' },
  { role: 'assistant', content: 'click(uid="a")' },
  { role: 'user', content: 'Please select.' },
];

test('LLaMA-2: an empty user message is added at the beginning and contains the system message', async () => {
  const template = await parseChatTemplate(
    JSON.stringify({ chat_template: LLAMA_2, bos_token: { content: '<s>' }, eos_token: '</s>' }),
    'tokenizer_config.json',
  );
  expect(template.render(MESSAGES)).toBe(
    '<s>[INST] <<SYS>>\nRules.\n\n\n<</SYS>> [/INST] click(uid="a") </s><s>[INST] Please select. [/INST]',
  );
});

test('Llama-3: each message has a header, and a generation prompt adds the answer’s header', async () => {
  const template = await parseChatTemplate(
    JSON.stringify({
      chat_template: [{ name: 'default', template: LLAMA_3 }],
      bos_token: '<|begin_of_text|>',
    }),
    'tokenizer_config.json',
  );
  const text =
    '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nRules.<|eot_id|>' +
    '<|start_header_id|>user<|end_header_id|>\n\n<|eot_id|>' +
    '<|start_header_id|>assistant<|end_header_id|>\n\nclick(uid="a")<|eot_id|>' +
    '<|start_header_id|>user<|end_header_id|>\n\nPlease select.<|eot_id|>';
  expect(template.render(MESSAGES)).toBe(text);
  expect(template.render(MESSAGES, { generationPrompt: true })).toBe(
    `${text}<|start_header_id|>assistant<|end_header_id|>\n\n`,
  );
});

const UNUSABLE_FILES: [json: string, message: string][] = [
  ['{', 'tokenizer_config.json is not JSON'],
  ['{"chat_template": 5}', 'is not a tokenizer_config.json'],
  ['{}', 'has no chat_template'],
  ['{"chat_template": "{% for %}"}', 'cannot be used'],
];

test('an unusable file is rejected, and the error states the reason', async () => {
  for (const [json, message] of UNUSABLE_FILES)
    await expect.soft(parseChatTemplate(json, 'tokenizer_config.json'), json).rejects.toThrow(message);
});

test('if the template raises an exception, its message is reported', async () => {
  const template = await parseChatTemplate(
    JSON.stringify({ chat_template: "{{ raise_exception('No system role') }}" }),
    'tokenizer_config.json',
  );
  expect(() => template.render(MESSAGES)).toThrow('No system role');
});
