import { ApiError, invalid } from '../../../errors.ts'
import type { ActionId } from '../../../generated/actions.ts'
import type { FieldShape } from '../../../generated/forms.ts'
import { readFormBody } from '../../../http/body.ts'
import { requireSameOrigin } from '../../../http/browser.ts'
import { ForeignForm } from '../../../pages/request.ts'
import { runCooperatively } from '../../../streaming/yield.ts'
import { requestTexts } from '../../../texts/requests.ts'
import { inputSize, refuseLarge } from '../../../validation/size.ts'
import type { FormState } from '../../forms/state.ts'
import { isObject, type Values } from '../../forms/values.ts'
import type { AppRequest } from '../../request.ts'

/** Of a form with a file in it, whose signs may be sent as three characters each; and of all others. */
const maxBytes = { file: 4 * 1024 * 1024, form: 1024 * 1024 }
/** 250 people, each with some 60 controls. */
const maxControls = 20_000

/**
 * Refuses a form that another site has sent in this browser.
 *
 * @throws ApiError forbidden
 */
export function requireOwnForm({ ctx, runtime }: AppRequest): void {
  try {
    requireSameOrigin(ctx, runtime.baseUrl)
  } catch (cause) {
    throw new ForeignForm(cause)
  }
}

/**
 * The controls of a form that one of our own pages has sent.
 *
 * @throws ApiError forbidden when another site sent it; 415, 413
 */
export async function readControls(
  request: AppRequest,
  fields: readonly FieldShape[],
): Promise<URLSearchParams> {
  requireOwnForm(request)
  const hasFile = fields.some((field) => field.kind === 'lines' && field.cells)
  return readFormBody(request.ctx, hasFile ? maxBytes.file : maxBytes.form, maxControls)
}

/**
 * Values that a page carries along as JSON.
 *
 * @throws ApiError validation_failed when somebody else wrote them
 */
export async function readCarried(id: ActionId, text: string | undefined): Promise<Values | undefined> {
  if (text === undefined || text === '') return undefined
  await runCooperatively(refuseLarge(Buffer.from(text), inputSize(id)))
  try {
    const value = JSON.parse(text) as unknown
    if (isObject(value)) return value
  } catch (error) {
    if (error instanceof ApiError) throw error
  }
  throw invalid('', 'not_json', requestTexts.notObject())
}

/**
 * The words of searches, the people whose rows are looked for, and the list that gets one more entry. Where something was looked
 * for, the focus stays.
 */
export function searchesIn(
  controls: URLSearchParams,
): Pick<FormState, 'searches' | 'owners' | 'added' | 'focus'> {
  const step = controls.get('~step') ?? ''
  const below = (prefix: string) =>
    [...controls].flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== '' ? [[name.slice(prefix.length), value] as const] : [],
    )
  return {
    searches: new Map(below('~q:')),
    owners: new Map(below('~of:')),
    ...(step.startsWith('find:') && { focus: step.slice('find:'.length) }),
    added: new Set(step.startsWith('add:') ? [step.slice('add:'.length)] : []),
  }
}
