/**
 * Makes visible what a text would hide. Pure; the text itself is never changed, only how it is drawn.
 *
 * Drawn as an escape: control characters (but tab and line breaks), bidirectional controls, zero-width and other invisible characters, tag
 * characters, variation selectors, line and paragraph separators, private use, lone surrogates, long runs of blanks.
 * Left alone where a script or an emoji needs them: joiners between Arabic or Indic letters and inside emoji, emoji selectors.
 * Flagged: words that mix Latin with letters of another script that look like it, and such words beside Latin ones in an address.
 */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly code: string }
  | { readonly kind: 'look-alike'; readonly text: string; readonly code: string };

export interface Found {
  readonly hidden: number;
  /** Words, not letters. */
  readonly lookAlikes: number;
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: 'hidden' | 'look-alike';
  readonly code: string;
}

const HIDDEN =
  / {32,}|(?:\r?\n[ \t]*){12,}|[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFC]/gu;
const JOINED_SCRIPTS =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const PICTOGRAPH_PART = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u;

const FOREIGN_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
const LATIN = /\p{Script=Latin}/u;
const WORD = /[\p{L}\p{M}\p{Nd}_]+/gu;
/** Cyrillic and Greek letters that many fonts draw like a Latin one. */
const LOOKS_LATIN = /^[авгдеіјкмнорсстухѕһԁԛԝӏіАВЕІЈКМНОРСТУХЅҺԚԜӀαικνορυχγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ0-9_]+$/u;
const ADDRESS_JOINT = /^[.\-@/:]$/;

export function drawHidden(text: string): { segments: Segment[]; found: Found } {
  const { marks, found } = findMarks(text);
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, kind, code } of marks) {
    if (start > at) segments.push({ kind: 'text', text: text.slice(at, start) });
    segments.push({ kind, text: text.slice(start, end), code });
    at = end;
  }
  if (at < text.length) segments.push({ kind: 'text', text: text.slice(at) });
  return { segments, found };
}

/** Only the counts, for the warning line over a value of which not everything is drawn. */
export function countHidden(text: string): Found {
  return findMarks(text).found;
}

function findMarks(text: string): { marks: Mark[]; found: Found } {
  const hidden = hiddenMarks(text);
  if (!FOREIGN_SCRIPTS.test(text)) return { marks: hidden, found: { hidden: hidden.length, lookAlikes: 0 } };
  const foreign: Mark[] = [];
  let words = 0;
  for (const match of text.matchAll(WORD)) {
    const letters = foreignLetters(text, match[0], match.index);
    if (letters.length === 0) continue;
    words += 1;
    for (const mark of letters) foreign.push(mark);
  }
  const marks = [...hidden, ...foreign].sort((a, b) => a.start - b.start);
  return { marks, found: { hidden: hidden.length, lookAlikes: words } };
}

function hiddenMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  for (const match of text.matchAll(HIDDEN)) {
    const [drawn] = match;
    const start = match.index;
    const end = start + drawn.length;
    if (drawn === '\t' || drawn === '\n' || (drawn === '\r' && text[end] === '\n') || isNeeded(text, start, end)) continue;
    marks.push({ start, end, kind: 'hidden', code: codeOf(drawn) });
  }
  return marks;
}

/** Whether an invisible character does honest work where it stands. */
function isNeeded(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(start);
  if (code !== 0x200d && code !== 0x200c && code !== 0xfe0f && code !== 0xfe0e) return false;
  const before = codePointBefore(text, start);
  const after = text.codePointAt(end);
  const next = after === undefined ? '' : String.fromCodePoint(after);
  if (code === 0xfe0f || code === 0xfe0e) return PICTOGRAPH.test(before) || (/^[0-9#*]$/.test(before) && next === '\u20e3');
  if (JOINED_SCRIPTS.test(before) && JOINED_SCRIPTS.test(next)) return true;
  return code === 0x200d && PICTOGRAPH_PART.test(before) && PICTOGRAPH.test(next);
}

function codePointBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  const wide = index >= 2 && unit >= 0xdc00 && unit <= 0xdfff;
  return text.slice(Math.max(0, index - (wide ? 2 : 1)), index);
}

function codeOf(drawn: string): string {
  const hex = (drawn.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  if (drawn.length < 3) return `U+${hex}`;
  return /^ +$/.test(drawn) ? `U+0020 × ${String(drawn.length)}` : `U+000A × ${String(drawn.split('\n').length - 1)}`;
}

function foreignLetters(text: string, word: string, index: number): Mark[] {
  if (!FOREIGN_SCRIPTS.test(word)) return [];
  const mixed = LATIN.test(word) || (/\p{Script=Cyrillic}/u.test(word) && /\p{Script=Greek}/u.test(word));
  if (!mixed && !(LOOKS_LATIN.test(word) && besideLatin(text, index, index + word.length))) return [];
  const home = LATIN.test(word) || !mixed ? FOREIGN_SCRIPTS : /\p{Script=Greek}/u;
  const marks: Mark[] = [];
  let at = index;
  for (const letter of word) {
    if (home.test(letter)) marks.push({ start: at, end: at + letter.length, kind: 'look-alike', code: codeOf(letter) });
    at += letter.length;
  }
  return marks;
}

/** In `аррӏе.com` the first label is Cyrillic throughout; only its neighbour gives it away. */
function besideLatin(text: string, start: number, end: number): boolean {
  const left = ADDRESS_JOINT.test(text[start - 1] ?? '') && LATIN.test(text[start - 2] ?? '');
  const right = ADDRESS_JOINT.test(text[end] ?? '') && LATIN.test(text[end + 1] ?? '');
  return left || right;
}
