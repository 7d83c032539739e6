import type { Actor } from "~/models/foundation/access/actor"
import { listUnreached } from "~/models/foundation/outbox/reach.server"
import { teachersIn } from "~/models/teaching/session/lesson-change"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { teachersOf } from "~/models/teaching/session/teacher-recipients.server"
import { joinNames } from "~/utils/names"

/** Who gets an email about a make-up lesson that the office booked: its teachers whom it reaches. The family knows from the office. */
export function bookingMailText(actor: Actor, sessionId: string): string {
  const ids = listSessionsToTell(actor, [sessionId]).flatMap((session) => teachersIn(session))
  const teachers = [...teachersOf(actor, ids).values()]
  const unreached = listUnreached(
    { template: "session-changed", schoolId: actor.school.id },
    teachers.map(({ email }) => email),
  )
  const names = teachers.filter(({ email }) => !unreached.has(email)).map(({ name }) => name)
  if (names.length === 0) return "No one gets an email about it, so let the family know."
  return `${joinNames(names)} ${names.length === 1 ? "gets" : "get"} an email. The family doesn’t, so let them know.`
}
