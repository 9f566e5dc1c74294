/**
 * The still growing end of a paragraph, mended for the eye: marks that will be closed by what is yet to come are closed now, so
 * that bold text doesn't stand as asterisks first and change its shape later. Only for drawing; the text stays what it is.
 */
export function completeTail(source: string): string {
  const start = source.lastIndexOf('\n\n') + 1;
  const text = source.slice(start);
  const open = openBackticks(text);
  if (open !== undefined) {
    const content = text.slice(open.at + open.run.length);
    return content.trim() === '' ? source.slice(0, start + open.at) : source + open.run;
  }
  const link = /!?\[([^[\]\n]*)\]\([^()\s]*$/.exec(text);
  if (link !== null) return source.slice(0, start + link.index) + (link[0].startsWith('!') ? '' : (link[1] ?? ''));
  return closeStrong(source, start);
}

function openBackticks(text: string): { at: number; run: string } | undefined {
  let open: { at: number; run: string } | undefined;
  for (const match of text.matchAll(/`+/g)) {
    if (open === undefined) {
      if (text[match.index - 1] !== '\\') open = { at: match.index, run: match[0] };
    } else if (match[0].length === open.run.length) open = undefined;
  }
  return open;
}

function closeStrong(source: string, start: number): string {
  const bare = source.slice(start).replace(/(`+)[\s\S]*?\1/g, (span) => ' '.repeat(span.length));
  const marks = [...bare.matchAll(/\*\*/g)];
  const last = marks.at(-1);
  if (marks.length % 2 === 0 || last === undefined) return source;
  const rest = bare.slice(last.index + 2).trim();
  if (rest === '' || rest === '*') return source.slice(0, start + last.index);
  // A single star at the end is the first half of the closing pair.
  return `${source.trimEnd().replace(/\*$/, '')}**`;
}
