import tseslint from 'typescript-eslint'
import importDirection from './.eslint/import-direction.js'

const clock = "The time comes from the caller's clock (ctx.now, ctx.today), which tests can set."

const machine =
  'A busy machine must not change the verdict of a test: count, look at the order, measure processor time (test/support/longest-work.ts), or wait (until, notBefore in test/support/wait.ts).'
const clockRead =
  ":matches(CallExpression[callee.object.name='Date'][callee.property.name='now'], CallExpression[callee.object.name='performance'], CallExpression[callee.property.name='getTime'][callee.object.type='NewExpression'][callee.object.arguments.length=0])"
/** Differences and comparisons with the time of the machine. What is computed from constants sets a time, and is none. */
const timeOfMachine = [
  "MemberExpression[object.name='performance'][property.name='now']",
  "MemberExpression[object.name='process'][property.name='hrtime']",
  `BinaryExpression[operator='-'][right.type='Identifier'] > ${clockRead}.left`,
  `BinaryExpression[operator=/^[<>]=?$/] > ${clockRead}`,
].map((selector) => ({ selector, message: machine }))
/** Less than the quarter of an hour of .mocharc.json would fail on a busy machine. */
const shortTimeout = {
  selector:
    "CallExpression[callee.property.name='timeout'][callee.object.name!='AbortSignal'] > Literal[value<900000]",
  message: 'The quarter of an hour of .mocharc.json is for every test: it only ends a hang.',
}
/** Values of a sentence: a text with a space is words of one language, and its reader may read another. */
const prose = [
  'CallExpression[callee.name=/^(problem|warning)$/]',
  'CallExpression[callee.property.name=/^(fail|tell)$/]',
  'CallExpression[callee.object.name=/Texts$/]',
].map((call) => ({
  selector: `${call} > ObjectExpression :matches(Literal[value=/\\S \\S/], TemplateElement[value.raw=/[a-z] | [a-z]/])`,
  message: 'Words of ours are a phrase (src/texts), which has them in each language.',
}))
/** The files that look at the time of the machine, and why. */
const timed = [
  'test/support/wait.ts', // ends a wait for what never comes
  'test/support/{times,front}.ts', // tell how long something took
  'test/run/processes.ts', // tells how long one process was alone
  'test/clients/main.ts', // prints how long it took
  'test/hostile/**', // waits count in the long form only, which judge() tests
  'test/faults/**', // waits count in the long form only
  'test/inspection/fuzz.ts', // runs for a while, and names files that take long; no test
  'test/db/pace.test.ts', // the pace is a share of real time: ratios of times of the same moment, and no bound above
]

export default tseslint.config(
  { ignores: ['src/generated/', 'var/', 'dist/', 'openapi/'] },
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
    ignores: ['src/main.ts', 'src/process/{main,serve}.ts', 'src/cli/**', 'src/client/command/**'],
    // The server writes structured lines to its log. Only commands print to the terminal.
    rules: { 'no-console': 'error' },
  },
  { files: ['src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...prose] } },
  {
    files: ['src/{actions,access,queries,presenters,events,domain}/**/*.ts'],
    rules: {
      // No query in a loop: one statement for all records is faster.
      'no-await-in-loop': 'error',
      'no-restricted-syntax': [
        'error',
        ...prose,
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: clock },
        { selector: "MemberExpression[object.name='Date'][property.name='now']", message: clock },
      ],
    },
  },
  // A longer handler needs a function in domain/.
  { files: ['src/actions/**/*.ts'], rules: { 'max-lines': ['error', 100] } },
  { files: ['test/**/*.ts', 'bench/**/*.ts'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
  { files: ['test/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...timeOfMachine, shortTimeout] } },
  { files: timed, rules: { 'no-restricted-syntax': ['error', shortTimeout] } },
)
