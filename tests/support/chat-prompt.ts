/** Reads the chat navigator's prompts as a model would, and formats answers as requested. */

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

/** A prompt sent by the chat navigator, split into the sections that a model would read. */
export class ChatPrompt {
  constructor(readonly text: string) {}

  /** The instructor's last line, which carries the session's marker. */
  get lastLine(): string {
    const marker = /^Session marker: ([0-9a-f]+)\./m.exec(this.text)?.[1];
    const lastLineMatch = new RegExp(
      `^Decide the next step\\. The instructor's last line \\(${marker}\\): ("(?:[^"\\\\]|\\\\.)*")`,
      'm',
    ).exec(this.text);
    return lastLineMatch ? (JSON.parse(lastLineMatch[1]!) as string) : '';
  }

  /** The fenced text of the page and of lookup results. */
  get page(): string {
    return [...this.text.matchAll(/^<<(page|found) ([0-9a-f]{12})\n([^]*?)\n\2 \1>>$/gm)]
      .map((match) => match[3])
      .join('\n');
  }

  /** The performed actions as listed in the prompt, oldest first. */
  get actions(): string[] {
    return [...this.text.matchAll(/^you did: (.*)$/gm)].map((match) => match[1]!);
  }

  /** The actions performed since the instructor's last line. */
  get actionsAfterLastLine(): string[] {
    const conversation = /# Conversation\n([^]*?)\n\n# Now/.exec(this.text)?.[1] ?? '';
    const lastLineStart = conversation.lastIndexOf('\ninstructor ');
    return [...conversation.slice(Math.max(0, lastLineStart)).matchAll(/^you did: (.*)$/gm)].map(
      (match) => match[1]!,
    );
  }

  /** The numbered elements: `link "Home"` for `[3]Home`, `checkbox "Gift" unchecked` for `[4]☐ "Gift"`. */
  get elements(): { number: number; text: string }[] {
    return this.page.split('\n').flatMap((line) =>
      line.split(/(?=\[\d+\])/).flatMap((part) => {
        const [, number, description] = /^\[(\d+)\]\*?(.*)$/.exec(part) ?? [];
        return number === undefined
          ? []
          : [{ number: Number(number), text: describeElement(description!.trimEnd()) }];
      }),
    );
  }

  /** Finds the first element that matches. @returns its number, or null */
  findElement(pattern: RegExp): number | null {
    return this.elements.find(({ text }) => pattern.test(text))?.number ?? null;
  }

  includes(text: string | RegExp): boolean {
    return typeof text === 'string' ? this.text.includes(text) : text.test(this.text);
  }
}

const CHECK_MARKS: Readonly<Record<string, readonly [string, string]>> = {
  '☐': ['checkbox', 'unchecked'],
  '☑': ['checkbox', 'checked'],
  '○': ['radio', 'unchecked'],
  '◉': ['radio', 'checked'],
};

function describeElement(text: string): string {
  const [role, state] = CHECK_MARKS[text[0] ?? ''] ?? [];
  if (role !== undefined) return `${role}${text.slice(1)} ${state}`;
  if (text.startsWith(' ')) return text.trim();
  const [, labelInText] = /^\((.*?)\)/.exec(text) ?? [];
  const [name] = (labelInText ?? text).split(/ [|·(]/);
  return `link ${JSON.stringify(name!.trim())}`;
}
