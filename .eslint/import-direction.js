import { dirname, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * What each part of src/ may import from the other parts. A part is a folder or a file of src/; if several names fit a
 * file, the longest counts. `type:x` allows only types of x; `*` allows everything, for the parts that compose the
 * others. Apart from generated files, imports go in one direction only. That is why the pipeline gets the handlers as
 * an argument.
 */
const parts = table({
  main: '*',
  process: '*',
  demo: '*',
  cli: '*',
  operator: '*',

  backup: 'operator services personal-data secrets db domain config unfinished type:storage',
  app: 'html pages streaming texts type:actions http pipeline auth validation generated domain errors',
  'app/islands': '',
  oauth: 'texts pages outbound http pipeline queries events auth secrets db domain errors type:generated',
  pages: 'html streaming texts type:actions http pipeline auth validation generated domain errors',
  mcp: 'streaming texts http pipeline auth validation generated domain errors',
  http: 'storage streaming texts pipeline auth validation generated domain errors config',
  config: '',
  auth: 'texts pipeline services access mail validation secrets events queries db domain errors config type:generated',
  pipeline:
    'generated/reactions reactions streaming texts type:actions type:mail type:secrets type:storage validation access presenters queries events db domain errors warnings generated',
  worker:
    'jobs generated/workers queries db domain errors config type:mail type:secrets type:storage type:webhooks',
  webhooks: 'outbound pipeline presenters events secrets queries db domain type:generated',
  jobs: 'services mail pipeline events queries db domain errors config type:secrets type:storage type:webhooks type:generated',
  mail: 'html access queries secrets db domain errors config type:generated',

  actions:
    'streaming texts services views mail access queries presenters events validation secrets db domain errors warnings type:storage type:generated',
  services:
    'streaming texts access queries events validation secrets db domain errors warnings type:actions type:generated',
  views:
    'streaming texts services access queries presenters domain errors warnings type:db type:secrets type:events type:actions type:generated',
  secrets: 'config',
  storage: 'secrets config',
  inspection: 'inspection/inside texts errors',
  'inspection/inside': '',
  outbound: '',
  reactions: 'access queries events db domain type:generated',
  events: 'texts domain errors type:queries type:generated',
  presenters: 'texts access domain errors warnings type:queries type:generated',
  access: 'texts domain errors type:generated',
  queries: 'personal-data streaming db domain errors type:secrets type:generated',

  db: 'embedded-postgres streaming texts domain errors config type:secrets generated/tasks',
  'embedded-postgres': 'unfinished config',
  validation: 'texts generated domain errors',
  'personal-data': 'domain',
  client: 'generated/client-actions type:generated',
  'client/command': 'client type:generated',
  domain: 'errors warnings texts type:generated',
  errors: 'texts generated',
  warnings: 'texts generated',
  texts: 'type:generated',
  streaming: '',
  unfinished: '',
  html: '',
  'generated/handlers': 'actions',
  'generated/client-actions': 'type:client',
  'generated/tasks': '',
  'generated/workers': 'jobs',
  'generated/reactions': 'reactions',
  generated: 'type:actions type:domain type:texts validation',
})

/**
 * Packages that only these parts of src/ (and those with `*`) may import. All parts except domain may import others.
 */
const packages = table({
  koa: 'http mcp pages app oauth',
  preact: 'html',
  htm: 'html',
  'openapi-backend': 'http',
  '@modelcontextprotocol': 'mcp',
  knex: 'db type:queries',
  pg: 'backup db embedded-postgres worker type:jobs type:queries type:auth type:pipeline type:http type:oauth type:webhooks',
  'graphile-worker': 'db worker type:jobs',
  'pg-copy-streams': 'backup',
  'openid-client': 'auth',
  '@zxcvbn-ts': 'validation',
  sharp: 'inspection/inside',
  'file-type': 'inspection/inside',
})

/** For the folders next to src/: the parts of src/ and the packages that they may import. */
const beside = table({
  migrations: 'type:knex',
  codegen: 'packages validation domain texts personal-data',
  test: '*',
  bench: '*',
  '.release': 'packages',
})

function table(rows) {
  return Object.fromEntries(
    Object.entries(rows).map(([name, words]) => [name, words.split(' ').filter(Boolean)]),
  )
}

/** @type {import('eslint').Rule.RuleModule} */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'Imports go in one direction only' },
    schema: [],
    messages: { forbidden: '{{problem}} The table is in .eslint/import-direction.js.' },
  },
  create(context) {
    const from = place(context.filename)
    const check = (node, source, typeOnly) => {
      if (typeof source?.value !== 'string') return
      const problem = judge(from, target(context.filename, source.value), typeOnly)
      if (problem) context.report({ node: source, messageId: 'forbidden', data: { problem } })
    }
    return {
      ImportDeclaration: (node) => check(node, node.source, typesAlone(node, 'importKind')),
      ExportNamedDeclaration: (node) => check(node, node.source, typesAlone(node, 'exportKind')),
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal, true),
    }
  },
}

