import { users } from "db/schema/accounts"
import { members, students, teachers } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { fullName } from "~/utils/names"
import { listContacts } from "../family/contacts.server"
import type { Bearer } from "./proof"

// Who is emailed about a document: its teacher, or the guardians of its student.

type Answered = { kind: string; isAccepted: boolean; validUntil: string | null; reason: string | null }

/** Tells them that the office accepted a document that was handed in. In the caller's transaction. */
export const tellAccepted = (actor: Actor, bearer: Bearer, accepted: Pick<Answered, "kind" | "validUntil">) =>
  tellAnswer(actor, bearer, contactsOf(actor, [bearer]).get(bearer.id) ?? [], {
    ...{ ...accepted, isAccepted: true, reason: null },
  })

/** Tells the member who handed a document in why it was declined: no one else of the family sees it. In the caller's transaction. */
export function tellDeclined(
  actor: Actor,
  bearer: Bearer,
  memberId: string | null,
  declined: { kind: string; reason: string },
) {
  const who = select({ email: users.email, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members, memberId ?? ""), isNull(members.deactivatedAt)))
    .get()
  const email = who?.email
  if (!email || listBounced([{ email }]).length > 0) return
  tellAnswer(actor, bearer, [{ email, name: who.name, hasPages: true }], {
    ...{ ...declined, isAccepted: false, validUntil: null },
  })
}

function tellAnswer(actor: Actor, bearer: Bearer, contacts: readonly Contact[], answered: Answered) {
  const student = bearer.noun === "student" ? find(actor, students, bearer.id) : undefined
  for (const { email, name, hasPages } of contacts)
    mailTo(actor, { email, name }, "document-answered", {
      hasPages,
      isTeacher: !student,
      ...{ whose: student ? fullName(student) : null, ...answered },
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
  const blocked = new Set(listBounced([...found.values()].flat()).map(({ email }) => email))
  return new Map([...found].map(([id, each]) => [id, each.filter(({ email }) => !blocked.has(email))]))
}
