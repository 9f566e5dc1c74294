import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { findImports } from './find-imports.ts';
import { breachAt } from './source-tree.ts';
import type { Breach, SourceText } from './source-tree.ts';

/** The only files that may import Electron: [E] in docs/architecture.md. */
export const electronFiles = ['main', 'window', 'preload', 'port-transport', 'updates'].map((name) => `electron/${name}.ts`);

/** Functions of their arguments and nothing else: starred in docs/architecture.md. */
export const pureFiles = [
  'turn/next-step',
  'turn/recover',
  'turn/join-roles',
  'turn/prompt',
  'turn/result-text',
  'turn/compact',
  'turn/compact-transcript',
  'turn/estimate-tokens',
  'turn/bound-result',
  'turn/select-tools',
  'gate/table',
  'gate/gate',
  'gate/taint',
  'gate/explain',
  'budget/caps',
  'budget/price',
  'model/model-message',
  'roles/built-in-roles',
  'roles/roles',
  'roles/role-ids',
  'roles/ceiling',
  'roles/profile-rules',
  'tools/names',
  'tools/schema',
  'tools/schema-node',
  'tools/fingerprint',
  'tools/parse-arguments',
  'mcp/results',
  'mcp/import-config',
  'mcp/imported-limits',
  'mcp/imported-server',
  'mcp/launch-warnings',
  'mcp/dangerous-environment',
  'mcp/listed-tool',
  'mcp/parameter-headers',
  'mcp/hinted-facts',
  'goals/reviewer-problem',
  'goals/review-money',
  'goals/agent-role',
  'goals/goal-material',
  'unattended/schedule',
  'unattended/decide-retry',
  'runs/replay',
  'runs/replay-call',
  'runs/replay-place',
  'runs/request-change',
  'runs/branch',
  'runs/what-if',
  'secrets/find-phrases',
  'secrets/redact',
].map((name) => `electron/core/${name}.ts`);

/** What the window is made of. Whatever else it needs from a package goes through the contract. */
const windowPackages = ['react', 'react-dom', '@base-ui/react', 'lucide-react', 'virtua', 'shiki', '@shikijs', 'marked', 'katex', 'zustand'];
/** Of those, what has no meaning without a window; and the server that talks to windows. */
const notForCore = ['react', 'react-dom', '@base-ui/react', 'lucide-react', 'virtua', 'katex', 'zustand', 'ws'];
/** The only file that may import virtua. */
const longListFile = 'renderer/ui/virtual-list.tsx';
/** Run by hand in a tree that is installed; no command of a person needs them. */
const scriptsForDevelopers = ['scripts/render-icons.mjs'];
const partsOfFeatures = ['renderer/ui/', 'renderer/parts/', 'renderer/strings/', 'shared/'];
/** The window's own frame: what every page may use lies at renderer/'s top, beside the two files that put it together. */
const isFrameFile = (path: string): boolean => /^renderer\/[^/]+\.tsx?$/.test(path) && !['renderer/main.tsx', 'renderer/app.tsx'].includes(path);

type Layer = 'shared' | 'pure' | 'core' | 'shell' | 'renderer' | 'scripts';

/** What an import means, whatever way it is written. */
type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node' }
  | { readonly kind: 'package'; readonly name: string };

export interface ImportRules {
  /** The packages that are installed with the product; others exist on developers' machines only. */
  readonly shippedPackages: readonly string[];
}

export function judgeImports(source: SourceText, rules: ImportRules): Breach[] {
  const layer = layerOf(source.path);
  if (layer === undefined) return [];
  const { tree, imports, hidden } = findImports(source);
  const breaches = imports.flatMap(({ specifier, position }) => {
    const target = resolveTarget(source.path, specifier);
    const reason = judgeShipping(target, rules, layer) ?? judge(layer, source.path, target);
    return reason === undefined ? [] : [breachAt(tree, position, `imports ${specifier}: ${reason}`)];
  });
  return [...breaches, ...hidden];
}

export function layerOf(path: string): Layer | undefined {
  if (path.startsWith('shared/')) return 'shared';
  if (pureFiles.includes(path)) return 'pure';
  if (path.startsWith('electron/core/')) return 'core';
  if (path.startsWith('electron/')) return 'shell';
  if (path.startsWith('renderer/')) return 'renderer';
  if (path.startsWith('scripts/')) return 'scripts';
  return undefined;
}

