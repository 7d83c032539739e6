import { families, guardians } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { answersOf } from "~/models/foundation/custom-field/answers.server"
import { answerText, type FieldNoun, seenBy } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import type { PortalStudent } from "~/models/people/family-access/portal"

type OwnAnswers = { id: string; name: string; rows: { label: string; value: string }[] }

/** What the school's own fields say of a reader's students, and of a guardian and their family, as far as families see it. */
export function listOwnAnswers(actor: Actor, seen: readonly PortalStudent[]): OwnAnswers[] {
  const fields = {
    student: seenBy(listFields(actor, "student"), "family"),
    guardian: seenBy(listFields(actor, "guardian"), "family"),
    family: seenBy(listFields(actor, "family"), "family"),
  }
  const hasAdults = fields.guardian.length + fields.family.length > 0
  const adults = hasAdults ? listOwnGuardians(actor) : []
  const subjects: { noun: Extract<FieldNoun, keyof typeof fields>; id: string; name: string }[] = [
    ...seen.map(({ id, name }) => ({ noun: "student" as const, id, name })),
    ...adults.map(({ id, name }) => ({ noun: "guardian" as const, id, name })),
    ...new Map(adults.map(({ familyId, familyName }) => [familyId, familyName])),
  ].map((subject) =>
    Array.isArray(subject) ? { noun: "family" as const, id: subject[0], name: subject[1] } : subject,
  )
  const asked = subjects.filter(({ noun }) => fields[noun].length > 0)
  const answers = answersOf(
    actor,
    asked.map(({ id }) => id),
  )
  return asked.flatMap(({ noun, id, name }) => {
    const given = answers.get(id) ?? {}
    const rows = fields[noun].flatMap((field) => {
      const value = given[field.id]
      return value === undefined ? [] : [{ label: field.name, value: answerText(field, value) }]
    })
    return rows.length > 0 ? [{ id, name, rows }] : []
  })
}

const listOwnGuardians = (actor: Actor) =>
  select({
    id: guardians.id,
    name: guardians.name,
    familyId: guardians.familyId,
    familyName: families.name,
  })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(and(own(actor, guardians), eq(guardians.memberId, actor.memberId ?? "")))
    .all()
