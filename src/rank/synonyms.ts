/** Words that interfaces use for the same thing; a query's word stands for the others, at a discount. */

const ALIKE = [
  'delete remove bin trash discard erase',
  'login signin',
  'logout signout',
  'register signup',
  'cart basket bag trolley',
  'search find magnifier lookup',
  'setting preference option gear cog',
  'menu hamburger burger',
  'close dismiss cancel x cross',
  'next forward',
  'previous back',
  'edit pencil change modify rename',
  'save floppy store keep',
  'add plus new create',
  'copy duplicate clone chain',
  'download export',
  'upload import attach',
  'attachment paperclip file',
  'print printer',
  'share forward',
  'profile account avatar',
  'home house start',
  'help question faq support',
  'mail email message envelope inbox',
  'phone telephone call mobile',
  'language globe',
  'favourite favorite star bookmark watch wishlist',
  'like heart thumb',
  'notification bell alert',
  'calendar date day',
  'filter funnel refine',
  'sort order',
  'expand unfold open',
  'collapse fold hide',
  'more dot ellipsis overflow',
  'play start resume',
  'pause stop halt',
  'submit send confirm ok',
  'accept agree allow consent',
  'reject decline deny refuse',
  'surname lastname familyname',
  'postcode zip postal',
  'coupon voucher promo discount code',
  'checkout pay payment buy purchase order',
  'price cost amount',
  'quantity amount number count',
  'picture image photo',
  'reply answer respond',
  'refresh reload update',
  'undo revert',
  'view show display see look',
  'password passcode pin',
  'dark theme night',
  'sound volume speaker',
  'location place map',
  'contact person people',
  'comment remark opinion',
  'schedule move postpone reschedule',
  'guest attendee invitee participant',
].map((line) => line.split(' '));

const others = new Map<string, Set<string>>();
for (const group of ALIKE)
  for (const word of group) {
    const known = others.get(word) ?? new Set();
    for (const other of group) if (other !== word) known.add(other);
    others.set(word, known);
  }

export function synonymsOf(word: string): ReadonlySet<string> {
  return others.get(word) ?? new Set();
}
