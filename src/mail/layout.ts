import { render, templates } from '../html/html.ts'
import { onOneLine, type Letter } from './letter.ts'

const html = templates()

/** A letter as HTML and as plain text. What it says is escaped by construction. */
export function layOut(letter: Letter): { html: string; text: string } {
  const clean = oneLined(letter)
  return { html: render(toHtml(clean)), text: toText(clean) }
}

function oneLined({
  paragraphs,
  list = [],
  notes,
  ...rest
}: Letter): Required<Omit<Letter, 'link' | 'logo'>> & Letter {
  return {
    ...rest,
    subject: onOneLine(rest.subject),
    title: onOneLine(rest.title),
    paragraphs: paragraphs.map(onOneLine),
    list: list.map(onOneLine),
    notes: notes.map(onOneLine),
    footer: onOneLine(rest.footer),
  }
}

/** Programs for mail know few styles, and only in the elements themselves. */
const styles = {
  body: 'margin:0;padding:24px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px',
  logo: 'display:block;border:0',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.3',
  text: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:12px 20px;background:#065f46;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:600',
  address: 'margin:0 0 16px;font-size:13px;color:#52525b;word-break:break-all',
  footer: 'max-width:560px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#52525b',
}

function toHtml(letter: ReturnType<typeof oneLined>): ReturnType<typeof html> {
  const { language, logo, subject, title, paragraphs, list, link, notes, footer } = letter
  return html`<html lang=${language} dir="ltr">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${subject}</title>
    </head>
    <body style=${styles.body}>
      <div role="main" style=${styles.card}>
        ${logo && html`<p style=${styles.text}><img src=${logo} alt="" width="56" height="56" style=${styles.logo} /></p>`}
        <h1 style=${styles.title}>${title}</h1>
        ${paragraphs.map((text) => html`<p style=${styles.text}>${text}</p>`)}
        ${
          list.length > 0 &&
          html`<ul>
            ${list.map((text) => html`<li>${text}</li>`)}
          </ul>`
        }
        ${
          link &&
          html`<p style=${styles.text}><a href=${link.url} style=${styles.button}>${link.label}</a></p>
            <p style=${styles.address}>${link.url}</p>`
        }
        ${notes.map((text) => html`<p style=${styles.text}>${text}</p>`)}
      </div>
      <p style=${styles.footer}>${footer}</p>
    </body>
  </html>`
}

function toText({ title, paragraphs, list, link, notes, footer }: ReturnType<typeof oneLined>): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(list.length > 0 ? [list.map((line) => `- ${line}`).join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...notes,
    `-- \n${footer}`,
  ]
  return `${blocks.join('\n\n')}\n`
}