function typesAlone(node, kind) {
  if (node[kind] === 'type') return true
  return node.specifiers.length > 0 && node.specifiers.every((specifier) => specifier[kind] === 'type')
}

/** The place of a file: `{top: 'src', part: 'queries'}`, `{top: 'test'}` … */
function place(file) {
  const [top, ...rest] = relative(root, file).split(sep)
  if (top !== 'src') return { top }
  const path = rest.join('/').replace(/\.(ts|js|d\.ts)$/, '')
  const known = [...Object.keys(parts), 'generated'].filter(
    (part) => path === part || path.startsWith(`${part}/`),
  )
  return { top, part: known.sort((a, b) => b.length - a.length)[0], path }
}

function target(file, specifier) {
  if (specifier.startsWith('.')) return place(resolve(dirname(file), specifier))
  return { package: specifier }
}

/** What is wrong with the import, or undefined. */
function judge(from, to, typeOnly) {
  if (from.top !== 'src') return judgeBeside(from.top, to, typeOnly)
  for (const { top, part, path } of [from, to])
    if (top === 'src' && part === undefined)
      return `src/${path} is new here: say in the table what it may import.`
  if (to.package !== undefined) return judgePackage(from.part, to.package, typeOnly)
  if (to.top !== 'src') return `src imports nothing from ${to.top}/.`
  if (to.part === from.part) return undefined
  const allowed = parts[from.part]
  return allows(allowed, to.part, typeOnly) ? undefined : refusal(from.part, to.part, allowed)
}

function judgePackage(part, name, typeOnly) {
  if (part === 'domain') return `domain is pure and imports nothing but itself, not ${name}.`
  const owner = Object.keys(packages).find((key) => name === key || new RegExp(`^@?${key}[-/]`).test(name))
  if (owner === undefined || parts[part].includes('*') || allows(packages[owner], part, typeOnly))
    return undefined
  return `${part} may not import ${name}: only ${packages[owner].join(', ')} may.`
}

function judgeBeside(top, to, typeOnly) {
  const allowed = beside[top]
  const name = to.package ?? to.part ?? to.top
  if (allowed === undefined || allows(allowed, name, typeOnly) || (to.top === top && top !== 'migrations'))
    return undefined
  return to.package !== undefined && allowed.includes('packages') ? undefined : refusal(top, name, allowed)
}

function allows(allowed, name, typeOnly) {
  return allowed.includes('*') || allowed.includes(name) || (typeOnly && allowed.includes(`type:${name}`))
}

function refusal(from, to, allowed) {
  if (allowed.includes(`type:${to}`))
    return `${from} may import types of ${to} and nothing else: write import type.`
  return `${from} may not import ${to}; it may import ${allowed.join(', ') || 'nothing but itself'}.`
}
