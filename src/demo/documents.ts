import { hash } from 'node:crypto'
import type { Runtime } from '../pipeline/runtime.ts'
import type { Call } from './caller.ts'

/** Documents that the company shares with everybody, as texts. */
const shared = [
  {
    title: 'Code of conduct',
    category: 'Policy',
    text: 'Measure twice. Say what you have seen, and nothing else.\n',
  },
  {
    title: 'Handbook for new colleagues',
    category: 'Handbook',
    text: 'Your first week: a desk, a login, and lunch with your team on Wednesday.\n',
  },
]

/** Adds documents in the three steps that every client takes. */
export async function makeDocuments({ files }: Pick<Runtime, 'files'>, call: Call): Promise<void> {
  for (const { title, category, text } of shared) {
    const bytes = Buffer.from(text)
    const name = `${title.toLowerCase().replaceAll(' ', '-')}.txt`
    const { document, upload } = await call('documents_upload_start', {
      subject: { kind: 'company' },
      ...{ title, category },
      file: { name, size: bytes.length, content_type: 'text/plain', sha256: hash('sha256', bytes) },
    })
    await files.send(upload!, bytes)
    await call('documents_upload_finish', { document_id: document.id })
  }
}
