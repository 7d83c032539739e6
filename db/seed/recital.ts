import { db } from "db/client.server"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { and, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listStudents } from "~/models/people/student/list-students.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listClasses } from "~/models/teaching/class/list-classes.server"
import { addOccasion } from "~/models/teaching/occasion/occasion.server"
import { inviteStudents } from "~/models/teaching/occasion/occasion-guests.server"
import { addEntry } from "~/models/teaching/occasion/program.server"
import { requireAge } from "~/models/teaching/prerequisite/prerequisite.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { mondayOf } from "./harmony-months"

const pieces = [
  ["Minuet in G", "Christian Petzold", 3],
  ["Für Elise", "Ludwig van Beethoven", 4],
  ["Lágrima", "Francisco Tárrega", 3],
  ["The Swan", "Camille Saint-Saëns", 4],
  ["Morning Mood", "Edvard Grieg", 5],
] as const

/** A recital with a program, four Saturdays from now; families saw it before today, so no one is emailed. */
export function planRecital(
  actor: Actor,
  { jonas, marcus }: { jonas: Actor; marcus: Actor },
  todayDate: string,
  roomId: string | undefined,
) {
  const teacherId = findOwnTeacher(marcus)?.id
  const added = addOccasion(actor, {
    kind: "recital",
    title: "Winter recital",
    date: addDays(mondayOf(todayDate), 26),
    startTime: "15:00",
    endTime: "16:30",
    roomId,
    note: "Please be there twenty minutes early. Everyone is welcome to bring guests.",
  })
  if (!added.ok) throw new Error(added.reason)
  const { occasionId } = added
  const children = findPortal(jonas).students.map(({ id }) => id)
  const others = listStudents(actor, { teacherId, status: "active" }).students.map(({ id }) => id)
  const players = [...new Set([...children, ...others])].slice(0, pieces.length)
  const invited = inviteStudents(actor, occasionId, players)
  if (!invited.ok) throw new Error(invited.reason)
  for (const [index, [piece, composer, minutes]] of pieces.entries()) {
    const player = players[index]
    if (player) addEntry(actor, occasionId, { piece, composer, minutes, performers: [player] })
  }
  const at = now() - 86_400_000
  const isOfSchool = eq(occasions.schoolId, actor.school.id)
  db()
    .update(occasions)
    .set({
      publishedAt: at,
      revision: 1,
      news: 1,
      teacherId,
      feeMinor: 1_500,
      feeUntil: addDays(todayDate, 14),
    })
    .where(and(isOfSchool, eq(occasions.id, occasionId)))
    .run()
  db()
    .update(occasionGuests)
    .set({ toldAt: at, toldNews: 1 })
    .where(eq(occasionGuests.occasionId, occasionId))
    .run()
  db()
    .update(occasionGuests)
    .set({ answer: "yes", answeredAt: at })
    .where(
      and(eq(occasionGuests.occasionId, occasionId), inArray(occasionGuests.studentId, players.slice(2))),
    )
    .run()
  const [quartet] = listClasses(actor, { search: "String quartet" }, 1).classes
  if (quartet) requireAge(actor, quartet.id, 9)
}
