import type { Network } from './runVectors';

/** A fetch with the engine's own responses, and no network. */
export function plainFetch(network: Network) {
  return (url: string): Promise<Response> => {
    const answer = network.answer(url);
    if (answer === null) return new Promise(() => {});
    if (answer === 'cut') return Promise.reject(new TypeError('Network request failed'));
    if (typeof answer === 'number') return Promise.resolve(new Response(null, { status: answer }));
    return Promise.resolve(new Response(typeof answer === 'string' ? answer : JSON.stringify(answer)));
  };
}
