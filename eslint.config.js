import tseslint from 'typescript-eslint'
import importDirection from './.eslint/import-direction.js'

const clock = "The time comes from the caller's clock (ctx.now, ctx.today), which tests can set."

export default tseslint.config(
  { ignores: ['src/generated/', 'dist/', 'var/', 'openapi/'] },
  {
    files: ['**/*.{ts,js}'],
    extends: [tseslint.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { rollcall: { rules: { 'import-direction': importDirection } } },
    rules: {
      'rollcall/import-direction': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      eqeqeq: 'error',
      'no-control-regex': 'error',
      'no-empty': 'error',
      'no-unsafe-finally': 'error',
      'no-unsafe-optional-chaining': 'error',
      'no-useless-escape': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Tests and queries often know that a value is there when the compiler does not.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'codegen/**/*.ts'],
    rules: { 'max-lines': ['error', 300], complexity: ['error', { max: 20, variant: 'modified' }] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/{main,process/serve}.ts', 'src/cli/**'],
    // The server writes structured lines to its log. Only commands print to the terminal.
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src/{actions,access,queries,presenters,events,domain}/**/*.ts'],
    rules: {
      // No query in a loop: one statement for all records is faster.
      'no-await-in-loop': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: clock },
        { selector: "MemberExpression[object.name='Date'][property.name='now']", message: clock },
      ],
    },
  },
  // A longer handler needs a function in domain/.
  { files: ['src/actions/**/*.ts'], rules: { 'max-lines': ['error', 100] } },
  { files: ['test/**/*.ts', 'bench/**/*.ts'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
)
