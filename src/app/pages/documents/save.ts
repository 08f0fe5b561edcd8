import type { Result } from '../../../actions/action.ts'
import { safeReturnTo } from '../../../domain/return-to.ts'
import { readForm } from '../../../pages/request.ts'
import { linkButton } from '../../parts/button/part.ts'
import { html } from '../../parts/html.ts'
import type { Page } from '../../page.ts'
import { pathTo, perform } from '../../request.ts'
import { documentTexts } from './texts.ts'

/** `POST documents/:id/save`: a link to the file. The browser follows one to this service by itself. */
export const saveDocument: Page = async (request) => {
  const { language, params, side, runtime, organization } = request
  const { back } = await readForm(request, { back: 2000 })
  const id = side === 'manage' ? 'documents_download' : 'documents_me_download'
  const { data } = await perform(request, id, { document_id: params['id']! })
  const { url, file_name } = data as Result<typeof id>
  const own = `${runtime.baseUrl}/`
  if (url!.startsWith(own)) return { to: url!.slice(own.length - 1) }
  const t = documentTexts[language]
  return {
    title: t.ready(file_name),
    lead: t.readyLead,
    body: html`<div class="buttons">
      ${linkButton(url!, { text: t.save, kind: 'main' })}
      ${linkButton(safeReturnTo(back, organization.slug) ?? pathTo(request, 'documents'), { text: t.back })}
    </div>`,
  }
}
