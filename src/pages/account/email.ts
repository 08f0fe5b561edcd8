import { ApiError } from '../../errors.ts'
import { readForm } from '../request.ts'
import { emailTexts } from '../texts/email.ts'
import { sendAccount } from './account.ts'
import { callAction, type MemberRequest } from './member.ts'
import { redirectWithNotice } from './redirect-with-notice.ts'

/** Sends the link by which the e-mail is changed. */
export async function sendEmailChange(request: MemberRequest): Promise<void> {
  const { new_email: email } = await readForm(request, { new_email: 254 })
  try {
    await callAction(request, 'platform_sign_in_methods_change_email', { email })
  } catch (error) {
    const problem = problemOf(error, request)
    if (problem === undefined) throw error
    request.ctx.state['failure'] = error
    const shown = { problem: emailTexts[request.language].problem, email: { value: email, problem } }
    return sendAccount(request, { ...shown, fields: { new_email: problem } }, 422)
  }
  redirectWithNotice(request, 'email_sent')
}

function problemOf(error: unknown, { language }: MemberRequest): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { problems } = emailTexts[language]
  if (error.code === 'validation_failed') return problems['wrong']
  return problems[error.options.details?.[0]?.code ?? '']
}
