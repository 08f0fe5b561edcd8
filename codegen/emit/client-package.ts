import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'fflate'
import ts from 'typescript'
import type { Contract, JsonObject } from '../model.ts'
import { tar } from '../tar.ts'
import { clientReadme, guideFile } from './client-readme.ts'

const name = '@rollcall/client'
const folder = 'src/client'
/** The command, which needs Node: nothing of the client imports it, so it has no types. */
const commandFolder = `${folder}/command`

/**
 * The package of the client, as npm installs it. The same contract and code give the same bytes on every machine,
 * because npm notes a hash of them: all processes of a service must hand out the same file. So it is not compressed by
 * zlib, whose output depends on the processor.
 *
 * @param generated the modules that codegen made for the client, by path
 * @param root the root of the tree
 */
export async function clientPackage(
  contract: Contract,
  document: JsonObject,
  generated: Record<string, string>,
  root: string,
): Promise<Buffer> {
  const { version: revision } = document['info'] as { version: string }
  const version = packageVersion(revision)
  const modules = { ...modulesIn(root, folder), ...generated }
  const files = {
    'package.json': `${JSON.stringify(manifest(version), null, 2)}\n`,
    'README.md': await clientReadme(contract, readFileSync(join(root, guideFile), 'utf8'), {
      revision,
      version,
    }),
    ...filesOf(modules, compile),
    ...filesOf(modulesIn(root, commandFolder), script),
  } as Record<string, string>
  const paths = Object.keys(files).sort()
  const archive = tar(Object.fromEntries(paths.map((path) => [`package/${path}`, files[path]!])))
  return Buffer.from(gzipSync(archive, { level: 9, mtime: 0 }))
}

function modulesIn(root: string, place: string): Record<string, string> {
  const names = readdirSync(join(root, place)).filter((file) => file.endsWith('.ts'))
  return Object.fromEntries(names.map((file) => [file, readFileSync(join(root, place, file), 'utf8')]))
}

function filesOf(modules: Record<string, string>, make: typeof compile): Record<string, string> {
  return Object.assign({}, ...Object.entries(modules).map(([file, text]) => make(basename(file), text)))
}

/**
 * A version for npm, which orders packages by it: `1.<revision>.0`. The contract has no semantic versions, because
 * within v1 it only grows.
 *
 * @param revision `info.version` of the document
 */
export function packageVersion(revision: string): string {
  if (!/^[1-9]\d*$/.test(revision) || !Number.isSafeInteger(Number(revision)))
    throw new Error(
      `info.version must be a whole number, to make a version of the client package: ${revision}`,
    )
  return `1.${revision}.0`
}

function manifest(version: string): object {
  return {
    name,
    version,
    description: 'Every action of the Rollcall API as a typed function.',
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    main: './index.js',
    types: './index.d.ts',
    bin: { rollcall: './rollcall.js' },
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
  }
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  strict: true,
  verbatimModuleSyntax: true,
}

/** The JavaScript of a module, if it has any, and its types. They are made from this file alone, which takes no time. */
function compile(file: string, text: string): Record<string, string> {
  const alone = { ...options, declaration: true, isolatedDeclarations: true }
  const types = ts.transpileDeclaration(text, {
    compilerOptions: alone,
    fileName: file,
    reportDiagnostics: true,
  })
  return { ...script(file, text), [`${nameOf(file)}.d.ts`]: textOf(file, types) }
}

/** The JavaScript of a module, if it has any. */
function script(file: string, text: string): Record<string, string> {
  const made = ts.transpileModule(text, { compilerOptions: options, fileName: file, reportDiagnostics: true })
  const code = textOf(file, made)
  const hasCode = code.replace(/^\/\/.*$/gm, '').trim() !== 'export {};'
  return hasCode ? { [`${nameOf(file)}.js`]: code } : {}
}

const nameOf = (file: string): string => file.replace(/\.ts$/, '')

function textOf(file: string, { outputText, diagnostics = [] }: ts.TranspileOutput): string {
  const [problem] = diagnostics
  if (!problem) return withPlaces(outputText)
  throw new Error(`${folder}/${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`)
}

/** In the package all modules are in one folder, and are JavaScript. */
function withPlaces(text: string): string {
  return text.replace(/(\bfrom ')\.[^']*?([\w-]+)\.ts'/g, "$1./$2.js'")
}
