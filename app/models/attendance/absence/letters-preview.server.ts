import { students } from "db/schema/people"
import { and } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { lessonsArrangedParagraphs } from "~/models/foundation/outbox/lessons-arranged"
import { slotValue } from "~/models/teaching/session/clash"
import { listUnread } from "~/models/teaching/session/told.server"
import type { TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { fullName } from "~/utils/names"
import type { AbsentLesson, Choices, Decision } from "./absence"
import { lettersOf } from "./absence-letters.server"
import { isBack } from "./arranged-texts.server"

// What families would read of an absence as it is arranged so far.

const kinds: readonly Decision[] = ["cancel", "move", "substitute"]

/** The letters to families as they would be sent, in groups by the most that changes for them, and whom no email reaches. */
export function previewLetters(
  actor: Actor,
  off: TimeOff,
  lessons: readonly AbsentLesson[],
  choices: Choices,
) {
  const unread = listUnread(
    actor,
    lessons.map(({ id }) => id),
  )
  const told = lessons.flatMap((lesson) => {
    const { choice, by, at } = choices[lesson.id] ?? { choice: "leave" }
    if (choice === "leave") return []
    const substitute = lesson.substitutes.find(({ teacherId }) => teacherId === by)
    const to = lesson.times.find((time) => slotValue(time) === at)
    const knownAt = (reader: string) => unread.get(lesson.id)?.get(reader)
    return [
      {
        ...lesson,
        knownAt,
        isKnown: (reader: string) => choice === "move" && isBack(knownAt(reader), lesson, to),
        choice,
        substitute:
          choice === "substitute" && substitute ? { id: substitute.teacherId, name: substitute.name } : null,
        to: to ?? null,
        isCharged: (lesson.chargeMinor ?? 0) > 0,
        creditUntil: lesson.credits?.until ?? null,
        openAgain: (id: string) => lesson.reopened.find(({ studentId }) => studentId === id)?.until,
        leftOut: new Set(choice === "move" ? to?.leftOut.map(({ id }) => id) : []),
      },
    ]
  })
  const letters = lettersOf(actor, off, told).filter(({ data }) => data.audience === "family")
  const familyOf = readFamilies(
    actor,
    told.flatMap((lesson) => lesson.students.map(({ id }) => id)),
  )
  const most = new Map<string, Decision>()
  for (const { students: people, choice, leftOut } of told)
    for (const { id } of people) {
      const family = familyOf.get(id)?.familyId ?? id
      const known = most.get(family)
      const theirs = leftOut.has(id) ? "cancel" : choice
      if (!known || kinds.indexOf(theirs) < kinds.indexOf(known)) most.set(family, theirs)
    }
  const reached = new Set(
    letters.flatMap(({ studentIds }) => studentIds.map((id) => familyOf.get(id)?.familyId)),
  )
  const groups = kinds.map((kind) => {
    const families = [...most].filter(([family, choice]) => choice === kind && reached.has(family))
    const example = letters.find(({ studentIds }) =>
      families.some(([family]) => familyOf.get(studentIds[0] ?? "")?.familyId === family),
    )
    return {
      kind,
      count: families.length,
      example: example && {
        recipient: example.data.recipientName,
        paragraphs: lessonsArrangedParagraphs(example.data),
        lessons: example.data.lessons,
      },
    }
  })
  const unreached = [...familyOf.values()].filter(({ familyId }) => !reached.has(familyId))
  return {
    families: reached.size,
    groups: groups.filter(({ count }) => count > 0),
    withoutEmail: [...new Set(unreached.map(({ name }) => name))],
  }
}

function readFamilies(actor: Actor, studentIds: readonly string[]) {
  return new Map(
    familiesQuery
      .all(actor, { ids: JSON.stringify([...new Set(studentIds)]) })
      .map(({ id, familyId, ...student }) => [id, { familyId, name: fullName(student) }]),
  )
}

const familiesQuery = query((p: Params<{ ids: string }>, own) =>
  select({
    id: students.id,
    familyId: students.familyId,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(students)
    .where(and(own(students), among(students.id, p.ids))),
)
