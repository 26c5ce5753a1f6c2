/** Writes task folders in WebVoyager's layout, and distinct PNGs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PNG } from 'pngjs';

export interface TaskFolderOptions {
  task?: string;
  /** The assistant's last message; null: the run has only the system message. */
  lastMessage?: string | null;
  /** Numbers of the screenshots. */
  screenshots?: readonly number[];
  /** Other files, by name. */
  files?: Readonly<Record<string, string | Uint8Array>>;
}

/** Creates a small PNG whose pixels depend on the number. */
export function createPng(number: number, size = 8): Uint8Array {
  const image = new PNG({ width: size, height: size });
  image.data.fill(number % 251);
  return new Uint8Array(PNG.sync.write(image));
}

/** @returns the folder `task<id>` */
export function writeTaskFolder(parent: string, id: string, options: TaskFolderOptions = {}): string {
  const {
    task = 'Find the price of a lamp.',
    lastMessage = 'Thought: Done.\nAction: ANSWER; [The lamp costs 12 EUR]',
    screenshots = [1, 2, 3],
    files = {},
  } = options;
  const folder = join(parent, `task${id}`);
  mkdirSync(folder, { recursive: true });
  const messages = [
    { role: 'system', content: 'You are a robot browsing the web.' },
    ...(lastMessage === null
      ? []
      : [
          {
            role: 'user',
            content: [
              {
                type: 'text',
                text: `Now given a task: ${task}  Please interact with https://shop.example/ and get the answer. \nObservation: …`,
              },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,{b64_img}' } },
            ],
          },
          { role: 'assistant', content: lastMessage },
        ]),
  ];
  writeFileSync(join(folder, 'interact_messages.json'), JSON.stringify(messages, null, 2));
  for (const number of screenshots) writeFileSync(join(folder, `screenshot${number}.png`), createPng(number));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}
