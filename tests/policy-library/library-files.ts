/** A small library in a temporary folder, for tests to modify. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const LIBRARY = `library: 1
name: shop
description: A shop
grammar: live
observation: salient-list
roots:
  - policy: agent
variables:
  shop: { description: address of the shop }
`;

export const AGENT = `policy: 1
name: agent
description: Does a task in the shop.
instruction: The shop is at {shop}. When done, stop [N/A].
actions: [click, type, stop]
calls: [find_order]
examples:
  - objective: Open order 7
    observation: |
      <link id=3 val=Orders />
    reason: Orders are listed there.
    action: click [3]
`;

export const FIND_ORDER = `policy: 1
name: find_order
aliases: [search_order]
parameters: [number, year]
description: Opens an order. Returns its total.
instruction: Open the order and stop [total].
actions: [click, scroll, stop]
returns: answer
max_steps: 6
model: small-model
`;

export const FILES = { 'library.yaml': LIBRARY, 'agent.yaml': AGENT, 'find_order.yaml': FIND_ORDER };

/** @param callback receives the library's folder; its parent folder is otherwise empty */
export function withLibrary<T>(files: Readonly<Record<string, string>>, callback: (folder: string) => T): T {
  const parent = mkdtempSync(join(tmpdir(), 'parley-policies-'));
  const folder = join(parent, 'shop');
  try {
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return callback(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
