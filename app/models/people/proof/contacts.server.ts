import { users } from "db/schema/accounts"
import { members, students, teachers } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listReturned } from "~/models/foundation/outbox/returned-address.server"
import { fullName } from "~/utils/names"
import { listContacts } from "../family/contacts.server"
import type { Bearer } from "./proof"

// Who is emailed about a document: its teacher, or the guardians of its student.

/** Tells them what the office said of a document that was handed in, with its reason where it was declined. In the caller's transaction. */
export function tellAnswer(
  actor: Actor,
  bearer: Bearer,
  answered: { kind: string; isAccepted: boolean; validUntil: string | null; reason: string | null },
) {
  const student = bearer.noun === "student" ? find(actor, students, bearer.id) : undefined
  for (const { email, name, hasPages } of contactsOf(actor, [bearer]).get(bearer.id) ?? [])
    queueMail({
      template: "document-answered",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        ...{ schoolName: actor.school.name, recipientName: name, hasPages, isTeacher: !student },
        ...{ whose: student ? fullName(student) : null, ...answered },
      },
    })
}

type Contact = { email: string; name: string; hasPages: boolean }

/** Whom to email about each person, without addresses whose mail came back: of students with guardians the guardians alone. */
export function contactsOf(actor: Actor, rows: readonly Bearer[]): Map<string, Contact[]> {
  const idsOfNoun = (noun: Bearer["noun"]) => rows.flatMap((row) => (row.noun === noun ? [row.id] : []))
  const found = new Map<string, Contact[]>(
    [...listContacts(actor, idsOfNoun("student"))].map(([id, all]) => {
      const adults = all.filter(({ isStudent }) => !isStudent)
      return [id, adults.length > 0 ? adults : all]
    }),
  )
  const ofTeachers = select({
    id: teachers.id,
    name: teachers.name,
    email: teachers.email,
    login: users.email,
    memberId: members.id,
  })
    .from(teachers)
    .leftJoin(members, and(joined(members, teachers.memberId), isNull(members.deactivatedAt)))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, teachers), among(teachers.id, idsOfNoun("teacher"))))
    .all()
  for (const { id, name, email, login, memberId } of ofTeachers) {
    const address = login ?? email
    if (address) found.set(id, [{ email: address.toLowerCase(), name, hasPages: memberId !== null }])
  }
  const blocked = new Set(listReturned([...found.values()].flat()).map(({ email }) => email))
  return new Map([...found].map(([id, each]) => [id, each.filter(({ email }) => !blocked.has(email))]))
}
