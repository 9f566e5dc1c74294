import { createElement, Fragment, useEffect, useState, type ReactNode } from 'react';
import styles from './markdown.module.css';

/** In UTF-16 units; longer ones, and those that can't be read, stay as they were written. */
const LONGEST = 2000;

/** What a formula may be made of. Everything else in what the typesetter gives is left out, its attributes too. */
const ELEMENTS: ReadonlySet<string> = new Set([
  'math', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover',
  'mtable', 'mtr', 'mtd', 'mpadded', 'mphantom', 'mstyle', 'mmultiscripts', 'mprescripts',
]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'display', 'displaystyle', 'scriptlevel', 'mathvariant', 'stretchy', 'fence', 'separator', 'lspace', 'rspace', 'accent', 'accentunder', 'columnalign', 'rowspacing',
  'columnspacing', 'width', 'height', 'depth', 'voffset', 'linethickness', 'minsize', 'maxsize', 'movablelimits', 'symmetric',
]);

/** A formula as MathML, drawn by the browser; never markup of its writer. Loads its typesetter with the first formula. */
export function Formula({ source }: { source: string }) {
  const [drawn, setDrawn] = useState<{ source: string; node: ReactNode } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void typeset(source).then((node) => { if (isCurrent) setDrawn({ source, node }); }, () => undefined);
    return () => { isCurrent = false; };
  }, [source]);
  return drawn !== null && drawn.source === source && drawn.node !== null ? drawn.node : <code className={styles.math}>{source}</code>;
}

async function typeset(source: string): Promise<ReactNode> {
  const { tex, isDisplay } = readDelimiters(source);
  if (tex.length > LONGEST) return null;
  const { default: katex } = await import('katex');
  const html = katex.renderToString(tex, { output: 'mathml', displayMode: isDisplay, throwOnError: true, strict: 'ignore', trust: false, maxExpand: 500, maxSize: 20 });
  const math = new DOMParser().parseFromString(html, 'text/html').querySelector('math');
  return math === null ? null : toNode(math, 0);
}

function readDelimiters(source: string): { tex: string; isDisplay: boolean } {
  const isDisplay = source.startsWith('$$') || source.startsWith('\\[');
  const length = source.startsWith('$') && !source.startsWith('$$') ? 1 : 2;
  return { tex: source.slice(length, -length), isDisplay };
}

function toNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  // The formula itself, without its source beside it.
  if (name === 'semantics') return node.firstElementChild === null ? null : toNode(node.firstElementChild, key);
  const children = [...node.childNodes].map(toNode);
  if (!ELEMENTS.has(name)) return <Fragment key={key}>{children}</Fragment>;
  const attributes = Object.fromEntries([...node.attributes].filter((attribute) => ATTRIBUTES.has(attribute.name)).map((attribute) => [attribute.name, attribute.value]));
  return createElement(name, { ...attributes, key }, ...children);
}
