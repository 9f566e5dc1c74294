import { createHash } from 'node:crypto';

/** The newest version of the file that is understood here. */
const NEWEST_VERSION = 1;

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex');

/**
 * Follows the chain through the lines of an export. The link of a record is the SHA-256 of these, joined by line breaks:
 * "gatehouse chain 2", the link before (empty for the very first), position, turnId, seq, kind, version, at, the header as
 * JSON, and hash and size of meta and of body (an empty hash and 0 where there is none). Records before `secondFrom` are
 * of the first format: link before, turnId, seq, header, the two hashes. A content's hash is over its salt and its JSON.
 */
export function createLineCheck() {
  /** @type {'first' | 'records' | 'ended'} */
  let state = 'first';
  let secondFrom = 1;
  /** @type {{ position: number, chain: string }} */
  let last = { position: 0, chain: '' };
  /** @type {{ records: number, from: number | null, before: string | null, chain: string | null }} */
  let facts = { records: 0, from: null, before: null, chain: null };

  /** @param {Record<string, unknown>} line */
  const takeFirst = (line) => {
    if (line.gatehouse !== 'audit-export') return 'this is not an audit export of Gatehouse';
    if (typeof line.version === 'number' && line.version > NEWEST_VERSION) return `the export is of version ${line.version}, and this command knows ${NEWEST_VERSION} and older. Use the command of the newer Gatehouse`;
    const { from, before, secondFrom: second } = line;
    if (!isCount(from) || from === 0 || typeof before !== 'string' || !isCount(second)) return 'it doesn\'t say where the export begins';
    if (from === 1 && before !== '') return 'the very first record follows nothing, and the line says otherwise';
    if (from > 1 && !/^[0-9a-f]{64}$/.test(before)) return 'it doesn\'t say which link comes before';
    secondFrom = second;
    last = { position: from - 1, chain: before };
    facts = { records: 0, from, before, chain: before };
    state = 'records';
    return null;
  };

  /** @param {Record<string, unknown>} line */
  const takeRecord = (line) => {
    const { position, turnId, seq, kind, version, at, header, meta, body, chain } = line;
    if (!isCount(position) || typeof turnId !== 'string' || !isCount(seq) || typeof kind !== 'string' || !isCount(version) || typeof at !== 'number' || !isObject(header) || typeof chain !== 'string') return 'it isn\'t a record of an export';
    const name = `record ${position} (${kind}, event ${seq} of ${turnId})`;
    if (position > last.position + 1) return position === last.position + 2 ? `record ${last.position + 1} is missing before it` : `records ${last.position + 1} to ${position - 1} are missing before it`;
    if (position <= last.position) return `${name} stands out of its order, or twice`;
    if (header.kind !== kind || header.version !== version || header.at !== at) return `${name} says something else in its header`;
    const layers = [checkLayer(meta), checkLayer(body)];
    const [metaLayer, bodyLayer] = layers;
    if (metaLayer === undefined || bodyLayer === undefined || metaLayer === null || bodyLayer === null) return `${name} has content without a hash and a size`;
    const text = JSON.stringify(header);
    const link = sha256((position < secondFrom
      ? [last.chain, turnId, seq, text, metaLayer.hash, bodyLayer.hash]
      : ['gatehouse chain 2', last.chain, position, turnId, seq, kind, version, at, text, metaLayer.hash, metaLayer.size, bodyLayer.hash, bodyLayer.size]).join('\n'));
    if (link !== chain) return `${name} is not the one that was stored: it was changed, added or moved`;
    if (!metaLayer.holds || !bodyLayer.holds) return `${name} has other ${metaLayer.holds ? 'content' : 'names and figures'} than were stored with it`;
    last = { position, chain };
    facts = { ...facts, records: facts.records + 1, chain };
    return null;
  };

  /** @param {Record<string, unknown>} line */
  const takeEnd = (line) => {
    if (line.end !== last.position || line.records !== facts.records || line.chain !== last.chain) return isCount(line.end) && line.end > last.position ? `records ${last.position + 1} to ${line.end} are missing before it` : 'it doesn\'t fit the record before it, so the end was replaced or records were added';
    state = 'ended';
    return null;
  };

  return {
    /**
     * @param {string} text one line
     * @returns {string | null} what is wrong with it, as a part of a sentence
     */
    take(text) {
      if (state === 'ended') return 'there is something behind the end';
      /** @type {unknown} */
      let line;
      try {
        line = JSON.parse(text);
      } catch {
        return state === 'first' ? 'this is not an audit export of Gatehouse: it isn\'t JSON' : 'it isn\'t JSON, so it was cut or changed';
      }
      if (!isObject(line)) return 'it isn\'t a JSON object';
      // Another reader may take the other one of two members of the same name.
      if (JSON.stringify(line) !== text) return 'it isn\'t written as Gatehouse writes it, so it was changed';
      if (state === 'first') return takeFirst(line);
      return 'end' in line ? takeEnd(line) : takeRecord(line);
    },
    isEnded: () => state === 'ended',
    facts: () => facts,
  };
}

/**
 * @param {unknown} layer
 * @returns {{ hash: string, size: number, holds: boolean } | null} null: it isn't one
 */
function checkLayer(layer) {
  if (layer === null) return { hash: '', size: 0, holds: true };
  if (!isObject(layer) || typeof layer.hash !== 'string' || !/^[0-9a-f]{64}$/.test(layer.hash) || !isCount(layer.size)) return null;
  const { hash, size, salt, content } = layer;
  if (!('content' in layer)) return typeof layer.left === 'string' ? { hash, size, holds: true } : null;
  const text = JSON.stringify(content);
  return { hash, size, holds: typeof salt === 'string' && sha256(salt + text) === hash };
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
