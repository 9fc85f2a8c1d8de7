import { bodyLimit } from 'hono/body-limit';
import { problemBody } from './problemBody';

// A full batch of events with ordinary data is a tenth of this.
const LARGEST_BODY_BYTES = 256 * 1024;

export function limitBody() {
  return bodyLimit({
    maxSize: LARGEST_BODY_BYTES,
    onError: (c) => c.json(problemBody('body_too_large', `A body may have ${LARGEST_BODY_BYTES} bytes.`), 413),
  });
}
