/** Classifies IP addresses by network zone: public, private, this machine, cloud metadata or reserved. */
import { BlockList, isIP, isIPv4 } from 'node:net';

export type Zone =
  | 'public'
  | 'private' // RFC 1918, unique local, carrier-grade NAT
  | 'loopback' // this machine; includes the unspecified address, because connections to it reach this machine
  | 'metadata' // link-local, and addresses where cloud providers serve credentials to virtual machines
  | 'reserved'; // multicast, broadcast and reserved

const SUBNETS_BY_ZONE: Record<Exclude<Zone, 'public'>, string[]> = {
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

const ZONE_BLOCK_LISTS = Object.entries(SUBNETS_BY_ZONE).map(([zone, subnets]) => {
  const blockList = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefixLength] = subnet.split('/');
    blockList.addSubnet(network, Number(prefixLength), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return { zone: zone as Zone, list: blockList };
});

/** Returns the eight 16-bit groups of an IPv6 address. A trailing IPv4 address becomes two groups. */
function parseIpv6Groups(address: string): number[] {
  const hexAddress = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
      [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((n) => n.toString(16)).join(':'),
    );
  const [head = '', tail] = hexAddress.split('::');
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

const toDottedIpv4 = (high: number, low: number): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** Returns the IPv4 address inside an IPv6 address (mapped, compatible, NAT64, 6to4, Teredo), or null. */
function findEmbeddedIpv4(address: string): string | null {
  const groups = parseIpv6Groups(address) as [number, number, number, number, number, number, number, number];
  const startsWithZeros = (count: number): boolean => groups.slice(0, count).every((n) => n === 0);
  if (startsWithZeros(5) && groups[5] === 0xffff) return toDottedIpv4(groups[6], groups[7]);
  if (startsWithZeros(4) && groups[4] === 0xffff && groups[5] === 0)
    return toDottedIpv4(groups[6], groups[7]);
  if (startsWithZeros(6) && (groups[6] !== 0 || groups[7] > 1)) return toDottedIpv4(groups[6], groups[7]);
  if (groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((n) => n === 0))
    return toDottedIpv4(groups[6], groups[7]);
  if (groups[0] === 0x2002) return toDottedIpv4(groups[1], groups[2]);
  if (groups[0] === 0x2001 && groups[1] === 0) return toDottedIpv4(groups[6] ^ 0xffff, groups[7] ^ 0xffff);
  return null;
}

/** Returns `reserved` for text that is not an IP address, so that Parley never connects to it. */
export function classifyAddress(address: string): Zone {
  const family = isIP(address);
  if (family === 0) return 'reserved';
  if (family === 6) {
    const ipv4 = findEmbeddedIpv4(address);
    if (ipv4) return classifyAddress(ipv4);
  }
  const addressWithoutZoneId = address.replace(/%.*$/, '');
  return (
    ZONE_BLOCK_LISTS.find(({ list }) => list.check(addressWithoutZoneId, family === 4 ? 'ipv4' : 'ipv6'))
      ?.zone ?? 'public'
  );
}
