import { sql, type Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import { signInMethods as allMethods, type MethodsOn, type SignInMethod } from '../../domain/sign-in.ts'

const select = `
  select sign_in_password as password, sign_in_google as google, sign_in_microsoft as microsoft
    from organizations
   where org_id = $1`

/** The methods that the organization of the transaction has on. */
export async function getMethods(db: Db): Promise<MethodsOn> {
  const [row] = await db.query<MethodsOn>(select, [db.orgId])
  return row!
}

/** Like `getMethods`, and locks the organization: two calls could otherwise each turn off what the other one leaves. */
export async function lockMethods(db: Db): Promise<MethodsOn> {
  const [row] = await db.query<MethodsOn>(`${select} for no key update`, [db.orgId])
  return row!
}

/** A method, as the pages of the organization need it. */
export interface MethodState {
  on: boolean
  /** Tells whether this service offers it. */
  available: boolean
}

/** All methods of the organization of the transaction. One that is on and available can be used. */
export async function signInMethods(
  db: Db,
  offered: ReadonlySet<SignInMethod>,
): Promise<Record<SignInMethod, MethodState>> {
  const on = await getMethods(db)
  const states = allMethods.map((method) => [method, { on: on[method], available: offered.has(method) }])
  return Object.fromEntries(states) as Record<SignInMethod, MethodState>
}

/** Turns the methods that are given on or off. */
export async function updateMethods(
  db: Db,
  { password, google, microsoft }: { [M in SignInMethod]?: boolean | undefined },
  now: Date,
): Promise<void> {
  await db.run(
    sql('organizations').where({ org_id: db.orgId }).update({
      sign_in_password: password,
      sign_in_google: google,
      sign_in_microsoft: microsoft,
      updated_at: now,
    }),
  )
}

export interface Dependents {
  method: SignInMethod
  /** Active members whose own login can use it. */
  linked: number
  /** The number of them with one of the roles whose login has nothing else. */
  privileged_only: number
}

/** Counts the active members of each method. A method that nobody has is left out. */
export function countDependents(db: Db, privileged: readonly Role[]): Promise<Dependents[]> {
  return db.query(
    `with ways as (
       select u.id as user_id, 'password' as method from users u
        where u.org_id = $1 and u.password_hash is not null
       union all
       select i.user_id, i.provider from identities i where i.org_id = $1 and i.account is not null)
     select w.method, count(*)::int as linked,
            count(*) filter (where m.role = any($2::text[]) and w.of_user = 1)::int as privileged_only
       from (select ways.*, count(*) over (partition by ways.user_id) as of_user from ways) w
       join memberships m on m.org_id = $1 and m.user_id = w.user_id and m.status = 'active'
      group by w.method`,
    [db.orgId, privileged],
  )
}

/** The methods with which a login can sign in. */
export interface OwnMethods {
  linked: ReadonlySet<SignInMethod>
  emailVerified: boolean | null
}

export async function getOwnMethods(db: Db, userId: string): Promise<OwnMethods> {
  const [row] = await db.query<{ password: boolean; providers: SignInMethod[]; verified: boolean }>(
    `select u.password_hash is not null as password, u.email_verified_at is not null as verified,
            array(select i.provider from identities i
                   where i.org_id = $1 and i.user_id = u.id and i.account is not null) as providers
       from users u
      where u.org_id = $1 and u.id = $2`,
    [db.orgId, userId],
  )
  const { password, providers, verified } = row!
  return {
    linked: new Set([...(password ? (['password'] as const) : []), ...providers]),
    emailVerified: verified ? true : null,
  }
}
