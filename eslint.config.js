import { existsSync, readFileSync, readdirSync } from 'node:fs';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const root = import.meta.dirname;
const electronFiles = ['main', 'window', 'preload', 'port-transport', 'updates'].map((name) => `electron/${name}.ts`);
const pureFiles = JSON.parse(readFileSync(`${root}/tsconfig.pure.json`, 'utf8')).include;
const features = existsSync(`${root}/renderer/features`) ? readdirSync(`${root}/renderer/features`) : [];

/** Parents of an import's path, however many: `../../`. */
const up = '^(?:\\.\\.?/)+';

const bannedSyntax = [
  {
    selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
    message: 'Parse the value with a schema or narrow it with a type guard instead of casting through unknown.',
  },
  { selector: 'CatchClause > BlockStatement[body.length=0]', message: 'Handle the failure, or return what it means here.' },
  { selector: 'ExportDefaultDeclaration', message: 'Export it by its name.' },
];

/** @type {import('eslint').Linter.RulesRecord} */
const strictRules = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/ban-ts-comment': 'error',
  '@typescript-eslint/require-await': 'off',
  'no-empty': ['error', { allowEmptyCatch: false }],
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-restricted-syntax': ['error', ...bannedSyntax],
  eqeqeq: 'error',
};

/**
 * The settings of one layer: what it may not import, with what to use instead. Which globals it may use is for its own
 * compiler project to say; the rules here read types, and reading all files as one project takes a quarter less than layer by layer.
 *
 * @param {string} name
 * @param {string[]} files
 * @param {{ regex: string, message: string }[]} patterns
 * @returns {import('eslint').Linter.Config}
 */
function layer(name, files, patterns) {
  return {
    name,
    files,
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

const noElectron = (/** @type {string} */ instead) => ({ regex: '^electron(?:/|$)', message: instead });
const noNode = (/** @type {string} */ instead) => ({ regex: '^node:', message: instead });
const inRenderer = { regex: `${up}renderer/`, message: 'The window is served, not imported. Share types through shared/.' };

const sharedImports = [
  { regex: '^(?!\\.|zod(?:/|$))', message: 'shared/ uses zod and itself only. Take what comes from outside as a parameter.' },
  { regex: `${up}(?:electron|renderer)/`, message: 'shared/ is below everything. Move what both need into shared/.' },
];
const coreImports = [
  noElectron('The core is plain Node. Take it as a port of CoreHost (electron/core/host.ts).'),
  inRenderer,
  { regex: '^(?:react|react-dom|@base-ui/react|lucide-react|virtua|zustand)(?:/|$)', message: 'Parts of the window live in renderer/.' },
  { regex: '^ws$', message: 'Servers for windows live in electron/serve.ts; the core gets a Transport.' },
];
const shellImports = [
  { regex: '^\\./core/(?!(?:core|host)\\.ts$)', message: 'Shells use electron/core/core.ts and electron/core/host.ts only. Have createCore offer it.' },
  inRenderer,
];
const rendererImports = [
  noNode('The window has no Node. Ask the core through the contract (renderer/core.tsx).'),
  noElectron('The window knows no shell. Ask the core through the contract (renderer/core.tsx).'),
  { regex: `${up}electron/`, message: 'Move what both need into shared/, or ask the core through the contract.' },
];

const longLists = { regex: '^virtua(?:/|$)', message: 'Draw it with VirtualList (renderer/ui/virtual-list.tsx), in which no press is lost while the list scrolls.' };

export default defineConfig(
  { ignores: ['out/', 'node_modules/', '**/node_modules/', 'coverage/', 'test-results/', 'test/fixtures/'] },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs', 'eslint.config.js'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: ['./tsconfig.lint.json'], tsconfigRootDir: root } },
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
    rules: strictRules,
  },
  layer('shared', ['shared/**/*.ts'], sharedImports),
  layer('core', ['electron/core/**/*.ts'], coreImports),
  layer('shell', ['electron/*.ts'], [...shellImports, noElectron('Only the files marked [E] in docs/architecture.md talk to Electron.')]),
  layer('shell', electronFiles, shellImports),
  layer('preload', ['electron/preload.ts'], shellImports),
  layer('renderer', ['renderer/**/*.ts', 'renderer/**/*.tsx'], [...rendererImports, longLists]),
  layer('renderer', ['renderer/ui/virtual-list.tsx'], rendererImports),
  layer('test', ['test/**/*.ts', 'test/**/*.mjs'], [noElectron('Tests run without Electron. Test the core or the browser shell.')]),
  layer('test', ['test/fakes/electron.ts', 'test/fakes/electron-*.ts'], []),
  layer('tools', ['scripts/**/*.mjs', 'vite.config.ts', 'vite.desktop.config.ts', 'eslint.config.js'], []),
  {
    files: pureFiles,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!\\.)', message: 'A pure file imports shared/ and other pure files only. Take the rest as a parameter.' }] },
      ],
      'no-restricted-globals': [
        'error',
        ...['Date', 'performance', 'process', 'crypto', 'globalThis'].map((name) => ({
          name,
          message: 'A pure file has no clock, chance or surroundings. Take the value as a parameter; in folds it comes from the event.',
        })),
      ],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'Take the value as a parameter.' }],
    },
  },
  {
    files: ['shared/**/*.ts', 'electron/core/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.tsx'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-syntax': [
        'error',
        ...bannedSyntax,
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Render elements; the markdown part in renderer/ui/ makes them from text.' },
        { selector: "Property[key.name='dangerouslySetInnerHTML']", message: 'Render elements; the markdown part in renderer/ui/ makes them from text.' },
        {
          selector: 'AssignmentExpression > MemberExpression[property.name=/^(?:innerHTML|outerHTML)$/]',
          message: 'Render elements; the markdown part in renderer/ui/ makes them from text.',
        },
      ],
    },
  },
  ...features.map((feature) =>
    layer('renderer', [`renderer/features/${feature}/*.ts`, `renderer/features/${feature}/*.tsx`], [
      ...rendererImports,
      longLists,
      { regex: `^\\.\\./(?!\\.\\./)|features/(?!${feature}/)`, message: 'Features are independent. Move what both need into renderer/ui/ or shared/.' },
    ]),
  ),
  {
    files: ['test/**/*.ts', 'test/**/*.mjs'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite', 'before', 'after', 'beforeEach', 'afterEach'] }] },
      ],
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
    },
  },
  {
    files: ['scripts/**/*.mjs', 'test/reporter.mjs', 'vite.config.ts', 'vite.desktop.config.ts', 'eslint.config.js'],
    rules: {
      // JSON.parse has no better type in plain JavaScript; the annotations of what it returns are checked all the same.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  {
    files: ['vite.config.ts', 'vite.desktop.config.ts', 'eslint.config.js', 'test/reporter.mjs'],
    rules: { 'no-restricted-syntax': ['error', ...bannedSyntax.filter(({ selector }) => selector !== 'ExportDefaultDeclaration')] },
  },
);
