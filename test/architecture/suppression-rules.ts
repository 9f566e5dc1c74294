import ts from 'typescript';
import { breachAt, parse, visitAll } from './source-tree.ts';
import type { Breach, SourceText } from './source-tree.ts';

const bannedComments: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/@ts-(?:ignore|nocheck)/, 'silences the compiler'],
  [/eslint-(?:disable|enable)/, 'silences the linter'],
  [/\b(?:TODO|FIXME|XXX|HACK)\b/, 'leaves work for later'],
];
const expectedError = /@ts-expect-error/;
const testFunctions = new Set(['test', 'it', 'describe', 'suite', 'group']);
const waysToLeaveOut = new Set(['skip', 'only', 'todo']);

/** Whatever keeps a check from being made: of the compiler, of the linter or of a test. */
export function judgeSuppressions(source: SourceText): Breach[] {
  const tree = parse(source);
  const isTest = source.path.startsWith('test/');
  const breaches = commentsOf(tree).flatMap(({ position, text }) => {
    const banned = isTest ? bannedComments : [...bannedComments, [expectedError, 'silences the compiler'] as const];
    return banned.filter(([pattern]) => pattern.test(text)).map(([, message]) => breachAt(tree, position, `${message}: ${text.slice(0, 80)}`));
  });
  visitAll(tree, (node) => {
    const message = judgeNode(node, isTest);
    if (message !== undefined) breaches.push(breachAt(tree, node.getStart(tree), message));
  });
  return breaches;
}

function judgeNode(node: ts.Node, isTest: boolean): string | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'uses any';
  if (!isTest || !ts.isCallExpression(node)) return undefined;
  if (ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    const isAboutTests = ts.isIdentifier(expression) && (testFunctions.has(expression.text) || /^(?:t|context)$/.test(expression.text));
    return isAboutTests && waysToLeaveOut.has(name.text) ? `leaves a test out: ${name.text}` : undefined;
  }
  if (!ts.isIdentifier(node.expression) || !testFunctions.has(node.expression.text)) return undefined;
  const option = node.arguments
    .filter(ts.isObjectLiteralExpression)
    .flatMap(({ properties }) => properties)
    .map(({ name }) => (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : ''))
    .find((name) => waysToLeaveOut.has(name));
  return option === undefined ? undefined : `leaves a test out: ${option}`;
}

/** Comments stand before tokens, or after the last one; texts and templates that look like comments are no comments. */
function commentsOf(tree: ts.SourceFile): { position: number; text: string }[] {
  const found = new Map<number, string>();
  const collect = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) found.set(pos, tree.text.slice(pos, end));
  };
  const walk = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    const children = node.getChildren(tree);
    if (children.length === 0) {
      collect(ts.getLeadingCommentRanges(tree.text, node.getFullStart()));
      collect(ts.getTrailingCommentRanges(tree.text, node.getEnd()));
    }
    for (const child of children) walk(child);
  };
  walk(tree);
  return [...found].map(([position, text]) => ({ position, text }));
}
