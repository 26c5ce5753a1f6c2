/** Data: words with the same meaning on pages and in lines. The first word represents the group. */
import { stem } from '../../text/index.js';

const GROUPS = [
  'photo picture image pic',
  'file document doc',
  'ad listing advert advertisement',
  'film movie',
  'car vehicle',
  'bike bicycle',
  'phone mobile telephone',
  'flat apartment',
  'doctor dr physician',
  'mum mother mom',
  'dad father',
  'child kid',
  'seat spot',
  'class course lesson',
  'trip journey',
  'holiday vacation',
  'fine penalty',
  'bill invoice',
  'parcel package',
  'sofa couch',
  'present gift',
  'repository repo',
  'app application',
  'admin administrator',
  'editor edit',
  'viewer view read reader',
  'owner ownership',
  'meeting appointment',
  'booking reservation',
  'chat conversation',
  'yearly annual year',
  'monthly month',
  'address adress',
  'username user-name',
  'song track',
  'history log',
  'newsletter mailing',
  'issue bug',
  'two-factor 2fa mfa two-step',
];

const CANONICAL = new Map(
  GROUPS.flatMap((group) => {
    const words = group.split(' ').map(stem);
    return words.map((word) => [word, words[0]!] as const);
  }),
);

/** The stem of the word, or of the word that represents its group. */
export const canonicalStem = (word: string): string => {
  const key = stem(word);
  return CANONICAL.get(key) ?? key;
};
