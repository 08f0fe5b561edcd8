/**
 * An assistant knows actions by the names of their tools: `org/people.list` in a text for everybody is
 * `org_people_list` to it.
 *
 * @param isTool whether an action has this operation id
 */
export function withToolNames(text: string, isTool: (id: string) => boolean): string {
  return text.replace(/\b[a-z]+\/[a-z_]+(?:\.[a-z_]+)*\b/g, (name) => {
    const id = name.replace(/[/.]/g, '_')
    return isTool(id) ? id : name
  })
}
