import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { SessionRow } from "~/models/teaching/session/session"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { fixClock } from "~/utils/clock.server"
import { chance, pick } from "./chance"

const minute = 60_000

const sharedNotes = [
  "Bars 9 to 16 slowly, left hand only, five minutes a day.",
  "Good tone today. Keep the wrist loose; two lines of the new piece by next week.",
  "Scales in thirds are even now. Next: the same, softer.",
  "Counted every rest. Play it once with the metronome, once without.",
  "Hands together from bar 17 to 24. Sing the tune before playing it.",
  "New piece chosen. Listen to it twice before next week.",
] as const

/**
 * Takes the register of every session in the period that has ended, as its teacher would have: a few minutes after.
 * Leaves out the sessions for which `isForgotten` is true.
 */
export function takeRegisters(
  actor: Actor,
  from: string,
  to: string,
  options: { until: number; isForgotten?: (session: SessionRow) => boolean },
) {
  for (const session of listSessionsOn(actor, from, to)) {
    if (session.state === "cancelled" || session.endsAt > options.until || options.isForgotten?.(session))
      continue
    fixClock(Math.min(session.endsAt + 4 * minute, options.until))
    const marks = session.students.map(({ id }) => {
      const code = codeOf(id, session)
      return {
        studentId: id,
        code,
        ...(code === "late"
          ? { minutesLate: 5 + Math.floor(chance(id, session.localDate, "late") * 12) }
          : {}),
      }
    })
    const hasNote = chance(session.classId, session.localDate, "note") < 0.3
    const taken = takeRegister(actor, session.id, {
      marks,
      ...(hasNote ? { sharedNote: pick(sharedNotes, session.classId, session.localDate) } : {}),
      ...(hasNote && session.students.length > 1 ? { studentNotes: ofOneStudent(session) } : {}),
    })
    if (!taken.ok)
      throw new Error(`The register of ${session.className} on ${session.localDate}: ${taken.reason}`)
  }
}

const ofOne = [
  "Plays the upper part from next week.",
  "Knows the rhythm by heart. The notes come next.",
] as const

/** In a group, now and then a word about one of them. */
function ofOneStudent({ students, classId, localDate }: SessionRow) {
  const chosen = students[Math.floor(chance(classId, localDate, "own note") * students.length)]
  return chosen ? { [chosen.id]: { shared: pick(ofOne, classId, localDate) } } : {}
}

/** Mostly present; some people are late or away more often than others. */
function codeOf(studentId: string, session: SessionRow): MarkCode {
  const habit = 0.05 + chance("habit", session.className, session.kind === "private" ? "" : studentId) * 0.09
  const luck = chance(session.className, session.localDate, studentId.slice(0, 0))
  if (luck < habit * 0.4) return "absent"
  if (luck < habit) return "excused"
  if (luck < habit + 0.05) return "late"
  return "present"
}
