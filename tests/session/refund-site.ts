/**
 * Runs a session in which a navigator follows a fixed plan on a small refund site. The site, the browser and the
 * scenario are real; only the navigator is a test double.
 */
import type { Action, Candidate, SayKind, State } from '../../src/contract/index.js';
import { bindScenario, parseScenario } from '../../src/dialogue/index.js';
import { createScriptInstructor } from '../../src/instructor/script.js';
import { createBrowserPlan } from '../../src/assembly/browser-plan.js';
import { createScenarioScript } from '../../src/assembly/scenario-script.js';
import { applyScenarioSetup } from '../../src/assembly/scenario-setup.js';
import { createSurface, type openBrowser } from '../../src/page/index.js';
import { FAST_LIMITS } from '../support/browser.js';
import { startServer, type TestServer } from '../support/server.js';
import { createTestNavigator, runTestSession } from './doubles.js';

type OpenBrowser = Awaited<ReturnType<typeof openBrowser>>;

export interface RefundSite extends TestServer {
  reset(): void;
}

/** @param otherOrigin the same server under another host name */
const formatRefundPage = (
  otherOrigin: string,
): string => `<!doctype html><title>Desk</title><h1>Refund desk</h1>
<label>Surname <input id=surname></label> <label>Amount <input id=amount></label>
<button id=find>Find booking</button> <button>Show offers</button>
<button id=drop>Delete account</button> <a href="${otherOrigin}/">Partner offers</a> <a href="/away" target=_blank>Help</a>
<p role=status id=said></p><script>
  const at = (id) => document.getElementById(id);
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
  at('find').onclick = async () => {
    if (at('surname').value !== 'Okafor') { at('said').textContent = 'No such booking'; return; }
    await post('/refund', { amount: at('amount').value });
    at('said').textContent = 'Refunded ' + at('amount').value;
  };
  at('drop').onclick = async () => { await post('/delete', {}); at('said').textContent = 'Deleted'; };
</script>`;

/** Starts a site that refunds bookings and can be reset. */
export async function openRefundSite(): Promise<RefundSite> {
  let state = { refunded: '', deleted: false };
  const reset = (): void => void (state = { refunded: '', deleted: false });
  let otherOrigin = '';
  const server = await startServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (request.url === '/refund') state.refunded = (JSON.parse(body) as { amount: string }).amount;
      if (request.url === '/delete') state.deleted = true;
      if (request.url === '/away') {
        response.writeHead(302, { location: `${otherOrigin}/` }).end();
        return;
      }
      const isJson = request.url !== '/';
      response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'text/html' });
      response.end(isJson ? JSON.stringify(state) : formatRefundPage(otherOrigin));
    });
  });
  otherOrigin = server.url.replace('127.0.0.1', 'localhost');
  return { ...server, reset };
}

const formatRefundScenario = (baseUrl: string): string => `
scenario: 1
name: A refund
start: { url: "${baseUrl}/" }
guard:
  domains: ["127.0.0.1"]
  forbid:
    - { url: "**/admin/**" }
    - { target: /close the shop/i }
replies:
  - { about: surname, say: It is Okafor. }
  - { when: { idle: 2 }, say: Fill in the form and use Find booking. }
dialogue:
  - say: Please refund 120.00 for my booking.
    expect:
      - { asks: surname, times: 1 }
      - { never_says: /error/i }
    check:
      - http: { get: "${baseUrl}/state", expect: { json: { refunded: "120.00", deleted: false } } }
      - element: { role: status, text: /refunded 120/i }
budget: { actions: 12, turns: 24, seconds: 60 }
finally:
  - actions: { max: 6, never: { target: delete account } }
`;

/** One step of the navigator's plan. Controls are identified by name. */
export type PlanStep = { say: SayKind; text: string } | { click: string } | { type: string; into: string };

/** Runs a session on the refund site. @param plan the navigator's steps, in order; the last one is repeated */
export async function runPlan(
  browser: OpenBrowser,
  site: RefundSite,
  plan: readonly PlanStep[],
  editScenario: (scenario: string) => string = (text) => text,
) {
  site.reset();
  const scenario = bindScenario(
    parseScenario('refund.scenario.yaml', editScenario(formatRefundScenario(site.url))),
  );
  const script = createScenarioScript('refund.scenario.yaml', scenario);
  const { navigationGuard, browser: browserPlan } = applyScenarioSetup({
    ...script,
    browser: createBrowserPlan({}),
    navigator: { kind: 'direct' as const },
  });
  const openedContext = await browser.openContext({
    ...browserPlan.context,
    egress: browserPlan.createEgressOptions(),
  });
  const surface = await createSurface(openedContext.context, {
    page: openedContext.page,
    ownsTab: openedContext.ownsTab,
    dialogs: 'ask',
    limits: FAST_LIMITS,
  });
  let stepIndex = 0;
  try {
    return await runTestSession({
      surface,
      startUrl: script.startUrl,
      budget: script.budget,
      confirm: script.confirm,
      rules: { forbid: script.setup!.navigationRules.forbid, navigationGuard: navigationGuard! },
      instructor: createScriptInstructor(scenario, { judge: { timeoutMs: 400 } }),
      navigator: createTestNavigator((state) => {
        const step = plan[Math.min(stepIndex++, plan.length - 1)]!;
        return [toAction(step, state)];
      }),
    });
  } finally {
    await surface.close();
    await openedContext.close();
  }
}

function toAction(step: PlanStep, { observation }: State): Action {
  if ('say' in step) return { intent: 'say', kind: step.say, text: step.text };
  const findControl = (name: string): Candidate => {
    const control = observation.candidates.find(
      (candidate) => candidate.name === name && candidate.interactive,
    );
    if (!control) throw new Error(`The page has no “${name}”.`);
    return control;
  };
  return 'click' in step
    ? { intent: 'click', uid: findControl(step.click).uid }
    : { intent: 'textInput', uid: findControl(step.into).uid, text: step.type };
}
