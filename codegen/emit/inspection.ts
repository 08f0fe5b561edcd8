import { join, relative } from 'node:path'
import { build } from 'esbuild'

const source = 'src/inspection/inside/main.ts'
const target = 'src/generated/inspection'
/** Packages that are made for `require`, where a module has none. */
const requireOfModules =
  "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)"

/**
 * The program that looks into files, with the packages that it needs, in a few modules: one of it starts for each file, and most
 * of its time would go into finding and translating a hundred modules. sharp has native code and stays a package.
 */
export async function inspectionProgram(root: string): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [join(root, source)],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: ['sharp'],
    banner: { js: requireOfModules },
    // Nobody needs to be asked what kind of modules these are: that is written in files that the program may not read.
    outExtension: { '.js': '.mjs' },
    outdir: join(root, target),
    write: false,
    logLevel: 'silent',
  })
  return Object.fromEntries(outputFiles.map(({ path, text }) => [relative(root, path), text]))
}
