import { randomUUID } from 'node:crypto'
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

/**
 * A button that does at once what needs no question: one more click takes it back, or nothing is lost by it. What is refused, or
 * has a warning, says so on a page of its own.
 *
 * @param back the address of the page that follows
 */
export const doButton = (
  request: AppRequest,
  id: ActionId,
  input: Record<string, string>,
  back: string,
  button: Button,
): Child =>
  allows(request, id) &&
  buttonForm(formPath(request, id), button, {
    ...{ '~step': 'do', '~back': back },
    ...{ '~values': JSON.stringify(input), '~key': randomUUID() },
  })

/** The controls that lead a form straight to its question. */
export const asking = (back: string): Record<string, string> => ({ '~step': 'review', '~back': back })
