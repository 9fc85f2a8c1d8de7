import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';
import { zhHans } from './zhHans.ts';
import { zhHant } from './zhHant.ts';

/** To add a language, add its file here. */
export const builtIn: ReadonlyMap<string, Texts> = new Map(
  Object.entries({ en, de, es, fr, it, pt, nl, pl, tr, ar, he, ja, ko, 'zh-Hans': zhHans, 'zh-Hant': zhHant })
);
