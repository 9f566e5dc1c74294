import ts from 'typescript';
import { breachAt, parse, visitAll } from './source-tree.ts';
import type { Breach, SourceText } from './source-tree.ts';

export interface FoundImport {
  readonly specifier: string;
  readonly position: number;
}

export interface FoundImports {
  readonly tree: ts.SourceFile;
  readonly imports: readonly FoundImport[];
  /** Ways of loading code that no rule about imports could see through. */
  readonly hidden: readonly Breach[];
}

/** Everything a file loads: imports, re-exports, type imports, import(), require() and files named by `new URL()`. */
export function findImports(source: SourceText): FoundImports {
  const tree = parse(source);
  const imports: FoundImport[] = [];
  const hidden: Breach[] = [];

  const take = (expression: ts.Node | undefined): void => {
    if (expression === undefined) return;
    if (ts.isStringLiteralLike(expression)) imports.push({ specifier: expression.text, position: expression.getStart(tree) });
    else hidden.push(breachAt(tree, expression.getStart(tree), 'loads code by a computed name; name it literally'));
  };

  visitAll(tree, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) take(node.moduleSpecifier);
    else if (ts.isExternalModuleReference(node)) take(node.expression);
    else if (ts.isImportTypeNode(node)) take(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument);
    else if (ts.isCallExpression(node) && isLoader(node.expression)) take(node.arguments[0]);
    else if (isFileBeside(node)) take(node.arguments?.[0]);
    else if (ts.isIdentifier(node) && ['createRequire', 'getBuiltinModule'].includes(node.text)) {
      hidden.push(breachAt(tree, node.getStart(tree), `loads code through ${node.text}; use an import`));
    }
  });
  return { tree, imports, hidden };
}

function isLoader(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
}

/** `new URL('./worker.ts', import.meta.url)`; a computed one names a folder or data and is left alone. */
function isFileBeside(node: ts.Node): node is ts.NewExpression {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'URL') return false;
  const [name, base] = node.arguments ?? [];
  return name !== undefined && ts.isStringLiteralLike(name) && base?.getText() === 'import.meta.url' && /\.tsx?$/.test(name.text);
}
