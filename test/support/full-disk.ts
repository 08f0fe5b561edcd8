import { Disk } from '../../src/storage/disk.ts'

// A process that may write only small files: for it the disk is full in the middle of a large one.
const [dataDir = '', orgId = '', fileId = ''] = process.argv.slice(2)
const disk = new Disk({ dataDir, secrets: { current: Buffer.alloc(32) }, baseUrl: () => '' })
const place = { orgId, fileId }
const bytes = Buffer.alloc(1_000_000)
const refused = await disk.put(place, bytes).then(
  () => false,
  () => true,
)
console.log(JSON.stringify({ refused, found: await disk.find(place) }))
