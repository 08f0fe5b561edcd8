import type Koa from 'koa'
import { render } from '../html/html.ts'
import { languageFor } from '../pages/language.ts'
import { sendHtml } from '../pages/send.ts'
import { html, type Examples, type Language } from './parts/html.ts'
import { withScripts } from './scripts.ts'
import { stylesheet } from './stylesheet.ts'
import { examples as badge } from './parts/badge/examples.ts'
import { examples as button } from './parts/button/examples.ts'
import { examples as checklist } from './parts/checklist/examples.ts'
import { examples as chart } from './parts/chart/examples.ts'
import { examples as confirm } from './parts/confirm/examples.ts'
import { examples as day } from './parts/day/examples.ts'
import { examples as diff } from './parts/diff/examples.ts'
import { examples as empty } from './parts/empty/examples.ts'
import { examples as fault } from './parts/fault/examples.ts'
import { examples as field } from './parts/field/examples.ts'
import { examples as filters } from './parts/filters/examples.ts'
import { examples as figures } from './parts/figures/examples.ts'
import { examples as graph } from './parts/graph/examples.ts'
import { examples as guard } from './parts/guard/examples.ts'
import { examples as head } from './parts/head/examples.ts'
import { examples as icon } from './parts/icon/examples.ts'
import { examples as list } from './parts/list/examples.ts'
import { examples as live } from './parts/live/examples.ts'
import { examples as money } from './parts/money/examples.ts'
import { examples as more } from './parts/more/examples.ts'
import { examples as notice } from './parts/notice/examples.ts'
import { examples as portrait } from './parts/portrait/examples.ts'
import { examples as picker } from './parts/picker/examples.ts'
import { examples as split } from './parts/split/examples.ts'
import { examples as secret } from './parts/secret/examples.ts'
import { examples as shortcuts } from './parts/shortcuts/examples.ts'
import { examples as swatches } from './parts/swatches/examples.ts'
import { examples as table } from './parts/table/examples.ts'
import { examples as tabs } from './parts/tabs/examples.ts'
import { examples as timeline } from './parts/timeline/examples.ts'
import { examples as tree } from './parts/tree/examples.ts'

/** All parts with their examples. The shell has none: every page of the app is one. */
export const parts: Readonly<Record<string, Examples>> = {
  head,
  button,
  icon,
  badge,
  notice,
  field,
  picker,
  portrait,
  filters,
  confirm,
  guard,
  table,
  list,
  live,
  split,
  tabs,
  timeline,
  figures,
  graph,
  chart,
  swatches,
  fault,
  tree,
  more,
  secret,
  checklist,
  shortcuts,
  diff,
  money,
  day,
  empty,
}

/** One page with every example of every part, as a document. */
export const galleryPage = (language: Language, palette = 'emerald'): string =>
  render(html`
    <html lang=${language} data-palette=${palette} data-shell="ink">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Gallery · Rollcall</title>
        <link rel="icon" href="/docs/icon.svg" />
        <link rel="stylesheet" href=${stylesheet.path} />
      </head>
      <body class="gallery">
        <main id="main">
          ${Object.entries(parts).map(
            ([name, examples]) => html`
              <section class="stack" id=${name} aria-labelledby=${`${name}-part`}>
                <h2 id=${`${name}-part`}>${name}</h2>
                ${Object.entries(examples).map(
                  ([example, write]) =>
                    html`<div class="stack">
                      <p class="fine">${example}</p>
                      ${write(language)}
                    </div>`,
                )}
              </section>
            `,
          )}
        </main>
      </body>
    </html>
  `)

/** `GET /gallery`. */
export function showGallery(ctx: Koa.Context): void {
  ctx.state['action'] = 'app.gallery'
  const language = languageFor(ctx)
  sendHtml(ctx, withScripts(galleryPage(language)), { language, scripts: true })
}
