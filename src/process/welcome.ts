import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Demo } from '../demo/demo.ts'

interface Where {
  /** The public address. */
  baseUrl: string
  /** Where this process listens. */
  address: string
  metricsUrl: string | undefined
}

/** The text that `npm start` prints: where everything is, and commands to try. */
export function welcome(where: Where, demo: Demo | undefined, config: Config): string {
  const { baseUrl, metricsUrl } = where
  const lines = [listening(where, config), '']
  if (config.role === 'worker')
    lines.push(...table({ Health: `${where.address}/readyz`, ...(metricsUrl && { Metrics: metricsUrl }) }))
  else
    lines.push(
      ...table({
        'Sign in': `${baseUrl}/sign_in`,
        Reference: `${baseUrl}/docs`,
        Document: `${baseUrl}/v1/openapi.json`,
        MCP: `${baseUrl}/mcp`,
        ...(metricsUrl && { Metrics: metricsUrl }),
      }),
    )
  if (demo) lines.push('', ...introduce(demo, baseUrl, config))
  else if (!config.production) lines.push('', 'Organizations are made with: npm run org -- create --help')
  return `${lines.join('\n')}\n`
}

/**
 * An operator looks for the address of this process, and for the name by which others call it. Somebody who tries
 * Rollcall gets one that a browser takes, too, with the Origin of this service.
 */
function listening(
  { address, baseUrl }: Where,
  { production, host, baseUrl: isNamed, role }: Config,
): string {
  if (role === 'worker') return `Rollcall runs jobs, and listens on ${address} for checks`
  if (isNamed) return `Rollcall listens on ${address} (others call it ${baseUrl})`
  return `Rollcall listens on ${production || host !== '127.0.0.1' ? address : baseUrl}`
}

function introduce({ slug, manage_key, owner }: Demo, baseUrl: string, config: Config): string[] {
  const settings = {
    mcpServers: {
      rollcall: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${manage_key}` } },
    },
  }
  const cookies = join(config.dataDir, 'cookies')
  return [
    'A demo company is ready. Who works there? Paste this:',
    '',
    `  curl -s '${baseUrl}/v1/org/people.list?limit=3' \\`,
    `    -H 'Authorization: Bearer ${manage_key}'`,
    '',
    'Settings for an MCP client:',
    '',
    ...JSON.stringify(settings, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    'Its owner signs in here:',
    '',
    ...table({ Page: `${baseUrl}/${slug}`, 'E-mail': owner.email, Password: owner.password }),
    '',
    'A program does the same with a cookie and the Origin of this service:',
    '',
    `  curl -s -c '${cookies}' '${baseUrl}/auth/sign_in' -H 'Origin: ${baseUrl}' \\`,
    `    -H 'Content-Type: application/json' -d '${JSON.stringify({ organization: slug, ...owner })}'`,
    `  curl -s -b '${cookies}' '${baseUrl}/v1/platform/whoami'`,
    '',
    `All of this is in ${join(config.dataDir, 'demo.json')}, with more keys and logins. The README shows what to do with them.`,
    'Ctrl-C stops the server.',
  ]
}

function table(rows: Record<string, string>): string[] {
  const width = Math.max(...Object.keys(rows).map((label) => label.length)) + 3
  return Object.entries(rows).map(([label, value]) => `  ${label.padEnd(width)}${value}`)
}
