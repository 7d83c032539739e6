import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { mailAbsence, wasJustMailed } from "./absence-mail.server"
import { whenOf } from "./tell-change.server"
import { teachersOf } from "./told-teachers.server"

// Teachers learn by email who can't come to their lessons, and who can after all.

type AbsentFrom = {
  seatId: string
  className: string
  localDate: string
  startTime: string
  startsAt: number
  teacherId: string | null
}

/** Tells the teachers of the sessions to come, in one email each, that a student cannot be there, or can after all. */
export function tellTeachers(
  actor: Actor,
  missed: readonly AbsentFrom[],
  absence: { studentName: string; comes: boolean; text: string | null },
) {
  const toCome = missed.filter(({ startsAt }) => startsAt > now())
  const known = teachersOf(
    actor,
    toCome.map(({ teacherId }) => teacherId),
  )
  for (const [id, teacher] of known) {
    const theirs = toCome.filter(({ teacherId }) => teacherId === id)
    const isPaused = ({ seatId }: AbsentFrom) => wasJustMailed(actor.school.id, teacher.email, seatId)
    const together = theirs.some(isPaused) ? theirs.map((one) => [one]) : [theirs]
    for (const [first, ...others] of together) {
      if (!first) continue
      mailAbsence(actor.school.id, teacher.email, {
        seatId: first.seatId,
        schoolName: actor.school.name,
        recipientName: teacher.name,
        className: first.className,
        when: whenOf(actor, first, teacher.zone),
        ...(others.length
          ? {
              others: others.map((other): [string, string] => [
                whenOf(actor, other, teacher.zone),
                other.className,
              ]),
            }
          : {}),
        ...absence,
      })
    }
  }
}
