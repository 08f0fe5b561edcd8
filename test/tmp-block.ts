import { Site, withKey } from './hostile/site.ts'
const site = await Site.start()
try {
  const company = await site.company()
  const owner = await company.as('owner')
  for (let i = 0; i < 30; i++) await owner.call('org_fields_create', { label: `F${i}`, type: i % 3 ? 'text' : 'number', tier: i%3===1?'job':'public' })
  const custom = (n: number) => Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, i % 3 ? `v${n} ${'x'.repeat(100)}` : n + i]))
  const entry = (n: number, more = {}) => ({ given_name: `G${n}`, family_name: `F${n}`, work_email: `p${n}@x.example`, title: 'T', manager_email: null as string | null, ...more })
  const post = async (path: string, body: unknown, dry = false) => {
    const t = performance.now()
    const r = await fetch(`${site.plain.url}/v1/${path}`, { method: 'POST', body: JSON.stringify(body), headers: { ...owner.headers, 'Content-Type': 'application/json', ...(dry ? { 'Dry-Run': 'true' } : {}) } })
    const text = await r.text()
    return `${r.status} ${(performance.now() - t).toFixed(0)} ms ${text.slice(0, 120)}`
  }
  const measure = async (name: string, work: () => Promise<string>) => {
    let out = ''
    const ms = await site.probe.longest(async () => { out = await work() })
    console.log(name.padEnd(40), ms.toFixed(0).padStart(5), out)
  }
  const people = Array.from({ length: 250 }, (_, n) => entry(n, { custom: custom(n) }))
  await measure('quiet', async () => { await new Promise((r) => setTimeout(r, 500)); return '' })
  const only = process.argv[2]
  await measure('250 new × 30 fields', () => post('org/setup.apply', { people }))
  await measure('the same again', () => post('org/setup.apply', { people }))
  await measure('all values changed', () => post('org/setup.apply', { people: people.map((p, n) => ({ ...p, title: 'U', custom: custom(n + 1000) })) }))
  const chain = Array.from({ length: 250 }, (_, n) => entry(n, { manager_email: n === 0 ? null : `p${n - 1}@x.example`, title: 'U' }))
  await measure('chain of 250', () => post('org/setup.apply', { people: chain }))
  const circle = chain.map((p, n) => (n === 0 ? { ...p, manager_email: 'p249@x.example' } : p)).map((p,n)=>({...p, work_email: 'c'+p.work_email, manager_email: 'c'+p.manager_email}))
  await measure('circle of 250', () => post('org/setup.apply', { people: circle }))
  const csvHead = 'given_name,family_name,work_email,title,' + Array.from({ length: 30 }, (_, i) => `f${i}`).join(',')
  const csvRows = people.map((p, n) => [p.given_name, p.family_name, p.work_email, p.title, ...Object.values(custom(n))].join(','))
  await measure('csv 250 × 30', () => post('org/people.import_csv', { csv: [csvHead, ...csvRows].join('\n') }))
  const fat = csvRows.map((r) => r.replaceAll('x'.repeat(100), 'x'.repeat(200)).slice(0, 4150))
  await measure('csv 1 MiB', () => post('org/people.import_csv', { csv: [csvHead, ...fat].join('\n').slice(0, 1048576) }))
  await measure('csv 1 MiB wrong', () => post('org/people.import_csv', { csv: [csvHead, ...fat.map((r) => r.replaceAll('v', '\ufffd'))].join('\n').slice(0, 740000) }))
  await measure('csv of newlines', () => post('org/people.import_csv', { csv: 'a' + '\n'.repeat(1048570) + 'a' }))
  await measure('csv of commas', () => post('org/people.import_csv', { csv: 'a' + ','.repeat(1048570) + 'a' }))
  await measure('csv of columns', () => post('org/people.import_csv', { csv: Array.from({ length: 170000 }, (_, i) => i.toString(36).padStart(5, 'a')).join(',') }))
  await measure('csv one quote', () => post('org/people.import_csv', { csv: 'a,"' + 'x'.repeat(1048570) }))
  await measure('csv 249 rows of commas', () => post('org/people.import_csv', { csv: csvHead + '\n' + Array.from({ length: 249 }, () => ','.repeat(4100) + 'x').join('\n') }))
  await measure('csv 1 cell', () => post('org/people.import_csv', { csv: csvHead + '\n' + 'x'.repeat(1040000) }))
} finally {
  await site.stop()
}
