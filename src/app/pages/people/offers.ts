import type { ActionId } from '../../../generated/actions.ts'
import { linkButton, type ButtonKind } from '../../parts/button/part.ts'
import type { Child } from '../../parts/html.ts'
import { allows, formPath, may, type AppRequest } from '../../request.ts'
import { personTexts } from './person-texts.ts'

/** Something that a page offers: a call, with an input that would be complete, and its button. */
export interface Offer {
  action: ActionId
  /** An input by which platform.can decides. */
  input: Record<string, unknown>
  /** The values with which the form is opened. */
  prefill: Record<string, string>
  text: string
  /** The words for screen readers, where several buttons say the same. */
  label?: string
  kind?: ButtonKind
  small?: boolean
}

/**
 * The buttons of those offers that the reader may take up, by offer. One that waits for an approval says so.
 *
 * @param back the page that follows
 */
export async function offered(
  request: AppRequest,
  offers: readonly Offer[],
  back: string,
): Promise<ReadonlyMap<Offer, Child>> {
  const possible = offers.filter(({ action }) => allows(request, action))
  const answers = await may(request, possible)
  const t = personTexts[request.language]
  return new Map(
    possible.flatMap((offer, index): [Offer, Child][] => {
      const answer = answers[index]
      if (!answer?.allowed) return []
      const { action, prefill, text, label, kind, small } = offer
      const waits = answer.needsApproval ? ` (${t.needsApproval})` : ''
      const button = linkButton(formPath(request, action, { ...prefill, back }), {
        text: `${text}${waits}`,
        ...(label !== undefined && { label: `${label}${waits}` }),
        ...(kind && { kind }),
        ...(small && { small }),
      })
      return [[offer, button]]
    }),
  )
}
