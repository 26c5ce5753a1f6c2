/** The chat navigator's prompts as a model reads them, and answers in the form that they ask for. */

export interface Step {
  do: string;
  on?: number | null;
  value?: string | null;
}

export const decision = (steps: Step[], note: string | null = null): string =>
  JSON.stringify({
    thought: 'Because.',
    note,
    steps: steps.map((step) => ({ on: null, value: null, ...step })),
  });

/** What a model can read from a prompt. */
export class Prompt {
  constructor(readonly text: string) {}

  /** The instructor's last line, signed with the session's marker. */
  get line(): string {
    const marker = /^Session marker: ([0-9a-f]+)\./m.exec(this.text)?.[1];
    const last = new RegExp(
      `^Decide the next step\\. The instructor's last line \\(${marker}\\): ("(?:[^"\\\\]|\\\\.)*")`,
      'm',
    ).exec(this.text);
    return last ? (JSON.parse(last[1]!) as string) : '';
  }

  /** Inside the fence, and in what was found. */
  get page(): string {
    return [...this.text.matchAll(/^<<(page|found) ([0-9a-f]{12})\n([^]*?)\n\2 \1>>$/gm)]
      .map((match) => match[3])
      .join('\n');
  }

  /** Lines of acts, latest last. */
  get done(): string[] {
    return [...this.text.matchAll(/^you did: (.*)$/gm)].map((match) => match[1]!);
  }

  /** What was done since the instructor's last line. */
  get doneNow(): string[] {
    const conversation = /# Conversation\n([^]*?)\n\n# Now/.exec(this.text)?.[1] ?? '';
    const from = conversation.lastIndexOf('\ninstructor ');
    return [...conversation.slice(Math.max(0, from)).matchAll(/^you did: (.*)$/gm)].map((match) => match[1]!);
  }

  /** The number of the element whose line fits, null where there is none. */
  find(line: RegExp): number | null {
    for (const one of this.page.split('\n')) {
      const number = /^\[(\d+)\]\*? (.*)$/.exec(one);
      if (number && line.test(number[2]!)) return Number(number[1]);
    }
    return null;
  }

  has(text: string | RegExp): boolean {
    return typeof text === 'string' ? this.text.includes(text) : text.test(this.text);
  }
}
