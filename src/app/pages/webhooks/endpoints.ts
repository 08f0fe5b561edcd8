import { linkButton } from '../../parts/button/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { list } from '../../parts/list/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, formPath, pathTo } from '../../request.ts'
import { endpointPath, webhookTabs } from './frame.ts'
import { healthOf } from './health.ts'
import { webhookTexts } from './texts.ts'

/** The webhook endpoints of the company, and how each of them is. */
export const endpointsPage: Page = async (request) => {
  const t = webhookTexts[request.language]
  const endpoints = await call(request, 'webhooks_endpoints_list', {})
  const create =
    allows(request, 'webhooks_endpoints_create') &&
    linkButton(formPath(request, 'webhooks_endpoints_create', { back: pathTo(request, 'webhooks') }), {
      text: t.create,
      kind: 'main',
    })
  return {
    title: t.title,
    lead: t.lead,
    actions: endpoints.length > 0 && create,
    body: [
      webhookTabs(request, 'endpoints'),
      endpoints.length === 0
        ? empty(t.none, create)
        : list(
            endpoints.map((endpoint) => ({
              name: endpoint.description || endpoint.url,
              href: endpointPath(request, endpoint.id),
              note: endpoint.description && endpoint.url,
              end: healthOf(request, endpoint),
            })),
          ),
    ],
  }
}
