import { readFileSync, mkdirSync } from 'node:fs'
import { sharedChromium } from './support/chromium.ts'
import { endings } from './support/endings.ts'
const demo = JSON.parse(readFileSync('/tmp/demo-stories/demo.json', 'utf8'))
const base = demo.base_url
const api = async (name: string, body: object) => {
  const r = await fetch(`${base}/v1/${name}`, { method: 'POST', headers: { Authorization: `Bearer ${demo.manage_key}`, 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  return ((await r.json()) as any).data
}
const people = (await api('org/people.list', {})).people
const one = people.find((p: any) => p.reports_count > 0) ?? people[5]
const units = await api('org/units.list', {})
const approvals = (await api('org/approvals.list', {})).items
const tl = await api('org/people.timeline', { person_id: one.id })
const pages: Record<string, string> = {
  home: 'manage', 'me-home': 'home', people: 'manage/people', person: `manage/people/${one.id}`, chart: 'manage/chart',
  import: 'manage/import', headcount: 'manage/headcount', units: 'manage/units', locations: 'manage/locations', entities: 'manage/legal_entities',
  members: 'manage/members', activity: 'manage/activity', settings: 'manage/settings', fields: 'manage/settings/fields', rules: 'manage/settings/approvals',
  approvals: 'manage/approvals', ...(approvals[0] && { approval: `manage/approvals/${approvals[0].id}` }),
  profile: 'profile', pay: 'pay', team: 'team', 'me-people': 'people', account: 'account',
  hire: 'manage/do/org/people.hire', change: `manage/do/org/people.change_job?person_id=${one.id}`, correct: `manage/do/org/people.correct_job?job_id=${tl.jobs.at(-1).id}&~of:job_id=${one.id}`,
  edit: `manage/do/org/people.update_profile?person_id=${one.id}`, unit: `manage/do/org/units.update?unit_id=${units[2].id}`, terminate: `manage/do/org/people.terminate?person_id=${one.id}`,
  payadd: `manage/do/org/pay.add?person_id=${one.id}`, setup: 'manage/do/org/setup.apply', nowhere: 'manage/nowhere', exportcsv: 'manage/do/org/people.export_csv', gallery: '../gallery',
}
const only = process.argv[2]?.split(',')
const looks: any = { light: { colorScheme: 'light', viewport: { width: 1280, height: 860 } }, dark: { colorScheme: 'dark', viewport: { width: 1280, height: 860 } }, phone: { colorScheme: 'light', viewport: { width: 360, height: 740 } } }
const browser = await sharedChromium()
for (const look of process.argv[3]?.split(',') ?? Object.keys(looks)) {
  const context = await browser.newContext({ baseURL: base, locale: process.argv[4] ?? 'en-GB', ...looks[look] })
  const page = await context.newPage()
  await page.goto(`/${demo.slug}`)
  const who = process.argv[5] ?? 'owner'
  await page.fill('#email', demo[who].email); await page.fill('#password', demo[who].password); await page.keyboard.press('Enter'); await page.waitForURL('**/manage*')
  mkdirSync(`/tmp/shots/${look}`, { recursive: true })
  for (const [name, path] of Object.entries(pages)) {
    if (only && only[0] !== 'all' && !only.includes(name)) continue
    const r = await page.goto(`/${demo.slug}/${path}`)
    if (r!.status() !== 200) console.log(name, r!.status())
    await page.screenshot({ path: `/tmp/shots/${look}/${name}.png`, fullPage: true })
  }
  await context.close()
}
for (const end of endings) await end()
