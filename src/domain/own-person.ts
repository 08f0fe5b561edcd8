/**
 * The job title with which `setup.init` hires the caller. Only the first person of a company is taken for its founder;
 * for anybody else `-` shows that the title is missing, as it does for a family name.
 *
 * @param given the title in the input
 * @param first whether the company has no people yet
 */
export const titleOfCaller = (
  given: string | undefined,
  first: boolean,
): { title: string; warning: string | null } => {
  if (given !== undefined) return { title: given, warning: null }
  if (first) return { title: 'Founder', warning: null }
  return {
    title: '-',
    warning:
      'No owner_title was given, and you are not the first person here: your job title is "-". Owners, admins ' +
      'and HR correct it with people.correct_job.',
  }
}

/** What decides whether `setup.init` links the caller's login to the person with the same e-mail. */
export type LoginMatch = {
  /** This login is linked to the person already. */
  linked: boolean
  /** Another login is linked to the person. */
  taken: boolean
  /** The person works here today or starts later, perhaps again. */
  stays: boolean
  /** The role of the login allows linking: owners and admins. */
  mayLink: boolean
}

/** Whether to link the login; if somebody else has to do it, a sentence that says who. */
export const decideLink = ({
  linked,
  taken,
  stays,
  mayLink,
}: LoginMatch): { link: boolean; warning: string | null } => {
  const leave = (warning: string) => ({ link: false, warning })
  if (!stays)
    return leave('Your employment here has ended, and this hires nobody again: people.rehire is for that.')
  if (linked) return { link: false, warning: null }
  if (taken)
    return leave(
      'The person with your e-mail belongs to another login. An owner or admin must compare the two.',
    )
  if (!mayLink)
    return leave(
      'Your login is not linked to your person record. Ask an owner or admin to do it with platform/members.link_person.',
    )
  return { link: true, warning: null }
}
