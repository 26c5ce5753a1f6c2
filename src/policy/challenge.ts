/**
 * Recognises challenge pages, which only check whether the visitor is human. Parley never solves such a check. A page
 * with other content, such as a form, is not a challenge page even if it contains a check.
 */
import type { Candidate, Observation } from '../contract/index.js';

/** Hosts that serve human checks (CAPTCHAs) in frames. */
const CHALLENGE_HOST_PATTERN =
  /(?:^|\.)(?:challenges\.cloudflare\.com|hcaptcha\.com|recaptcha\.net|arkoselabs\.com|funcaptcha\.com|captcha-delivery\.com|px-cdn\.net|geetest\.com)$/;
const CHALLENGE_PATH_PATTERN = /^\/(?:sorry\/|recaptcha\/|cdn-cgi\/challenge-platform\/)/;
const CHALLENGE_TITLE_PATTERN =
  /^(?:just a moment|attention required|are you (?:a )?(?:human|robot)|robot (?:check|or human)|bot (?:check|verification)|(?:verify|verifying|confirm) (?:that )?you are (?:a )?human|human verification|security (?:check|verification)|pardon our interruption|captcha)\b/i;
const CHALLENGE_TEXT_PATTERN =
  /\b(?:verify|verifying|confirm|prove|check(?:ing)? (?:if|whether|that))\b.{0,30}\b(?:you are|you['’]re) (?:an? )?(?:human|not (?:a )?(?:ro)?bot)\b|\bunusual traffic from your (?:computer )?network\b|\bpress (?:&|and) hold to confirm\b|\bare you (?:a )?(?:human|robot)\?/i;
/** The checkbox label of a human check. It also appears in ordinary forms. */
const CHECKBOX_LABEL_PATTERN = /\bI['’]?m not a robot\b/i;

/** A challenge page has little content besides the check. */
const MAX_CONTROLS = 10;
const MAX_TEXT_CHARS = 1_500;

type ChallengeFacts = Pick<Observation, 'url' | 'title' | 'candidates' | 'text'>;

/** @returns the evidence that this is a challenge page, as a noun phrase for a message; null for other pages */
export function findChallengeEvidence({ url, title, candidates, text }: ChallengeFacts): string | null {
  const parsedUrl = URL.canParse(url) ? new URL(url) : null;
  if (
    parsedUrl &&
    CHALLENGE_PATH_PATTERN.test(parsedUrl.pathname) &&
    /(?:^|\.)google\.[a-z.]+$/.test(parsedUrl.hostname)
  )
    return `the address ${parsedUrl.hostname}${parsedUrl.pathname.slice(0, 40)}`;
  if (parsedUrl && CHALLENGE_HOST_PATTERN.test(parsedUrl.hostname))
    return `the address ${parsedUrl.hostname}`;
  const controls = candidates.filter(
    ({ interactive, visible, frame }) => interactive && visible && frame.length === 0,
  );
  const blockTexts = text.map((block) => block.text);
  const textLength = blockTexts.reduce((sum, blockText) => sum + blockText.length, 0);
  if (controls.length > MAX_CONTROLS || textLength > MAX_TEXT_CHARS) return null;
  if (CHALLENGE_TITLE_PATTERN.test(title.trim())) return `the title “${title.trim().slice(0, 60)}”`;
  // An ordinary form can contain such a frame too, so a page with a text field is not a challenge page.
  const hasTextField = controls.some(({ states }) => states.editable);
  const frameUrl = hasTextField ? undefined : candidates.flatMap(listFrameUrls).find(isChallengeFrame);
  if (frameUrl !== undefined) return `a frame of ${new URL(frameUrl).hostname}`;
  const challengeText = blockTexts.find(
    (blockText) =>
      CHALLENGE_TEXT_PATTERN.test(blockText) || (!hasTextField && CHECKBOX_LABEL_PATTERN.test(blockText)),
  );
  return challengeText === undefined ? null : `the text “${challengeText.slice(0, 80)}”`;
}

function listFrameUrls({ tag, attributes, frame, visible }: Candidate): string[] {
  if (!visible) return [];
  const frameSource = tag === 'iframe' ? attributes['src'] : undefined;
  return frameSource === undefined ? frame : [...frame, frameSource];
}

const isChallengeFrame = (url: string): boolean =>
  URL.canParse(url) &&
  (CHALLENGE_HOST_PATTERN.test(new URL(url).hostname) ||
    (/(?:^|\.)google\.com$/.test(new URL(url).hostname) &&
      CHALLENGE_PATH_PATTERN.test(new URL(url).pathname)));
