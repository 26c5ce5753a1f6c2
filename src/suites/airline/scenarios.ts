/** Loads the scenario generator. It belongs to the fixture site and is plain JavaScript outside dist/. */

export interface AirlineScenario {
  id: string;
  /** The task in one sentence. */
  instruction: string;
  /** The task in the words of a customer, in two to five utterances. */
  utterances: string[];
}

interface ScenarioModule {
  generateScenario(options: { task: string; seed: number }): AirlineScenario;
}

export async function loadScenarioGenerator(): Promise<ScenarioModule['generateScenario']> {
  const location = new URL('../../../fixtures/airline/scenarios.mjs', import.meta.url).href;
  const { generateScenario } = (await import(location)) as ScenarioModule;
  return generateScenario;
}
