import { inspect } from 'node:util';

/**
 * For programs that measure with the tests' own parts: says what failed, and nothing about what went well, so that the
 * program's own last line is the last one.
 *
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string>}
 */
async function* reportFailures(events) {
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const { error } = event.data.details;
    yield `${event.data.name}: ${inspect(error.cause ?? error, { depth: 4 })}\n`;
  }
}

export { reportFailures as default };
