import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { AnswerFilter } from "~/models/foundation/custom-field/answer-filter"
import { answersOf, listAnswering } from "~/models/foundation/custom-field/answers.server"
import {
  answerText,
  type CustomAnswers,
  type CustomField,
} from "~/models/foundation/custom-field/custom-field"
import { groupBy } from "~/utils/group-by"

// What the school's own fields say of guardians, as a list of families shows it, narrows by it and is ordered by it.

/**
 * The families whose own answers pass a filter and one of whose guardians passes all it asks of guardians; undefined when it
 * asks neither.
 */
export function familiesAnswering(actor: Actor, filter: AnswerFilter): Set<string> | undefined {
  const ofFamily = listAnswering(actor, "family", filter)
  const guardians = listAnswering(actor, "guardian", filter)
  if (!guardians) return ofFamily
  const found = guardianFamilies(actor, [...guardians]).map(({ familyId }) => familyId)
  return new Set(ofFamily ? found.filter((familyId) => ofFamily.has(familyId)) : found)
}

/** Answers of guardians as those of their families: of the first guardian in the family's order who has one. */
export function asFamilyAnswers(
  actor: Actor,
  answers: readonly { subjectId: string; value: string }[],
): { subjectId: string; value: string }[] {
  const values = new Map(answers.map(({ subjectId, value }) => [subjectId, value]))
  const first = new Map<string, string>()
  for (const { id, familyId } of guardianFamilies(actor, [...values.keys()]))
    if (!first.has(familyId)) first.set(familyId, values.get(id) ?? "")
  return [...first].map(([subjectId, value]) => ({ subjectId, value }))
}

/** What the guardians of some families answer to the fields that the list shows, as text, each answer once. */
export function guardianTexts(
  actor: Actor,
  fields: readonly CustomField[],
  familyIds: readonly string[],
): (familyId: string) => CustomAnswers | undefined {
  if (fields.length === 0) return () => undefined
  const guardians = askAll<{ id: string; familyId: string }>(sql`
    select g.id, g.family_id as familyId from json_each(${JSON.stringify(familyIds)}) asked
    cross join guardians g on g.school_id = ${actor.school.id} and g.family_id = asked.value
    order by g.family_id, g.position, g.id`)
  const answers = answersOf(
    actor,
    guardians.map(({ id }) => id),
  )
  const byFamily = groupBy(guardians, ({ familyId }) => familyId)
  return (familyId) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const texts = (byFamily.get(familyId) ?? []).flatMap(({ id }) => {
          const value = answers.get(id)?.[field.id]
          return value === undefined ? [] : [answerText(field, value)]
        })
        return texts.length > 0 ? [[field.id, [...new Set(texts)].join(", ")]] : []
      }),
    )
}

/** The families of some guardians, each family's guardians in its order. */
const guardianFamilies = (actor: Actor, ids: readonly string[]) =>
  askAll<{ id: string; familyId: string }>(sql`
    select g.id, g.family_id as familyId from json_each(${JSON.stringify(ids)}) asked
    cross join guardians g on g.school_id = ${actor.school.id} and g.id = asked.value
    order by g.family_id, g.position, g.id`)
