/** Adapts a request to a server by omitting or replacing what the server has rejected. */
import { TEXT_PARTS, type ServerKnowledge } from './knowledge.js';
import type { Refusal } from './refusal.js';
import type { ModelRequest } from './types.js';

export interface Adaptation {
  knowledge: ServerKnowledge;
  /** What was changed, for the user. */
  note: string;
}

const OPTIONAL_FIELDS = ['temperature', 'top_p', 'seed', 'stop', 'stream_options', 'logprobs'] as const;

const FORMAT_ERROR =
  /response_format|json_schema|json_object|json schema|structured[_ ]output|grammar|guided|output_config|output_format/i;

/** Returns null if the request cannot be adapted. */
export function adaptRequest(
  refusal: Refusal,
  request: ModelRequest,
  body: Readonly<Record<string, unknown>>,
  knowledge: ServerKnowledge,
): Adaptation | null {
  const { status } = refusal;
  // Includes 500 and 501: servers with chat templates or grammars return these for unsupported fields.
  if (status === null || ![400, 404, 415, 422, 500, 501].includes(status)) return null;
  // Some servers append the whole request to their message.
  const errorText = `${refusal.param} ${refusal.code} ${refusal.message.slice(0, 500)}`;
  const createAdaptation = (change: Partial<ServerKnowledge>, note: string): Adaptation => ({
    knowledge: { ...knowledge, ...change },
    note,
  });
  const omitField = (field: string, note: string): Adaptation =>
    createAdaptation({ refuses: [...knowledge.refuses, field].toSorted() }, note);

  if ('max_tokens' in body && /max_completion_tokens/.test(errorText))
    return createAdaptation(
      { limit: 'max_completion_tokens' },
      'the server expects the limit as max_completion_tokens',
    );
  if ('max_completion_tokens' in body && /max_completion_tokens/.test(errorText))
    return createAdaptation({ limit: 'max_tokens' }, 'the server expects the limit as max_tokens');
  if (('response_format' in body || 'output_config' in body) && FORMAT_ERROR.test(errorText)) {
    const nextMode = 'response_format' in body && knowledge.json === 'json_schema' ? 'json_object' : 'text';
    return createAdaptation({ json: nextMode }, `the server rejects ${knowledge.json}; sent as ${nextMode}`);
  }
  for (const field of OPTIONAL_FIELDS)
    // A field that is still in the body comes from the user's settings; keep it.
    if (
      !knowledge.refuses.includes(field) &&
      field in body &&
      new RegExp(String.raw`(?<![a-z_])${field}(?![a-z_])`, 'i').test(errorText)
    )
      return omitField(field, `the server does not accept ${field}; omitted`);
  if (
    body.stream === true &&
    /\bstream(ing)?\b[^.]{0,40}\bnot\b|\b(not|unsupported)\b[^.]{0,40}\bstream(ing)?\b/i.test(errorText)
  )
    return createAdaptation({ stream: false }, 'the server does not stream');
  if (
    Array.isArray(body.system) &&
    !knowledge.refuses.includes(TEXT_PARTS) &&
    /cache_control|valid string|(must|should) be (a|of type) string|expected (a )?string|string_type/i.test(
      errorText,
    )
  )
    return omitField(TEXT_PARTS, 'the server accepts only plain text; sent without cache marks');
  const hasSystemMessage = request.kind === 'chat' && request.messages.some(({ role }) => role === 'system');
  if (
    hasSystemMessage &&
    !knowledge.refuses.includes('system') &&
    /system (role|message|prompt)|roles? must alternate|role.{0,20}system/i.test(errorText)
  )
    return omitField('system', 'the server accepts no system role; moved to the first user message');
  return null;
}
