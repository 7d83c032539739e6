import { classChanges } from "db/schema/teaching-class-changes"
import { sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { add, type Params, query, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { teacherOn } from "../later-teacher/later-teacher"
import { beginsLater } from "../session/begins-later.server"

// What a change of a class's teacher or room remembers so that it can be undone.

const TeacherAndRoom = z.object({ teacherId: z.string().nullable(), roomId: z.string().nullable() })
export type TeacherAndRoom = z.output<typeof TeacherAndRoom>

/** The same of a class, which can have another teacher from a later day on. */
const ClassLines = TeacherAndRoom.extend({
  later: z.object({ teacherId: z.string().nullable(), from: z.string() }).nullable().default(null),
})
export type ClassLines = z.output<typeof ClassLines>

/** A class's teacher and room on a day. */
export const linesOn = (lines: ClassLines, date: string): TeacherAndRoom => ({
  teacherId: teacherOn(lines, date),
  roomId: lines.roomId,
})

/** The same once a day has begun: a later teacher has the class then. */
export const asOn = (lines: ClassLines, day: string): ClassLines =>
  lines.later && lines.later.from <= day ? { ...lines, teacherId: lines.later.teacherId, later: null } : lines

export const isSameLater = (one: ClassLines["later"], other: ClassLines["later"]) =>
  one?.from === other?.from && one?.teacherId === other?.teacherId

/** The same for the activity. */
export const laterFacts = (later: ClassLines["later"]) => ({
  laterTeacherId: later?.teacherId ?? undefined,
  laterFrom: later?.from,
})

export const areSameLines = (one: ClassLines, other: ClassLines) =>
  one.teacherId === other.teacherId && one.roomId === other.roomId && isSameLater(one.later, other.later)

/**
 * The day whose teachers a change is about: that of a later teacher, where there is a new one or none any longer, unless that one has it
 * now already.
 */
export function dayOfChange(was: ClassLines, next: ClassLines, day: string): string {
  const from = isSameLater(was.later, next.later) ? day : ((next.later ?? was.later)?.from ?? day)
  return isSameOn(was, next, from) ? day : from
}

/** The teachers a change is about: whoever has the class, or had it, today or once a later teacher comes, where that is another. */
export function teachersOfChange(was: ClassLines, next: ClassLines, today: string): (string | null)[] {
  const ofDay = (on: string) => [was, next].map((lines) => linesOn(lines, on).teacherId)
  const pairs = [today, was.later?.from, next.later?.from]
    .flatMap((on) => (on && on >= today ? [ofDay(on)] : []))
    .filter(([had, has]) => had !== has)
  return pairs.length > 0 ? pairs.flat() : ofDay(today)
}

const isSameOn = (one: ClassLines, other: ClassLines, date: string) =>
  teacherOn(one, date) === teacherOn(other, date) && one.roomId === other.roomId

/** Whether a lesson is the class's new teacher's, or in its new room. */
export function isGivenBy(
  lesson: TeacherAndRoom & { localDate: string },
  was: ClassLines,
  next: ClassLines,
): boolean {
  const [had, has] = [linesOn(was, lesson.localDate), linesOn(next, lesson.localDate)]
  const isTaken = (line: keyof TeacherAndRoom) => had[line] !== has[line] && lesson[line] === has[line]
  return isTaken("teacherId") || isTaken("roomId")
}

const KeptClassChange = z.object({
  was: ClassLines,
  next: ClassLines,
  lessons: z.array(
    z.object({
      id: z.string(),
      was: TeacherAndRoom,
      left: TeacherAndRoom,
      /** Why it stayed where it was, and despite what, with the teacher it had. */
      kept: z.object({ keptReason: z.string().nullable(), keptDespite: z.string().nullable() }).optional(),
    }),
  ),
  accepted: z.array(z.object({ sessionId: z.string(), resourceId: z.string(), reason: z.string() })),
})
export type KeptClassChange = z.output<typeof KeptClassChange>

/** Remembers a change, in the caller's transaction. Answers its ID. */
export const keepClassChange = (actor: Actor, classId: string, kept: KeptClassChange): string =>
  add(actor, classChanges, { classId, before: JSON.stringify(kept) })

export function findClassChange(actor: Actor, classId: string, changeId: string) {
  const row = select()
    .from(classChanges)
    .where(and(own(actor, classChanges, changeId), eq(classChanges.classId, classId)))
    .get()
  return row && { ...row, before: KeptClassChange.parse(JSON.parse(row.before)) }
}

/** A class's last change of teacher or room, as long as it has that teacher and room. */
export function findLastChange(actor: Actor, present: { id: string } & ClassLines) {
  const row = lastQuery.get(actor, { classId: present.id })
  if (!row) return null
  const { next } = KeptClassChange.parse(JSON.parse(row.before))
  const day = todayOf(actor)
  return areSameLines(asOn(next, day), asOn(present, day)) ? { id: row.id, createdAt: row.createdAt } : null
}

const lastQuery = query((p: Params<{ classId: string }>, own) =>
  select()
    .from(classChanges)
    .where(and(own(classChanges), eq(classChanges.classId, p.classId)))
    .orderBy(desc(classChanges.createdAt), desc(classChanges.id))
    .limit(1),
)

/** The planned lessons of a class, or of several, that have not begun. */
export const listComingLessons = (actor: Actor, ...classIds: string[]) =>
  select()
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        among(sessions.classId, classIds),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        beginsLater(),
      ),
    )
    .all()
