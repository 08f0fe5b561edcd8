import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isPublicAddress, RefusedAddress } from './addresses.ts'

/** Finds all addresses of a name, in the form of `lookup` of `node:dns` with `all`. */
export type Lookup = (
  name: string,
  options: object,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Milliseconds for an answer, and how often a server is asked. */
const asking = { timeout: 1000, tries: 2 }
/** Answers that there is no such name, or that it has no address of one kind. */
const nothing = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the name servers of this machine, and no file of it: a name that others chose is one of the internet. Unlike Node's
 * `lookup` it holds no thread while it waits. There are four for all work of the process, and a name whose server never
 * answers would hold one for many seconds.
 */
export const askNameServers: Lookup = (name, _options, done) => {
  addressesOf(name).then(
    (addresses) => done(null, addresses),
    (error: NodeJS.ErrnoException) => done(error, []),
  )
}

/** A new resolver knows the name servers of now. */
async function addressesOf(name: string): Promise<LookupAddress[]> {
  const resolver = new Resolver(asking)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length > 0) return found
  const isAnswered = [four, six].some(isAnswer) || (await works(resolver))
  throw Object.assign(new Error('The name has no address.'), { code: isAnswered ? 'ENOTFOUND' : 'ESERVFAIL' })
}

/** Tells whether our own name servers do their work, when those of a name do not: they know of the root. */
const works = async (resolver: Resolver): Promise<boolean> =>
  isAnswer((await Promise.allSettled([resolver.resolveNs('.')]))[0])

const isAnswer = (asked: PromiseSettledResult<unknown>): boolean =>
  asked.status === 'fulfilled' || nothing.has(String((asked.reason as NodeJS.ErrnoException).code))

/** The number of addresses of a name that are looked at and used. An answer has room for 4,000 of each kind. */
const mostAddresses = 64

/**
 * The addresses of a name. If one of them is not public, none is used: whoever set it up means the others no better. Of a
 * name with very many, the first ones are: to look at all would hold up everybody else.
 *
 * @throws RefusedAddress
 */
export const publicAddressesOf = (name: string, lookup: Lookup): Promise<string[]> =>
  new Promise((done, fail) =>
    lookup(name, { all: true }, (error, found) => {
      const addresses = found?.slice(0, mostAddresses).map(({ address }) => address)
      if (error) fail(error)
      else if (addresses.length > 0 && addresses.every(isPublicAddress)) done(addresses)
      else fail(new RefusedAddress('host_not_public'))
    }),
  )
