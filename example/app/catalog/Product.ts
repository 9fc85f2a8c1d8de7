import type { Drawing } from './Drawing';

export interface Product {
  id: string;
  name: string;
  tagline: string;
  description: string;
  facts: string[];
  /** In cents, so that sums stay exact. */
  price: number;
  drawing: Drawing;
}
