import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type LanguageInput } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { CodeLine } from './highlight.ts';

const GRAMMARS: Readonly<Record<string, LanguageInput>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};

const ALIASES: Readonly<Record<string, string>> = {
  sh: 'bash', shell: 'bash', zsh: 'bash', console: 'bash', h: 'c', golang: 'go', xml: 'html', svg: 'html', jsonc: 'json', json5: 'json',
  py: 'python', rs: 'rust', js: 'tsx', jsx: 'tsx', javascript: 'tsx', mjs: 'tsx', ts: 'typescript', yml: 'yaml', patch: 'diff',
};

const PREFIX = '--syntax-';
let highlighter: Promise<HighlighterCore> | undefined;

function load(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'tokens', variablePrefix: PREFIX, fontStyle: false })],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return highlighter;
}

/** `undefined` for languages without a grammar here. */
export async function highlight(code: string, language: string): Promise<readonly CodeLine[] | undefined> {
  const lower = language.toLowerCase();
  const name = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? lower) : lower;
  if (!Object.hasOwn(GRAMMARS, name)) return undefined;
  const grammar = GRAMMARS[name];
  if (grammar === undefined) return undefined;
  const core = await load();
  if (!core.getLoadedLanguages().includes(name)) {
    await core.loadLanguage(grammar);
    // A grammar makes its patterns while it reads its first line. On a busy machine that takes longer than a line may, and the rest of the line would stay plain.
    core.codeToTokens('x', { lang: name, theme: 'tokens', tokenizeTimeLimit: 0 });
  }
  const { tokens } = core.codeToTokens(code, { lang: name, theme: 'tokens' });
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, color: known(color) })));
}

/** The theme also names variables that the tokens file doesn't have; these stay in the colour of the text. */
const COLORS: ReadonlySet<string> = new Set(
  ['keyword', 'string', 'constant', 'function', 'parameter', 'comment', 'punctuation'].map((name) => `var(${PREFIX}${name})`),
);

function known(color: string | undefined): string | undefined {
  if (color === undefined) return undefined;
  const plain = color.replace('token-', '').replace('string-expression', 'string').replace('link', 'string');
  return COLORS.has(plain) ? plain : undefined;
}
