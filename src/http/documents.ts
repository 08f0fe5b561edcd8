import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type Koa from 'koa'
import { createAsset, sendAsset } from './assets.ts'
import { createReference } from './reference.ts'

const published = join(resolve(import.meta.dirname, '../..'), 'openapi/published')
/** The published OpenAPI document, as JSON text. */
export const documentText = readFileSync(join(published, 'openapi.json'), 'utf8')

/**
 * The contract and its reference, by path. All is compressed once. The pages load nothing from other addresses, so that
 * they work without access to the internet.
 *
 * @param baseUrl the public address of the service
 */
export function createDocuments(
  baseUrl: () => string,
): Record<string, (ctx: Koa.Context) => Promise<void> | void> {
  const document = createAsset('application/json', documentText)
  const reference = createReference(baseUrl)
  return {
    '/v1/openapi.json': async (ctx) => sendAsset(ctx, await document),
    // There is no app yet.
    '/': (ctx) => ctx.redirect('/docs'),
    '/docs': reference,
    '/docs/*page': reference,
  }
}
