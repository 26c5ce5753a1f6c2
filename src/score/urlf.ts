/** Computes the similarity of two URLs like the paper's evaluation: F1 of host and path segments. */

/** Returns a value from 0 to 1. Scheme, query and fragment are ignored; without a scheme, the host is in the path. */
export function computeUrlf(prediction: string, reference: string): number {
  if (prediction === '' || reference === '') return 0;
  const [predictedTokens, referenceTokens] = [splitUrl(prediction), splitUrl(reference)];
  if (predictedTokens === null || referenceTokens === null) return 0;
  const matches = [...predictedTokens].filter((token) => referenceTokens.has(token)).length;
  if (matches === 0) return 0;
  const [recall, precision] = [matches / referenceTokens.size, matches / predictedTokens.size];
  return (2 * (recall * precision)) / (precision + recall);
}

function splitUrl(url: string): Set<string> | null {
  const parts = parseLikePython(url);
  if (parts === null) return null;
  // Like the paper, strips any run of the characters in `www.`: `wikipedia.org` becomes `ikipedia.org`.
  const tokens = [parts.host.replace(/^[w.]+/, '')];
  const path = parts.path.replace(/^\/+|\/+$/g, '');
  return new Set(path === '' ? tokens : [...tokens, ...path.split('/')]);
}

/** Schemes whose last path segment may have parameters after a semicolon. */
const SCHEMES_WITH_PARAMETERS: ReadonlySet<string> = new Set(
  ' ftp hdl prospero http https imap shttp rtsp rtspu sip sips mms sftp tel'.split(' '),
);

/** Splits a URL into host and path like `urllib.parse.urlparse`; null if Python raises an error. */
function parseLikePython(url: string): { host: string; path: string } | null {
  // eslint-disable-next-line no-control-regex
  let remainingUrl = url.replace(/^[\0-\x20]+/, '').replace(/[\t\r\n]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(remainingUrl)?.[1]?.toLowerCase() ?? '';
  if (scheme !== '') remainingUrl = remainingUrl.slice(scheme.length + 1);
  let host = '';
  if (remainingUrl.startsWith('//')) {
    host = /^\/\/([^/?#]*)/.exec(remainingUrl)![1]!;
    remainingUrl = remainingUrl.slice(host.length + 2);
    if (host.includes('[') !== host.includes(']')) return null;
    if (host.includes('[') && !isBracketedHost(host)) return null;
    if (/[/?#@:]/.test(host.replace(/[@:#?]/g, '').normalize('NFKC'))) return null;
  }
  const path = remainingUrl.replace(/[?#][^]*$/, '');
  const semicolonIndex = path.indexOf(';', Math.max(0, path.lastIndexOf('/')));
  const hasParameters = SCHEMES_WITH_PARAMETERS.has(scheme) && semicolonIndex >= 0;
  return { host, path: hasParameters ? path.slice(0, semicolonIndex) : path };
}

function isBracketedHost(host: string): boolean {
  const inside = /^(?:[^[\]]*@)?\[([^[\]]*)\](?::[^[\]]*)?$/.exec(host)?.[1];
  if (inside === undefined) return false;
  if (/^v/i.test(inside)) return /^v[0-9a-f]+\..+$/i.test(inside);
  return URL.canParse(`http://[${inside.replace(/%.*$/, '')}]/`);
}
