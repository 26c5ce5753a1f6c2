/** Another way to ask, after a server has refused the first: what it does not take is left out from then on. */
import { TEXT_PARTS, type Knowledge } from './knowledge.js';
import type { Refusal } from './refusal.js';
import type { ModelRequest } from './types.js';

export interface Adapted {
  knowledge: Knowledge;
  /** For the user. */
  note: string;
}

const OPTIONAL = ['temperature', 'top_p', 'seed', 'stop', 'stream_options', 'logprobs'] as const;

const FORMAT =
  /response_format|json_schema|json_object|json schema|structured[_ ]output|grammar|guided|output_config|output_format/i;

/** Null: nothing that could be asked otherwise was refused. */
export function adapt(
  refusal: Refusal,
  request: ModelRequest,
  body: Readonly<Record<string, unknown>>,
  knowledge: Knowledge,
): Adapted | null {
  const { status } = refusal;
  // 500 and 501 too: servers with templates or grammars of their own fail over them.
  if (status === null || ![400, 404, 415, 422, 500, 501].includes(status)) return null;
  // Some servers repeat the whole request after their first words.
  const words = `${refusal.param} ${refusal.code} ${refusal.message.slice(0, 500)}`;
  const learned = (change: Partial<Knowledge>, note: string): Adapted => ({
    knowledge: { ...knowledge, ...change },
    note,
  });
  const without = (field: string, note: string): Adapted =>
    learned({ refuses: [...knowledge.refuses, field].toSorted() }, note);

  if ('max_tokens' in body && /max_completion_tokens/.test(words))
    return learned({ limit: 'max_completion_tokens' }, 'the server calls the limit max_completion_tokens');
  if ('max_completion_tokens' in body && /max_completion_tokens/.test(words))
    return learned({ limit: 'max_tokens' }, 'the server calls the limit max_tokens');
  if (('response_format' in body || 'output_config' in body) && FORMAT.test(words)) {
    const next = 'response_format' in body && knowledge.json === 'json_schema' ? 'json_object' : 'text';
    return learned({ json: next }, `the server refuses ${knowledge.json}; asked as ${next}`);
  }
  for (const field of OPTIONAL)
    // What is in the body although it was left out is the user's own, and not left out for them.
    if (
      !knowledge.refuses.includes(field) &&
      field in body &&
      new RegExp(String.raw`(?<![a-z_])${field}(?![a-z_])`, 'i').test(words)
    )
      return without(field, `the server does not take ${field}; left out`);
  if (
    body.stream === true &&
    /\bstream(ing)?\b[^.]{0,40}\bnot\b|\b(not|unsupported)\b[^.]{0,40}\bstream(ing)?\b/i.test(words)
  )
    return learned({ stream: false }, 'the server does not stream');
  if (
    Array.isArray(body.system) &&
    !knowledge.refuses.includes(TEXT_PARTS) &&
    /cache_control|valid string|(must|should) be (a|of type) string|expected (a )?string|string_type/i.test(
      words,
    )
  )
    return without(TEXT_PARTS, 'the server takes text only as plain text; sent without marks for its cache');
  const systemSent = request.kind === 'chat' && request.messages.some(({ role }) => role === 'system');
  if (
    systemSent &&
    !knowledge.refuses.includes('system') &&
    /system (role|message|prompt)|roles? must alternate|role.{0,20}system/i.test(words)
  )
    return without('system', 'the server takes no system role; put before the first user message');
  return null;
}
