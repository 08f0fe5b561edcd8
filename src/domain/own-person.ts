/** What decides whether a login may be joined to the person behind it. */
export type LoginMatch = {
  /** The login is this person's already. */
  linked: boolean
  /** Another login is this person's. */
  taken: boolean
  /** Works here today or starts later. */
  stays: boolean
  /** The login's role may link itself: owners and admins. */
  mayLink: boolean
}

/** Whether setting up links the login, and what it leaves to others, as a sentence; never both. */
export const decideLink = ({
  linked,
  taken,
  stays,
  mayLink,
}: LoginMatch): { link: boolean; warning: string | null } => {
  const leave = (warning: string) => ({ link: false, warning })
  if (!stays)
    return leave(
      'Your employment here has ended, and this hires nobody again. Use people.rehire if you are back.',
    )
  if (linked) return { link: false, warning: null }
  if (taken)
    return leave(
      'The person with your e-mail belongs to another login. Ask an owner or admin to compare the two.',
    )
  if (!mayLink)
    return leave(
      'Your login is not linked to your person record. Ask an owner or admin to do it with members.link_person.',
    )
  return { link: true, warning: null }
}
