/**
 * Recognises pages that only check whether the visitor is human. Parley never solves such a check. A check inside a
 * page with other content, such as a form, is not a challenge page.
 */
import type { Candidate, Observation } from '../contract/index.js';

/** Hosts whose frames contain a check. */
const CHALLENGE_HOSTS =
  /(?:^|\.)(?:challenges\.cloudflare\.com|hcaptcha\.com|recaptcha\.net|arkoselabs\.com|funcaptcha\.com|captcha-delivery\.com|px-cdn\.net|geetest\.com)$/;
const CHALLENGE_PATHS = /^\/(?:sorry\/|recaptcha\/|cdn-cgi\/challenge-platform\/)/;
const CHALLENGE_TITLES =
  /^(?:just a moment|attention required|are you (?:a )?(?:human|robot)|robot (?:check|or human)|bot (?:check|verification)|(?:verify|verifying|confirm) (?:that )?you are (?:a )?human|human verification|security (?:check|verification)|pardon our interruption|captcha)\b/i;
const CHALLENGE_TEXTS =
  /\b(?:verify|verifying|confirm|prove|check(?:ing)? (?:if|whether|that))\b.{0,30}\b(?:you are|you['’]re) (?:an? )?(?:human|not (?:a )?(?:ro)?bot)\b|\bunusual traffic from your (?:computer )?network\b|\bpress (?:&|and) hold to confirm\b|\bare you (?:a )?(?:human|robot)\?/i;
/** The label of a check that forms contain, too. */
const CHECK_LABEL = /\bI['’]?m not a robot\b/i;

/** A challenge page has hardly any other content. */
const MAX_CONTROLS = 10;
const MAX_TEXT_CHARS = 1_500;

type ChallengeFacts = Pick<Observation, 'url' | 'title' | 'candidates' | 'text'>;

/** @returns what shows that this is a challenge page, for the report; null for other pages */
export function findChallenge({ url, title, candidates, text }: ChallengeFacts): string | null {
  const parsedUrl = URL.canParse(url) ? new URL(url) : null;
  if (
    parsedUrl &&
    CHALLENGE_PATHS.test(parsedUrl.pathname) &&
    /(?:^|\.)google\.[a-z.]+$/.test(parsedUrl.hostname)
  )
    return `the address ${parsedUrl.hostname}${parsedUrl.pathname.slice(0, 40)}`;
  if (parsedUrl && CHALLENGE_HOSTS.test(parsedUrl.hostname)) return `the address ${parsedUrl.hostname}`;
  const controls = candidates.filter(
    ({ interactive, visible, frame }) => interactive && visible && frame.length === 0,
  );
  const blockTexts = text.map((block) => block.text);
  const textLength = blockTexts.reduce((sum, text) => sum + text.length, 0);
  if (controls.length > MAX_CONTROLS || textLength > MAX_TEXT_CHARS) return null;
  if (CHALLENGE_TITLES.test(title.trim())) return `the title “${title.trim().slice(0, 60)}”`;
  // A form may contain a check, too.
  const hasField = controls.some(({ states }) => states.editable);
  const frameUrl = hasField ? undefined : candidates.flatMap(listFrameUrls).find(isChallengeFrame);
  if (frameUrl !== undefined) return `a frame of ${new URL(frameUrl).hostname}`;
  const challengeText = blockTexts.find(
    (text) => CHALLENGE_TEXTS.test(text) || (!hasField && CHECK_LABEL.test(text)),
  );
  return challengeText === undefined ? null : `the text “${challengeText.slice(0, 80)}”`;
}

function listFrameUrls({ tag, attributes, frame, visible }: Candidate): string[] {
  if (!visible) return [];
  const source = tag === 'iframe' ? attributes['src'] : undefined;
  return source === undefined ? frame : [...frame, source];
}

const isChallengeFrame = (url: string): boolean =>
  URL.canParse(url) &&
  (CHALLENGE_HOSTS.test(new URL(url).hostname) ||
    (/(?:^|\.)google\.com$/.test(new URL(url).hostname) && CHALLENGE_PATHS.test(new URL(url).pathname)));
