const replies: unknown[] = [];
replies.push(replies);
export default {
  scenario: 1,
  name: 'Broken on purpose',
  start: { url: 'https://shop.test/' },
  dialogue: [{ say: 'Order a lamp.' }],
  replies,
};
