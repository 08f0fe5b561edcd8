import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'fflate'
import ts from 'typescript'
import type { Contract, JsonObject } from '../model.ts'
import { tar } from '../tar.ts'
import { clientReadme, guideFile } from './client-readme.ts'

const name = '@rollcall/client'
const folder = 'src/client'

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
  const written = readdirSync(join(root, folder)).filter((file) => file.endsWith('.ts'))
  const sources = {
    ...Object.fromEntries(written.map((file) => [file, readFileSync(join(root, folder, file), 'utf8')])),
    ...generated,
  }
  const files = {
    'package.json': `${JSON.stringify(manifest(version), null, 2)}\n`,
    'README.md': await clientReadme(contract, readFileSync(join(root, guideFile), 'utf8'), {
      revision,
      version,
    }),
    ...Object.assign({}, ...Object.entries(sources).map(([file, text]) => compile(basename(file), text))),
  } as Record<string, string>
  const paths = Object.keys(files).sort()
  const archive = tar(Object.fromEntries(paths.map((path) => [`package/${path}`, files[path]!])))
  return Buffer.from(gzipSync(archive, { level: 9, mtime: 0 }))
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
  const started = { compilerOptions: options, fileName: file, reportDiagnostics: true }
  const script = ts.transpileModule(text, started)
  const alone = { ...options, declaration: true, isolatedDeclarations: true }
  const types = ts.transpileDeclaration(text, { ...started, compilerOptions: alone })
  const [problem] = [...(script.diagnostics ?? []), ...(types.diagnostics ?? [])]
  if (problem)
    throw new Error(`${folder}/${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`)
  const module = file.replace(/\.ts$/, '')
  const hasCode = script.outputText.replace(/^\/\/.*$/gm, '').trim() !== 'export {};'
  return {
    ...(hasCode && { [`${module}.js`]: withPlaces(script.outputText) }),
    [`${module}.d.ts`]: withPlaces(types.outputText),
  }
}

/** In the package all modules are in one folder, and are JavaScript. */
function withPlaces(text: string): string {
  return text.replace(/(\bfrom ')\.[^']*?([\w-]+)\.ts'/g, "$1./$2.js'")
}
