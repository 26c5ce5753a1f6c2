/** The network zone of an IP address: public, private, this machine, cloud metadata or reserved. */
import { BlockList, isIP, isIPv4 } from 'node:net';

export type Zone =
  | 'public'
  | 'private' // RFC 1918, unique local, carrier-grade NAT
  | 'loopback' // this machine; includes the unspecified address, because connections to it arrive here
  | 'metadata' // link-local, and addresses at which clouds serve credentials to their machines
  | 'reserved'; // multicast, broadcast and reserved

const ZONES: Record<Exclude<Zone, 'public'>, string[]> = {
  // Order matters: some of these ranges lie inside a wider range of a later zone.
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
  reserved: ['224.0.0.0/4', '240.0.0.0/4', 'ff00::/8'],
};

const ZONE_LISTS = Object.entries(ZONES).map(([zone, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return { zone: zone as Zone, list };
});

/** The eight 16-bit groups of an IPv6 address. An IPv4 tail makes two groups. */
function parseGroups(address: string): number[] {
  const withoutZoneId = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
      [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((n) => n.toString(16)).join(':'),
    );
  const [head = '', tail] = withoutZoneId.split('::');
  const parseHexGroups = (groupsText: string): number[] =>
    groupsText
      .split(':')
      .filter(Boolean)
      .map((hex) => parseInt(hex, 16));
  const [headGroups, tailGroups] = [parseHexGroups(head), parseHexGroups(tail ?? '')];
  return tail === undefined
    ? headGroups
    : [...headGroups, ...Array<number>(8 - headGroups.length - tailGroups.length).fill(0), ...tailGroups];
}

const toDotted = (high: number, low: number): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The IPv4 address inside an IPv6 address (mapped, compatible, NAT64, 6to4, Teredo), or null. */
function findEmbeddedIpv4(address: string): string | null {
  const groups = parseGroups(address) as [number, number, number, number, number, number, number, number];
  const startsWithZeros = (count: number): boolean => groups.slice(0, count).every((n) => n === 0);
  if (startsWithZeros(5) && groups[5] === 0xffff) return toDotted(groups[6], groups[7]);
  if (startsWithZeros(4) && groups[4] === 0xffff && groups[5] === 0) return toDotted(groups[6], groups[7]);
  if (startsWithZeros(6) && (groups[6] !== 0 || groups[7] > 1)) return toDotted(groups[6], groups[7]);
  if (groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((n) => n === 0))
    return toDotted(groups[6], groups[7]);
  if (groups[0] === 0x2002) return toDotted(groups[1], groups[2]);
  if (groups[0] === 0x2001 && groups[1] === 0) return toDotted(groups[6] ^ 0xffff, groups[7] ^ 0xffff);
  return null;
}

/** Text that is not an IP address is `reserved`, so it is never connected to. */
export function classifyAddress(address: string): Zone {
  const family = isIP(address);
  if (family === 0) return 'reserved';
  if (family === 6) {
    const ipv4 = findEmbeddedIpv4(address);
    if (ipv4) return classifyAddress(ipv4);
  }
  const withoutZoneId = address.replace(/%.*$/, '');
  return (
    ZONE_LISTS.find(({ list }) => list.check(withoutZoneId, family === 4 ? 'ipv4' : 'ipv6'))?.zone ?? 'public'
  );
}
