/** Reads the chat navigator's prompts as a model would, and formats answers in the requested format. */

export interface AnswerStep {
  do: string;
  on?: number | null;
  value?: string | null;
}

export const formatDecision = (steps: AnswerStep[], note: string | null = null): string =>
  JSON.stringify({
    thought: 'Because.',
    note,
    steps: steps.map((step) => ({ on: null, value: null, ...step })),
  });

/** A prompt of the chat navigator, with the parts that a model would read. */
export class Prompt {
  constructor(readonly text: string) {}

  /** The instructor's last line, signed with the session's marker. */
  get lastLine(): string {
    const marker = /^Session marker: ([0-9a-f]+)\./m.exec(this.text)?.[1];
    const lastLineMatch = new RegExp(
      `^Decide the next step\\. The instructor's last line \\(${marker}\\): ("(?:[^"\\\\]|\\\\.)*")`,
      'm',
    ).exec(this.text);
    return lastLineMatch ? (JSON.parse(lastLineMatch[1]!) as string) : '';
  }

  /** The fenced text of the page and of the lookups' results. */
  get page(): string {
    return [...this.text.matchAll(/^<<(page|found) ([0-9a-f]{12})\n([^]*?)\n\2 \1>>$/gm)]
      .map((match) => match[3])
      .join('\n');
  }

  /** The lines of performed actions, oldest first. */
  get actions(): string[] {
    return [...this.text.matchAll(/^you did: (.*)$/gm)].map((match) => match[1]!);
  }

  /** The lines of actions performed since the instructor's last line. */
  get actionsAfterLastLine(): string[] {
    const conversation = /# Conversation\n([^]*?)\n\n# Now/.exec(this.text)?.[1] ?? '';
    const lastLineStart = conversation.lastIndexOf('\ninstructor ');
    return [...conversation.slice(Math.max(0, lastLineStart)).matchAll(/^you did: (.*)$/gm)].map(
      (match) => match[1]!,
    );
  }

  /** Finds the first element whose line matches. @returns its number, or null */
  findElement(pattern: RegExp): number | null {
    for (const elementLine of this.page.split('\n')) {
      const number = /^\[(\d+)\]\*? (.*)$/.exec(elementLine);
      if (number && pattern.test(number[2]!)) return Number(number[1]);
    }
    return null;
  }

  has(text: string | RegExp): boolean {
    return typeof text === 'string' ? this.text.includes(text) : text.test(this.text);
  }
}
