/** The table of variables: `vars`, `--var` and built-ins. */

export type Literal = string | number | boolean;

export interface Definition {
  value: Literal;
  /** As it is put into texts: `120.00` stays `120.00`. */
  shown: string;
  /** From outside the file: used literally, even if it contains `{{`. */
  literal?: boolean;
  /** Set by the caller, whatever the files say. */
  override?: boolean;
  /** What its text, with the variables in it put in, is made into; null where that cannot be. */
  make?: (text: string, now: Date) => string | null;
}

export type VariableLookup =
  | { found: true; definition: Definition; builtin: boolean }
  | { found: false; why: 'unknown' | 'circle' | 'too long' | 'senseless' };

/** Not names that a file can define: the texts of `start` that dates are counted by. */
export const CLOCK = 'start.clock';
export const TIMEZONE = 'start.timezone';

export const VARIABLE_NAME = /^[A-Za-z_][\w-]*$/;
/** Variables that name variables can double with every step. */
const MAX_LENGTH = 100_000;
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The built-in variable for the address of the sites that come with Parley. */
export const FIXTURES = 'FIXTURES';
/** The built-in variable for the `baseURL` of a project of Playwright Test. */
export const BASE_URL = 'BASE_URL';
/** Where there is no such project, or it has none. */
export const NO_BASE_URL = `{{${BASE_URL}}} is the baseURL of a project of Playwright Test, and there is none here; set it with --var ${BASE_URL}=http://…`;

export class Variables {
  private readonly definitions = new Map<string, Definition>();
  /** Names being resolved, to detect cycles. */
  private readonly open = new Set<string>();
  private readonly done = new Map<string, VariableLookup>();
  readonly usedBuiltins = new Set<string>();

  /**
   * @param builtins their values, where they are known already
   * @param today the date that dates are counted from if the scenario sets no clock
   */
  constructor(
    private readonly builtins: ReadonlyMap<string, string | null>,
    private readonly today: Date,
  ) {}

  define(name: string, definition: Definition): void {
    this.definitions.set(name, definition);
  }

  has(name: string): boolean {
    return this.definitions.has(name);
  }

  /** Whether the caller has set it, whatever the file says. */
  isSet(name: string): boolean {
    return this.definitions.get(name)?.override ?? false;
  }

  names(): string[] {
    return [...this.definitions.keys(), ...this.builtins.keys()].filter((name) => VARIABLE_NAME.test(name));
  }

  lookup(name: string): VariableLookup {
    const before = this.done.get(name);
    if (before) return before;
    const answer = this.resolve(name);
    this.done.set(name, answer);
    return answer;
  }

  private resolve(name: string): VariableLookup {
    const own = this.definitions.get(name);
    if (!own) {
      if (!this.builtins.has(name)) return { found: false, why: 'unknown' };
      this.usedBuiltins.add(name);
      // Without a value yet, the placeholder is kept.
      const value = this.builtins.get(name) ?? `{{${name}}}`;
      return { found: true, definition: { value, shown: value }, builtin: true };
    }
    if (this.open.has(name)) return { found: false, why: 'circle' };
    const { literal, value, make } = own;
    if (literal || typeof value !== 'string' || !(value.includes('{{') || make)) {
      return { found: true, definition: own, builtin: false };
    }
    this.open.add(name);
    let builtin = false;
    let fault: 'circle' | 'too long' | 'senseless' | null = null;
    let text = value.replace(PLACEHOLDER, (whole, inner: string) => {
      const part = this.lookup(inner.trim());
      if (!part.found) {
        if (part.why !== 'unknown') fault ??= part.why;
        return whole;
      }
      builtin ||= part.builtin;
      return part.definition.shown;
    });
    if (make && !fault) {
      const now = this.now();
      if (now === 'circle') fault = 'circle';
      else {
        const made = make(text, now);
        if (made === null) fault = 'senseless';
        else text = made;
      }
    }
    this.open.delete(name);
    if (text.length > MAX_LENGTH) fault ??= 'too long';
    if (fault) return { found: false, why: fault };
    return { found: true, definition: { value: text, shown: text }, builtin };
  }

  /** What clocks of the pages show: of the scenario's own clock and time zone, or those of here and now. */
  private now(): Date | 'circle' {
    const [clock, zone] = [CLOCK, TIMEZONE].map((name) =>
      this.definitions.has(name) ? this.lookup(name) : null,
    );
    if ([clock, zone].some((it) => it?.found === false && it.why === 'circle')) return 'circle';
    const set = clock?.found ? new Date(String(clock.definition.value)) : this.today;
    // An invalid clock is reported at its own location.
    const date = Number.isNaN(set.getTime()) ? this.today : set;
    return zone?.found ? clockIn(String(zone.definition.value), date) : date;
  }
}

/** A date whose local fields are those of another time zone. */
function clockIn(zone: string, date: Date): Date {
  try {
    const form = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    return new Date(form.format(date).replace(' ', 'T'));
  } catch {
    return date; // no time zone, which is reported where it stands
  }
}