function judge(layer: Layer, from: string, target: Target): string | undefined {
  switch (layer) {
    case 'shared':
      return isPackage(target, ['zod']) || isUnder(target, ['shared/']) ? undefined : 'shared/ may import zod and shared/ only';
    case 'pure':
      return isUnder(target, ['shared/', ...pureFiles]) ? undefined : 'a pure file may import shared/ and other pure files only';
    case 'core':
      if (target.kind === 'file') return isUnder(target, ['electron/core/', 'shared/']) ? undefined : 'the core may import electron/core/ and shared/ only';
      return isPackage(target, ['electron', ...notForCore]) ? 'the core has no shell and no window; take it as a port' : undefined;
    case 'shell':
      return judgeShell(from, target);
    case 'renderer':
      return judgeRenderer(from, target);
    case 'scripts':
      if (target.kind === 'package' && scriptsForDevelopers.includes(from)) return undefined;
      return target.kind === 'node' || isUnder(target, ['scripts/']) ? undefined : 'scripts run before anything is installed: node: and scripts/ only';
  }
}

function judgeShell(from: string, target: Target): string | undefined {
  if (target.kind === 'file') {
    const isAllowed = isUnder(target, ['electron/core/core.ts', 'electron/core/host.ts', 'shared/']) || /^electron\/[^/]+$/.test(target.path);
    return isAllowed ? undefined : 'a shell may import core/core.ts, core/host.ts, shared/ and other shell files only';
  }
  return isPackage(target, ['electron']) && !electronFiles.includes(from) ? `only ${electronFiles.join(', ')} may import Electron` : undefined;
}

function judgeRenderer(from: string, target: Target): string | undefined {
  if (target.kind === 'node') return 'the window has no Node';
  if (isPackage(target, ['virtua']) && from !== longListFile) return `long lists are drawn by ${longListFile}, which keeps presses from being lost while they scroll`;
  if (target.kind === 'package') return isPackage(target, windowPackages) ? undefined : `the window's packages are ${windowPackages.join(', ')}`;
  if (!isUnder(target, ['renderer/', 'shared/'])) return 'the window may import renderer/ and shared/ only';
  const feature = featureFolderOf(from);
  if (feature !== undefined) {
    const isAllowed = isUnder(target, [feature, ...partsOfFeatures]) || isFrameFile(target.path);
    return isAllowed ? undefined : 'a feature may import itself, ui/, parts/, strings/, the frame files beside core.tsx and shared/ only';
  }
  if (from.startsWith('renderer/parts/') && isUnder(target, ['renderer/features/'])) return 'parts/ are shared by features and know none of them';
  if (from.startsWith('renderer/ui/') && isUnder(target, ['renderer/features/'])) return 'parts in ui/ know no feature';
  return undefined;
}

function judgeShipping(target: Target, { shippedPackages }: ImportRules, layer: Layer): string | undefined {
  if (target.kind !== 'package' || target.name === 'electron' || layer === 'scripts') return undefined;
  return shippedPackages.includes(target.name) ? undefined : 'the package is not among the dependencies in package.json';
}

function resolveTarget(from: string, specifier: string): Target {
  const name = specifier.replace(/[?#].*$/, '');
  if (name.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(from), name) };
  if (name.startsWith('/') || name.startsWith('file:')) return { kind: 'file', path: name };
  const parts = name.split('/');
  const packageName = name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? name);
  if (name.startsWith('node:') || builtinModules.includes(name) || builtinModules.includes(packageName)) return { kind: 'node' };
  return { kind: 'package', name: packageName };
}

function isPackage(target: Target, names: readonly string[]): boolean {
  return target.kind === 'package' && names.some((name) => target.name === name || target.name.startsWith(`${name}/`));
}

/** Entries that end in a slash are folders; others are single files. */
function isUnder(target: Target, entries: readonly string[]): boolean {
  return target.kind === 'file' && entries.some((entry) => (entry.endsWith('/') ? target.path.startsWith(entry) : target.path === entry));
}

function featureFolderOf(path: string): string | undefined {
  return /^renderer\/features\/[^/]+\//.exec(path)?.[0];
}
