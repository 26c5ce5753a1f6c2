/** What kind of place an IP address is: out in the world, inside the house, this machine, or a cloud's own data. */
import { BlockList, isIP, isIPv4 } from 'node:net';

export type Zone =
  | 'public'
  | 'private' // RFC 1918, unique local, carrier-grade NAT
  | 'loopback' // this machine, the unspecified address included: connecting to it ends up here
  | 'metadata' // link-local, and where clouds keep the credentials of their machines
  | 'nowhere'; // multicast, broadcast and reserved

const ZONES: Record<Exclude<Zone, 'public'>, string[]> = {
  // Some of these lie inside a wider range of another zone, so the narrow ones are asked first.
  metadata: [
    '169.254.0.0/16',
    '100.100.100.200/32',
    '192.0.0.192/32',
    '168.63.129.16/32',
    'fe80::/10',
    'fd00:ec2::/32',
    'fd20:ce::/32',
  ],
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::/127'],
  private: [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    'fc00::/7',
    'fec0::/10',
    '64:ff9b:1::/48',
  ],
  nowhere: ['224.0.0.0/4', '240.0.0.0/4', 'ff00::/8'],
};

const LISTS = Object.entries(ZONES).map(([zone, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return { zone: zone as Zone, list };
});

/** Eight groups of an IPv6 address as numbers; an IPv4 tail counts as two. */
function groups(address: string): number[] {
  const plain = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
      [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((n) => n.toString(16)).join(':'),
    );
  const [head = '', tail] = plain.split('::');
  const read = (part: string): number[] =>
    part
      .split(':')
      .filter(Boolean)
      .map((hex) => parseInt(hex, 16));
  const [before, after] = [read(head), read(tail ?? '')];
  return tail === undefined
    ? before
    : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The IPv4 address that an IPv6 one stands for (mapped, compatible, NAT64, 6to4, Teredo), or null. */
function embedded(address: string): string | null {
  const g = groups(address) as [number, number, number, number, number, number, number, number];
  const zeros = (to: number): boolean => g.slice(0, to).every((n) => n === 0);
  if (zeros(5) && g[5] === 0xffff) return dotted(g[6], g[7]);
  if (zeros(4) && g[4] === 0xffff && g[5] === 0) return dotted(g[6], g[7]);
  if (zeros(6) && (g[6] !== 0 || g[7] > 1)) return dotted(g[6], g[7]);
  if (g[0] === 0x64 && g[1] === 0xff9b && g.slice(2, 6).every((n) => n === 0)) return dotted(g[6], g[7]);
  if (g[0] === 0x2002) return dotted(g[1], g[2]);
  if (g[0] === 0x2001 && g[1] === 0) return dotted(g[6] ^ 0xffff, g[7] ^ 0xffff);
  return null;
}

/** Anything that is no address at all is `nowhere`. */
export function zoneOf(address: string): Zone {
  const family = isIP(address);
  if (family === 0) return 'nowhere';
  if (family === 6) {
    const inner = embedded(address);
    if (inner) return zoneOf(inner);
  }
  const plain = address.replace(/%.*$/, '');
  return LISTS.find(({ list }) => list.check(plain, family === 4 ? 'ipv4' : 'ipv6'))?.zone ?? 'public';
}
