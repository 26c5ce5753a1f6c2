/** Data: words that select one element by comparison, and the quantities that they compare. */

/** Adjectives with the quantity that they compare, and whether they mean the most or the least of it. */
export const SUPERLATIVES: Readonly<Record<string, readonly [measure: string, direction: 'most' | 'least']>> =
  {
    cheapest: ['price', 'least'],
    'least expensive': ['price', 'least'],
    'most expensive': ['price', 'most'],
    dearest: ['price', 'most'],
    priciest: ['price', 'most'],
    shortest: ['duration', 'least'],
    quickest: ['duration', 'least'],
    fastest: ['duration', 'least'],
    longest: ['duration', 'most'],
    slowest: ['duration', 'most'],
    earliest: ['time', 'least'],
    latest: ['time', 'most'],
    newest: ['date', 'most'],
    'most recent': ['date', 'most'],
    oldest: ['date', 'least'],
    highest: ['number', 'most'],
    greatest: ['number', 'most'],
    largest: ['number', 'most'],
    biggest: ['number', 'most'],
    maximum: ['number', 'most'],
    lowest: ['number', 'least'],
    smallest: ['number', 'least'],
    minimum: ['number', 'least'],
    fewest: ['number', 'least'],
    tallest: ['height', 'most'],
    heaviest: ['weight', 'most'],
    lightest: ['weight', 'least'],
    deepest: ['depth', 'most'],
    shallowest: ['depth', 'least'],
    widest: ['width', 'most'],
    narrowest: ['width', 'least'],
    youngest: ['date', 'most'],
    'best rated': ['rating', 'most'],
    'top rated': ['rating', 'most'],
    'worst rated': ['rating', 'least'],
  };

/** Other names that pages use for a quantity. */
export const MEASURES: Readonly<Record<string, readonly string[]>> = {
  price: ['price', 'cost', 'fare', 'total', 'amount', 'fee', 'rate'],
  cost: ['cost', 'price', 'fare', 'total', 'amount', 'fee'],
  duration: ['duration', 'length', 'time', 'travel time', 'journey', 'runtime'],
  time: ['time', 'departure', 'start', 'departs', 'depart', 'when'],
  date: ['date', 'day', 'published', 'updated', 'created', 'year'],
  rating: ['rating', 'stars', 'score', 'reviews'],
  number: ['size', 'area', 'capacity', 'elevation', 'altitude'],
  height: ['height', 'elevation', 'altitude'],
};

/** Verbs on buttons that select one of several items. */
export const SELECT_VERBS: readonly string[] = [
  'buy',
  'book',
  'order',
  'reserve',
  'purchase',
  'get',
  'take',
  'select',
  'choose',
];

/** Words for the newest or oldest of several dated things: "my last order". */
export const AGE_WORDS: Readonly<Record<string, 'newest' | 'oldest'>> = {
  last: 'newest',
  latest: 'newest',
  'most recent': 'newest',
  newest: 'newest',
  first: 'oldest',
  oldest: 'oldest',
  earliest: 'oldest',
};
