/**
 * Reduces a request to the canonical form that identifies its answer. Keys are sorted, and fields that do not change
 * the answer are removed. Secrets, local ports and images are replaced by placeholders.
 */
import { createHash } from 'node:crypto';

import type { Redactor } from '../../secrets/index.js';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Body fields that affect delivery or accounting, not the content of the answer. */
const IGNORED_FIELDS = new Set([
  'stream',
  'stream_options',
  'user',
  'metadata',
  'service_tier',
  'store',
  'safety_identifier',
]);

export interface CanonicalRequest {
  path: string;
  model: string;
  req: Json;
  key: string;
  /** Maps `127.0.0.1:4711` to its placeholder `<host1>`. */
  hosts: ReadonlyMap<string, string>;
}

const LOCAL_ADDRESS = /(?<![\w.])(?:127\.0\.0\.1|localhost|\[::1\]):\d{2,5}(?!\d)/g;
const IMAGE_DATA_URL = /^data:(image\/[a-z+.-]+);base64,/;

export function canonicalise(path: string, body: unknown, redactor: Redactor): CanonicalRequest {
  const hosts = new Map<string, string>();
  const placeholders = new Map<string, string>();
  const getPlaceholder = (address: string): string => {
    const knownPlaceholder = placeholders.get(address);
    if (knownPlaceholder) return knownPlaceholder;
    const placeholder = `<host${placeholders.size + 1}>`;
    placeholders.set(address, placeholder);
    hosts.set(placeholder, address);
    return placeholder;
  };
  const canonicaliseText = (value: string): string => {
    const image = IMAGE_DATA_URL.exec(value);
    if (image) return `<${image[1]} ${hashText(value.slice(image[0].length)).slice(0, 16)}>`;
    return redactor.text(value).replace(LOCAL_ADDRESS, getPlaceholder);
  };
  const canonicaliseValue = (value: unknown, isTopLevel: boolean): Json => {
    if (typeof value === 'string') return canonicaliseText(value);
    if (Array.isArray(value)) return value.map((item) => canonicaliseValue(item, false));
    if (typeof value === 'object' && value !== null) {
      const source = value as Record<string, unknown>;
      const result: Record<string, Json> = {};
      for (const name of Object.keys(source).toSorted()) {
        if ((isTopLevel && IGNORED_FIELDS.has(name)) || source[name] === undefined) continue;
        result[name] =
          name === 'data' && source.type === 'base64' && typeof source[name] === 'string'
            ? `<image ${hashText(source[name]).slice(0, 16)}>`
            : canonicaliseValue(source[name], false);
      }
      return result;
    }
    return (value ?? null) as Json;
  };
  const req = canonicaliseValue(body, true);
  const model =
    typeof req === 'object' && req && 'model' in req ? String((req as { model: Json }).model) : '';
  return { path, model, req, key: hashText(`${path}\n${JSON.stringify(req)}`), hosts };
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Replaces addresses of this machine with the request's placeholders before an answer is stored. */
export function maskPorts(text: string, hosts: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [name, address] of hosts) result = result.replaceAll(address, name);
  return result;
}

/** Replaces placeholders with the addresses of the current request. */
export function restorePorts(text: string, hosts: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [name, address] of hosts) result = result.replaceAll(name, address);
  return result;
}
