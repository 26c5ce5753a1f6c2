/** Hash and test score of the bundled encoder. Update them after quantising a new one (scripts/pack-model.mjs). */
export const EXPECTED_BUNDLED_MODEL = {
  sha256: '61744bdd869db3a8718da50e580fdd066117b5a4f83631ae2c659ba63abe625a',
  trial: 0.6683,
};
