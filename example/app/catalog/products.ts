import { drawings } from './drawings';
import type { Product } from './Product';

export const products: Product[] = [
  {
    id: 'halo-lamp',
    name: 'Halo lamp',
    tagline: 'A ring of warm light',
    description: 'A ring of light on an oak foot. It dims without steps, down to a glow that you can fall asleep by.',
    facts: ['Oak and steel, 42 cm', '2200 K, dims to 1 %', 'Lamp can be replaced'],
    price: 8900,
    drawing: drawings.lamp,
  },
  {
    id: 'tide-mug',
    name: 'Tide mug',
    tagline: 'Stoneware, dipped by hand',
    description:
      'Thrown in a two-person studio and dipped by hand, so the glaze ends at a different height on each one.',
    facts: ['Stoneware, 350 ml', 'Safe in the dishwasher', 'No two alike'],
    price: 2400,
    drawing: drawings.mug,
  },
  {
    id: 'ember-candle',
    name: 'Ember candle',
    tagline: 'Cedar, smoke, a little orange',
    description:
      'Rapeseed wax with cedar and a little orange. Fifty hours, and a jar that is worth keeping afterwards.',
    facts: ['Rapeseed wax, 220 g', 'Burns for 50 hours', 'Refills at half price'],
    price: 3200,
    drawing: drawings.candle,
  },
  {
    id: 'drift-blanket',
    name: 'Drift blanket',
    tagline: 'Lambswool, long enough for two',
    description:
      'Woven from undyed and dyed lambswool, brushed on one side, and long enough to share without arguments.',
    facts: ['Lambswool, 140 × 220 cm', 'Woven in Donegal', 'Wash cold, dry flat'],
    price: 11800,
    drawing: drawings.blanket,
  },
  {
    id: 'pebble-vase',
    name: 'Pebble vase',
    tagline: 'For three stems, not thirty',
    description: 'A narrow neck and a heavy belly: it makes three stems from the roadside look like you meant it.',
    facts: ['Stoneware, 18 cm', 'Watertight without a liner', 'Matt outside, glazed inside'],
    price: 4600,
    drawing: drawings.vase,
  },
  {
    id: 'fold-stool',
    name: 'Fold stool',
    tagline: 'A seat, a table, a step',
    description:
      'A seat beside the bath, a table beside the bed, a step to the top shelf. Folds to the width of a book.',
    facts: ['Ash, oiled', 'Carries 120 kg', 'Folds to 5 cm'],
    price: 7400,
    drawing: drawings.stool,
  },
];
