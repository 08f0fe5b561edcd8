/**
 * Replaces the names of actions in a text by the names of their tools, because assistants know only these:
 * `org/people.list` becomes `org_people_list`. The address `/v1/org/people.list` stays, because tools have none.
 *
 * @param isTool whether an action has this operation id
 */
export function withToolNames(text: string, isTool: (id: string) => boolean): string {
  return text.replace(/(?<![\w/])[a-z]+\/[a-z_]+(?:\.[a-z_]+)*\b/g, (name) => {
    const id = name.replace(/[/.]/g, '_')
    return isTool(id) ? id : name
  })
}
