import type { Child } from '../../parts/html.ts'
import { tabs } from '../../parts/tabs/part.ts'
import { pathTo, type AppRequest } from '../../request.ts'
import { webhookTexts } from './texts.ts'

const pages = [
  { name: 'endpoints', path: 'webhooks' },
  { name: 'feed', path: 'webhooks/events' },
] as const

/** Endpoints and the feed, beside each other. */
export function webhookTabs(request: AppRequest, current: (typeof pages)[number]['name']): Child {
  const t = webhookTexts[request.language]
  return tabs(
    t.tabs,
    pages.map(({ name, path }) => ({
      text: t[name],
      href: pathTo(request, path),
      current: name === current,
    })),
  )
}

/** The address of the page of an endpoint. */
export const endpointPath = (request: AppRequest, id: string): string => pathTo(request, `webhooks/${id}`)
