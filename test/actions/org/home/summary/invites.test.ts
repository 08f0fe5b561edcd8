import { expect } from 'chai'
import { actor, givePassword, type Actor } from '../../../../support/approvals.ts'
import type { Company } from '../../../../support/company.ts'
import { inviteOf } from '../../../../support/invites.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.home.summary: people who are not invited', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  /** What a reader is told of invites, and the people who need one. */
  const told = async ({ key }: Actor) => {
    const { invites, needs } = await key.call('org_home_summary', {})
    return [invites, needs.find(({ kind }) => kind === 'invite_people')?.ids ?? []]
  }

  /** A company in which somebody of HR invites a person who has no login; an admin looks at it. */
  async function invited(): Promise<{ company: Company; admin: Actor; sender: Actor; personId: string }> {
    const company = await server.company()
    const [admin, sender] = [await actor(server, company, 'admin'), await actor(server, company, 'hr')]
    const { id: personId } = await company.person()
    await inviteOf(sender.web, personId)
    expect(await told(admin)).to.deep.equal([{ pending: 1, not_invited: 0 }, []])
    return { company, admin, sender, personId }
  }

  it('are those, too, whose invite has ended with its fourteen days', async () => {
    const { admin, personId } = await invited()
    server.now = new Date('2026-06-29T11:59:59Z')
    expect(await told(admin)).to.deep.equal([{ pending: 1, not_invited: 0 }, []])
    server.now = new Date('2026-06-29T12:00:00Z')
    expect(await told(admin)).to.deep.equal([{ pending: 0, not_invited: 1 }, [personId]])
  })

  it('are those, too, whose invite came from somebody who is shut out, or may invite no longer', async () => {
    const { company, admin, sender, personId } = await invited()
    const membership_id = sender.member.membershipId
    const owner = await company.as('owner')
    await owner.call('platform_members_disable', { membership_id })
    expect(await told(admin)).to.deep.equal([{ pending: 0, not_invited: 1 }, [personId]])
    await owner.call('platform_members_enable', { membership_id })
    expect(await told(admin)).to.deep.equal([{ pending: 1, not_invited: 0 }, []])
    await owner.call('platform_members_set_role', { membership_id, role: 'viewer' })
    expect(await told(admin)).to.deep.equal([{ pending: 0, not_invited: 1 }, [personId]])
  })

  it('are those, too, whose invite went to an address that is theirs no longer, or leads to more than its sender gives', async () => {
    const { company, admin, sender, personId } = await invited()
    await admin.key.call('org_people_update_profile', {
      person_id: personId,
      work_email: 'another@company.example',
    })
    expect(await told(admin)).to.deep.equal([{ pending: 0, not_invited: 1 }, [personId]])
    await inviteOf(sender.web, personId)
    expect(await told(admin)).to.deep.equal([{ pending: 1, not_invited: 0 }, []])
    await company.member('admin', { personId })
    expect(await told(admin)).to.deep.equal([{ pending: 0, not_invited: 1 }, [personId]])
  })

  it('are not those who got another login, and their invites work no longer', async () => {
    const { company, admin, personId } = await invited()
    const member = await company.member('member')
    await givePassword(server, member)
    const link = { membership_id: member.membershipId, person_id: personId }
    const owner = await company.as('owner')
    await owner.call('platform_members_link_person', link)
    expect(await told(admin)).to.deep.equal([{ pending: 0, not_invited: 0 }, []])
    await owner.call('platform_members_link_person', { ...link, person_id: null })
    expect(await told(admin)).to.deep.equal([{ pending: 1, not_invited: 0 }, []])
  })

  it('are not those who have left, and their invites wait for nobody', async () => {
    const { admin, personId } = await invited()
    await admin.key.call('org_people_terminate', { person_id: personId, last_day: '2026-06-15' })
    expect(await told(admin)).to.deep.equal([{ pending: 1, not_invited: 0 }, []])
    server.now = new Date('2026-06-16T00:00:00Z')
    expect(await told(admin)).to.deep.equal([{ pending: 0, not_invited: 0 }, []])
  })
})
