/** What the encoder that ships with Parley is known by; who packs another one (scripts/pack-model.mjs) writes it here. */
export const BUNDLED_MODEL = {
  sha256: '61744bdd869db3a8718da50e580fdd066117b5a4f83631ae2c659ba63abe625a',
  trial: 0.6683,
};
