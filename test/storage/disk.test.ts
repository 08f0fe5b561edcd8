import { storeAwaited } from '../support/documents.ts'
import { useServer } from '../support/server.ts'
import { storageStories } from '../support/storage-stories.ts'

describe('files on the disk', () => {
  const server = useServer({})
  const now = () => server.now ?? new Date()

  storageStories({
    storage: () => server.running.runtime.storage,
    organization: async () => (await server.company()).id,
    announce: (place, size) => storeAwaited(server.db, place, size),
    now,
    later: (minutes) => void (server.now = new Date(now().getTime() + minutes * 60_000)),
  })
})
