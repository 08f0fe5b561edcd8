import type { ActionId } from '../../../generated/actions.ts'
import { buttonForm, type Button } from '../../parts/button/part.ts'
import type { Child } from '../../parts/html.ts'
import { allows, formPath, type AppRequest } from '../../request.ts'

/**
 * A button that asks whether an action is to be done with an input that the page knows. It skips the form, whose fields
 * would say nothing more.
 *
 * @param back the address of the page that follows
 */
export const askButton = (
  request: AppRequest,
  id: ActionId,
  input: Record<string, string>,
  back: string,
  button: Button,
): Child => allows(request, id) && buttonForm(formPath(request, id), button, { ...input, ...asking(back) })

/** The controls that lead a form straight to its question. */
export const asking = (back: string): Record<string, string> => ({ '~step': 'review', '~back': back })
