import ts from 'typescript';
import { breachAt, parse, visitAll } from './source-tree.ts';
import type { Breach, SourceText } from './source-tree.ts';

const surroundings = new Set(['Date', 'performance', 'process', 'crypto', 'globalThis', 'Temporal', 'Buffer', 'setTimeout', 'setInterval', 'fetch']);
const hint = 'take the value as a parameter';

/** Uses of a clock, of chance or of the process, in files that must depend on their arguments alone. */
export function judgePurity(source: SourceText): Breach[] {
  const tree = parse(source);
  const breaches: Breach[] = [];
  visitAll(tree, (node) => {
    if (!ts.isIdentifier(node) || isOnlyAName(node)) return;
    if (surroundings.has(node.text)) breaches.push(breachAt(tree, node.getStart(tree), `uses ${node.text}; ${hint}`));
    if (node.text === 'Math' && !isHarmlessMath(node)) breaches.push(breachAt(tree, node.getStart(tree), `uses Math.random; ${hint}`));
  });
  return breaches;
}

/** `event.process`, `{ process: 1 }`, `process: string` in a type: names of members, not the global. */
function isOnlyAName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  const isMember = ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodSignature(parent);
  return (isMember || ts.isMethodDeclaration(parent)) && parent.name === node;
}

/** Anything but reading one named function could reach `random` in a way that isn't seen here. */
function isHarmlessMath(node: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node && node.parent.name.text !== 'random';
}
