import { safeReturnTo, startOf } from '../../../domain/return-to.ts'
import { readForm } from '../../../pages/request.ts'
import type { Page } from '../../page.ts'
import { perform } from '../../request.ts'

/** `POST language`: the language of the reader's own pages, by the button at the foot of the menu. */
export const chooseLanguage: Page = async (request) => {
  const { language, back } = await readForm(request, { language: 10, back: 2000 })
  await perform(request, 'platform_language_set', { language, scope: 'own' })
  const { slug } = request.organization
  return { to: safeReturnTo(back, slug) ?? startOf(slug) }
}
