/** Looks up variables: `vars`, `--var` and built-ins. */

export type Literal = string | number | boolean;

export interface VariableDefinition {
  value: Literal;
  /** The text that replaces a placeholder: `120.00` stays `120.00`. */
  insertedText: string;
  /** The value comes from outside the file, so that `{{` in it is not a placeholder. */
  isLiteral?: boolean;
  /** The caller set the value; it overrides the files. */
  isOverride?: boolean;
  /** Converts the text after variables are inserted; returns null if it is invalid. */
  convert?: (text: string, now: Date) => string | null;
}

export type VariableLookup =
  | { found: true; definition: VariableDefinition; isBuiltin: boolean }
  | { found: false; reason: 'unknown' | 'circular' | 'too long' | 'invalid date' };

/** Internal variables for `start.clock` and `start.timezone`, which dates depend on. Files cannot define them. */
export const CLOCK_VARIABLE = 'start.clock';
export const TIMEZONE_VARIABLE = 'start.timezone';

export const VARIABLE_NAME = /^[A-Za-z_][\w-]*$/;
/** Maximum length of a value. A value that contains variables can double in length at each level. */
const MAX_VALUE_LENGTH = 100_000;
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The built-in variable for the URL of the fixture sites, which come with Parley. */
export const FIXTURES = 'FIXTURES';
/** The built-in variable for the `baseURL` of a Playwright Test project. */
export const BASE_URL = 'BASE_URL';
/** The error if there is no such project, or it has no `baseURL`. */
export const NO_BASE_URL_MESSAGE = `{{${BASE_URL}}} is the baseURL of a Playwright Test project, which is not set here; set it with --var ${BASE_URL}=http://…`;

export class Variables {
  private readonly definitions = new Map<string, VariableDefinition>();
  /** Names being resolved, to detect cycles. */
  private readonly namesBeingResolved = new Set<string>();
  private readonly lookupCache = new Map<string, VariableLookup>();
  readonly usedBuiltins = new Set<string>();

  /**
   * @param builtins maps names to values; null if a value is still unknown
   * @param today reference date if the scenario sets no clock
   */
  constructor(
    private readonly builtins: ReadonlyMap<string, string | null>,
    private readonly today: Date,
  ) {}

  define(name: string, definition: VariableDefinition): void {
    this.definitions.set(name, definition);
  }

  has(name: string): boolean {
    return this.definitions.has(name);
  }

  /** Whether the caller overrides this variable. */
  isOverridden(name: string): boolean {
    return this.definitions.get(name)?.isOverride ?? false;
  }

  listNames(): string[] {
    return [...this.definitions.keys(), ...this.builtins.keys()].filter((name) => VARIABLE_NAME.test(name));
  }

  lookup(name: string): VariableLookup {
    const cached = this.lookupCache.get(name);
    if (cached) return cached;
    const result = this.resolve(name);
    this.lookupCache.set(name, result);
    return result;
  }

  private resolve(name: string): VariableLookup {
    const definition = this.definitions.get(name);
    if (!definition) {
      if (!this.builtins.has(name)) return { found: false, reason: 'unknown' };
      this.usedBuiltins.add(name);
      // The placeholder stays until the value is known.
      const value = this.builtins.get(name) ?? `{{${name}}}`;
      return { found: true, definition: { value, insertedText: value }, isBuiltin: true };
    }
    if (this.namesBeingResolved.has(name)) return { found: false, reason: 'circular' };
    const { isLiteral, value, convert } = definition;
    if (isLiteral || typeof value !== 'string' || !(value.includes('{{') || convert)) {
      return { found: true, definition, isBuiltin: false };
    }
    this.namesBeingResolved.add(name);
    let isBuiltin = false;
    let reason: 'circular' | 'too long' | 'invalid date' | null = null;
    let text = value.replace(PLACEHOLDER, (placeholder, name: string) => {
      const lookup = this.lookup(name.trim());
      if (!lookup.found) {
        if (lookup.reason !== 'unknown') reason ??= lookup.reason;
        return placeholder;
      }
      isBuiltin ||= lookup.isBuiltin;
      return lookup.definition.insertedText;
    });
    if (convert && !reason) {
      const now = this.now();
      if (now === 'circular') reason = 'circular';
      else {
        const convertedText = convert(text, now);
        if (convertedText === null) reason = 'invalid date';
        else text = convertedText;
      }
    }
    this.namesBeingResolved.delete(name);
    if (text.length > MAX_VALUE_LENGTH) reason ??= 'too long';
    if (reason) return { found: false, reason: reason };
    return { found: true, definition: { value: text, insertedText: text }, isBuiltin };
  }

  /** Returns the time that pages see: from the scenario's clock and time zone, or else from this machine. */
  private now(): Date | 'circular' {
    const [clock, zone] = [CLOCK_VARIABLE, TIMEZONE_VARIABLE].map((name) =>
      this.definitions.has(name) ? this.lookup(name) : null,
    );
    if ([clock, zone].some((result) => result?.found === false && result.reason === 'circular'))
      return 'circular';
    const date = clock?.found ? new Date(String(clock.definition.value)) : this.today;
    // An invalid clock is reported at its own location.
    const time = Number.isNaN(date.getTime()) ? this.today : date;
    return zone?.found ? shiftToZone(String(zone.definition.value), time) : time;
  }
}

/** Returns a date whose local hours and minutes equal those of `date` in another time zone. */
function shiftToZone(zone: string, date: Date): Date {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    return new Date(format.format(date).replace(' ', 'T'));
  } catch {
    return date; // The schema reports the invalid time zone.
  }
}
