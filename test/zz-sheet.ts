import { readFileSync, existsSync } from 'node:fs'
import { sharedChromium } from './support/chromium.ts'
import { endings } from './support/endings.ts'
const [look, width, ...groups] = process.argv.slice(2)
const browser = await sharedChromium()
const page = await browser.newPage({ viewport: { width: 1560, height: 900 } })
for (const group of groups) {
  const names = group.split(',').filter((n) => existsSync(`/tmp/shots/${look}/${n}.png`))
  const imgs = names.map((n) => `<div style="max-height:1150px;overflow:hidden;border:2px solid red"><img style="width:${width}px" src="data:image/png;base64,${readFileSync(`/tmp/shots/${look}/${n}.png`).toString('base64')}"></div>`).join('')
  await page.setContent(`<body style="margin:0;background:#888;display:flex;flex-wrap:wrap;gap:6px;align-items:flex-start">${imgs}`)
  await page.waitForTimeout(200)
  await page.screenshot({ path: `/tmp/shots/${look}-${names[0]}.png`, fullPage: true })
}
for (const end of endings) await end()
