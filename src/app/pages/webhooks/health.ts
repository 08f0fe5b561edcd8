import type { Result } from '../../../actions/action.ts'
import { badge } from '../../parts/badge/part.ts'
import { moment } from '../../parts/day/part.ts'
import type { Child } from '../../parts/html.ts'
import type { AppRequest } from '../../request.ts'
import { webhookTexts } from './texts.ts'

/** An endpoint, as the actions answer it. */
export type Endpoint = Result<'webhooks_endpoints_get'>

/** Health of an endpoint in words: it works, it fails, or it is off, since when and why. */
export function healthOf(
  { language, organization }: AppRequest,
  { enabled, disabled_reason, disabled_at, failing_since, consecutive_failures, last_delivery }: Endpoint,
): Child {
  const t = webhookTexts[language]
  const when = (at: string | null) => at !== null && moment(at, language, organization.timeZone)
  if (!enabled)
    return [
      badge(t.off, disabled_reason === 'failing' ? 'danger' : 'plain'),
      ' ',
      t.since,
      ' ',
      when(disabled_at),
      '. ',
      disabled_reason && t[disabled_reason],
    ]
  if (failing_since !== null)
    return [
      badge(t.fails, 'warn'),
      ' ',
      t.since,
      ' ',
      when(failing_since),
      '. ',
      t.failed(consecutive_failures),
    ]
  if (last_delivery === null) return [badge(t.unused), ' ', t.unusedHelp]
  // One that was turned on again has no failures behind it, and nothing that arrived either.
  if (last_delivery.status === 'failed')
    return [badge(t.untried), ' ', t.lastFailed, ' ', when(last_delivery.at)]
  return [badge(t.works, 'good'), ' ', t.last, ' ', when(last_delivery.at)]
}
