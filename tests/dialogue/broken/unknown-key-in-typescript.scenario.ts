export default {
  scenario: 1,
  name: 'Broken on purpose',
  start: { url: 'https://shop.test/' },
  dialogue: [{ say: 'Order a lamp.' }],
  repeat: { runs: 3, pas: 2 },
  budget: { turns: 0 }, // at least one
};
