/**
 * Recognises pages that ask whether their visitor is a person, by URL and title. Parley never answers them; tasks that
 * end on one are counted as blocked.
 */

/** Paths and hosts of common protections. */
const URLS = [
  /^https?:\/\/[^/]*google\.[^/]+\/sorry\//i,
  /\/cdn-cgi\/challenge-platform\//i,
  /[?&]__cf_chl_/i,
  /^https?:\/\/[^/]*(captcha-delivery|hcaptcha|recaptcha|arkoselabs|perimeterx)\./i,
  /^https?:\/\/[^/]+\/(errors\/)?(validate)?captcha\b/i,
];

const TITLES = [
  /^just a moment/i,
  /^attention required/i,
  /are you (a )?(human|robot)/i,
  /(verify|confirm|prove)( that)? you are (a )?human/i,
  /(human|security|bot) (verification|check)\b/i,
  /^(robot or human|access to this page has been denied|pardon our interruption)/i,
];

export const isChallengePage = (url: string, title: string): boolean =>
  URLS.some((pattern) => pattern.test(url)) || TITLES.some((pattern) => pattern.test(title.trim()));
