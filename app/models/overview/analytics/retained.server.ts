import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { Narrowing } from "./analytics-period"
import type { Counted } from "./counted"
import { narrowedTo } from "./narrow.server"

type Spot = {
  studentId: string
  name: string
  teacherId: string | null
  teacherName: string | null
  instrument: string | null
}

/**
 * The students of the first day by teacher, or by instrument, and where they are on the last: each once for every teacher
 * or instrument they had.
 */
export function listRetained(
  actor: Actor,
  by: "teacher" | "instrument",
  { first, last }: { first: string; last: string },
  narrowing: Narrowing,
): Counted[] {
  const lineOf = (spot: Spot) => (by === "teacher" ? spot.teacherId : spot.instrument) ?? ""
  const later = listSpots(actor, last, {})
  const isStill = new Set(later.map((spot) => `${spot.studentId} ${lineOf(spot)}`))
  const isHere = new Set(later.map(({ studentId }) => studentId))
  const known = new Set<string>()
  return listSpots(actor, first, narrowing).flatMap((spot): Counted[] => {
    const key = `${spot.studentId} ${lineOf(spot)}`
    if (known.has(key)) return []
    known.add(key)
    const became = isStill.has(key) ? "kept" : isHere.has(spot.studentId) ? "moved" : "left"
    return [
      {
        of: ["retained-start", `retained-${became}`],
        page: { noun: "student", id: spot.studentId },
        name: spot.name,
        on: null,
        detail: { kept: "Kept", moved: "Changed", left: "Left" }[became],
        teacher:
          by === "teacher" && spot.teacherId ? { id: spot.teacherId, name: spot.teacherName ?? "" } : null,
        instrument: by === "instrument" ? spot.instrument : null,
        minutes: null,
        amountMinor: null,
      },
    ]
  })
}

/** Who has a spot in which class on a day. Trial lessons are none. */
const listSpots = (actor: Actor, day: string, narrowing: Narrowing) =>
  askAll<Spot>(sql`
    select p.id as studentId, trim(p.first_name || ' ' || p.last_name) as name, t.id as teacherId,
      t.name as teacherName, c.instrument
    from classes c
    cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
      and e.starts_on <= ${day} and (e.ends_on is null or e.ends_on >= ${day})
    cross join students p on p.school_id = e.school_id and p.id = e.student_id
    left join teachers t on t.school_id = c.school_id and t.id = c.teacher_id
    where c.school_id = ${actor.school.id} and c.kind <> 'trial' and (c.ended_on is null or c.ended_on >= ${day})
      ${narrowedTo(narrowing, { teacher: sql`c.teacher_id`, instrument: sql`c.instrument` })}
    order by p.last_name collate nocase, p.first_name collate nocase, p.id, e.starts_on, e.id`)
