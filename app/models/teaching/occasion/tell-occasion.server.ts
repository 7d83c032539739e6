import { db } from "db/client.server"
import { students } from "db/schema/people"
import { occasionGuests } from "db/schema/teaching-occasions"
import { and, eq, inArray } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import type { Occasion } from "./find-occasion.server"
import { kindLabels, whenText } from "./occasion"

// The emails about an event: one to each person, however many of their children are invited.

type What = MailData["occasion"]["what"]

/** Tells the families of these students; answers how many people were written to. */
export function tellFamilies(
  actor: Actor,
  occasion: Occasion,
  what: What,
  studentIds: readonly string[],
): number {
  const names = new Map(
    db()
      .select({ id: students.id, firstName: students.firstName })
      .from(students)
      .where(and(own(actor, students), inArray(students.id, [...studentIds])))
      .all()
      .map(({ id, firstName }) => [id, firstName]),
  )
  const people = new Map<
    string,
    { name: string; hasPages: boolean; zone: string | null; students: string[] }
  >()
  for (const [studentId, contacts] of listContacts(actor, studentIds))
    for (const { name, email, hasPages, zone } of contacts) {
      const known = people.get(email) ?? { name, hasPages, zone, students: [] }
      people.set(email, { ...known, students: [...known.students, names.get(studentId) ?? ""] })
    }
  for (const [recipient, { name, hasPages, zone, students: children }] of people)
    queueMail({
      template: "occasion",
      schoolId: actor.school.id,
      recipient,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        what,
        title: occasion.title,
        kind: kindLabels[occasion.kind],
        students: children.filter(Boolean).sort(),
        when: withOwnTime(whenText(occasion), occasion, zone),
        where: occasion.where,
        note: what === "canceled" ? occasion.cancelReason : occasion.note,
        occasionId: occasion.id,
        hasPages,
      },
    })
  db()
    .update(occasionGuests)
    .set({ toldAt: now() })
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.occasionId, occasion.id),
        inArray(occasionGuests.studentId, [...studentIds]),
      ),
    )
    .run()
  return people.size
}
