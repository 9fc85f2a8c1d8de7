import type { Settings } from '../core/resolveConfig';
import type { Trace } from '../core/trace';
import type { Ports } from '../ports';
import type { LinkService } from '../service/linkService';
import type { Install } from '../storage/install';

export interface SessionParts {
  ports: Ports;
  settings: Settings;
  service: LinkService;
  install: Install;
  trace: Trace;
  /** Whether the app takes a URL for a link; may throw. */
  filter(url: string): unknown;
}
