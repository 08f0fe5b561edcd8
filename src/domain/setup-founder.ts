import { warning, type Warning } from '../warnings.ts'

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
): { title: string; warnings: Warning<'no_owner_title_given'>[] } => {
  if (given !== undefined) return { title: given, warnings: [] }
  if (first) return { title: 'Founder', warnings: [] }
  return {
    title: '-',
    warnings: [warning('no_owner_title_given', {})],
  }
}

/** Facts that decide whether `setup.init` links the caller's login to the person with the same e-mail. */
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

type LinkWarning = 'own_employment_over' | 'person_of_other_login' | 'login_not_linked'

/** Decides whether to link the login; if somebody else has to do it, a warning that says who. */
export const decideLink = ({
  linked,
  taken,
  stays,
  mayLink,
}: LoginMatch): { link: boolean; warnings: Warning<LinkWarning>[] } => {
  const leave = (code: LinkWarning) => ({ link: false, warnings: [warning(code, {})] })
  if (!stays) return leave('own_employment_over')
  if (linked) return { link: false, warnings: [] }
  if (taken) return leave('person_of_other_login')
  if (!mayLink) return leave('login_not_linked')
  return { link: true, warnings: [] }
}
