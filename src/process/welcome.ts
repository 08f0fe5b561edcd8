import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Demo } from '../demo/demo.ts'

interface Where {
  baseUrl: string
  metricsUrl: string | undefined
}

/** The text that `npm start` prints: where everything is, and commands to try. */
export function welcome({ baseUrl, metricsUrl }: Where, demo: Demo | undefined, config: Config): string {
  const lines = [
    `Rollcall listens on ${baseUrl}`,
    '',
    ...table({
      Reference: `${baseUrl}/docs`,
      Document: `${baseUrl}/v1/openapi.json`,
      MCP: `${baseUrl}/mcp`,
      ...(metricsUrl && { Metrics: metricsUrl }),
    }),
  ]
  if (demo) lines.push('', ...introduce(demo, baseUrl, config))
  else if (!config.production) lines.push('', 'Organizations are made with: npm run org -- create --help')
  return `${lines.join('\n')}\n`
}

function introduce({ slug, manage_key, owner }: Demo, baseUrl: string, config: Config): string[] {
  const settings = {
    mcpServers: {
      rollcall: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${manage_key}` } },
    },
  }
  return [
    'A demo company is ready. Its owner signs in with:',
    '',
    ...table({ Organization: slug, 'E-mail': owner.email, Password: owner.password }),
    '',
    'Who works there? Paste this:',
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
    `All of this is in ${join(config.dataDir, 'demo.json')}, with a second key for the owner's own workspace.`,
    'Ctrl-C stops the server.',
  ]
}

function table(rows: Record<string, string>): string[] {
  const width = Math.max(...Object.keys(rows).map((label) => label.length)) + 3
  return Object.entries(rows).map(([label, value]) => `  ${label.padEnd(width)}${value}`)
}
