import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type Koa from 'koa'
import { sessionCookieName } from './browser.ts'

const published = join(resolve(import.meta.dirname, '../..'), 'openapi/published')
/** The published OpenAPI document, as JSON text. */
export const documentText = readFileSync(join(published, 'openapi.json'), 'utf8')
/** A white tick on green. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<rect width="16" height="16" rx="4" fill="#047857"/>
<path d="m4 8 3 3 5-6" stroke="#fff" stroke-width="2" fill="none"/>
</svg>
`

/** The script of the reference page, which codegen takes from redoc and compresses. */
const script = resolve(import.meta.dirname, '../generated/reference.js')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rollcall API</title>
<link rel="icon" href="/docs/icon.svg">
<style>body { margin: 0 }</style>
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript; the document itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
<script src="/docs/redoc.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const start = `Redoc.init('/v1/openapi.json', {
  hideDownloadButton: false,
  expandResponses: '200',
  jsonSampleExpandLevel: 3,
  pathInMiddlePanel: true,
  hideSchemaPattern: true,
  sortPropsAlphabetically: false,
  theme: {
    colors: { primary: { main: '#047857' } },
    typography: {
      fontFamily: 'system-ui, sans-serif',
      headings: { fontFamily: 'system-ui, sans-serif' },
      code: { fontFamily: 'ui-monospace, monospace' },
    },
  },
}, document.getElementById('reference'))
`

/** Not the best quality, 11, which would make the start slower. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

interface Asset {
  type: string
  etag: string
  plain: Buffer
  gzip: Buffer
  br: Buffer
}

/**
 * The contract and its reference page, by path. All is compressed before it is asked for, so that no request waits for
 * that. The page loads nothing from other addresses, so that it works without access to the internet.
 */
export function createDocuments(baseUrl: string): Record<string, (ctx: Koa.Context) => void> {
  const assets: Record<string, Asset> = {
    '/v1/openapi.json': asset('application/json', documentFor(baseUrl)),
    '/docs': asset('text/html; charset=utf-8', page),
    '/docs/icon.svg': asset('image/svg+xml', icon),
    '/docs/start.js': asset('text/javascript; charset=utf-8', start),
  }
  let reference: Asset | undefined
  const serveScript = (ctx: Koa.Context) => send(ctx, (reference ??= readScript()))
  return {
    ...Object.fromEntries(
      Object.entries(assets).map(([path, one]) => [path, (ctx: Koa.Context) => send(ctx, one)]),
    ),
    '/docs/redoc.js': serveScript,
  }
}

/** The document as this server hands it out: with the name that its cookie has. */
function documentFor(baseUrl: string): string {
  return documentText.replaceAll(`"${sessionCookieName('https://')}"`, `"${sessionCookieName(baseUrl)}"`)
}

/** Read when it is first asked for: most processes never need these two megabytes. */
function readScript(): Asset {
  const [plain, gzip, br] = ['', '.gz', '.br'].map((ending) => readFileSync(script + ending)) as Buffer[]
  return { type: 'text/javascript; charset=utf-8', etag: etagOf(plain!), plain: plain!, gzip: gzip!, br: br! }
}

function asset(type: string, content: string): Asset {
  const plain = Buffer.from(content)
  return { type, etag: etagOf(plain), plain, gzip: gzipSync(plain), br: brotliCompressSync(plain, quality) }
}

function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}

function send(ctx: Koa.Context, one: Asset): void {
  ctx.set('ETag', one.etag)
  ctx.set('Cache-Control', 'no-cache')
  ctx.vary('Accept-Encoding')
  if (ctx.path.startsWith('/docs'))
    ctx.set(
      'Content-Security-Policy',
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  ctx.type = one.type
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity')
  if (encoding === 'br' || encoding === 'gzip') ctx.set('Content-Encoding', encoding)
  ctx.body = encoding === 'br' ? one.br : encoding === 'gzip' ? one.gzip : one.plain
}
