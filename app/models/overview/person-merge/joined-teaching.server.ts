import { arrangedLessons } from "db/schema/attendance-absences"
import { savedFilters } from "db/schema/foundation-lists"
import { classes, classTeachers } from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { arrangementDrafts } from "db/schema/teaching-teacher-time"
import { told } from "db/schema/teaching-told"
import { and, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columnOf } from "~/models/foundation/access/declared-tables.server"
import { change, select } from "~/models/foundation/access/door.server"
import type { KeyedTable } from "~/models/foundation/access/keyed-tables.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { Merging } from "./merge-log.server"

type Ids = { keepId: string; goneId: string }

/**
 * A class of one of the two doesn’t have the other beside its own teacher any longer. Where both are beside another
 * teacher, their days become one stretch.
 */
export function joinCoTeaching(actor: Actor, log: Merging, { keepId, goneId }: Ids) {
  const rows = select({
    id: classTeachers.id,
    classId: classTeachers.classId,
    teacherId: classTeachers.teacherId,
    startsOn: classTeachers.startsOn,
    endsOn: classTeachers.endsOn,
    mainId: classes.teacherId,
  })
    .from(classTeachers)
    .innerJoin(classes, joined(classes, classTeachers.classId))
    .where(and(own(actor, classTeachers), inArray(classTeachers.teacherId, [keepId, goneId])))
    .all()
  const isMain = ({ mainId }: (typeof rows)[number]) => mainId === keepId || mainId === goneId
  log.remove(
    classTeachers,
    rows.filter(isMain).map(({ id }) => id),
  )
  const beside = rows.filter((row) => !isMain(row))
  const kept = beside.filter(({ teacherId }) => teacherId === keepId)
  for (const row of beside.filter(({ teacherId }) => teacherId === goneId)) {
    const same = kept.find((other) => other.classId === row.classId && overlap(other, row))
    if (!same) {
      log.move(classTeachers, "teacherId", [row.id], goneId, keepId)
      kept.push(row)
      continue
    }
    const startsOn = row.startsOn < same.startsOn ? row.startsOn : same.startsOn
    const endsOn = laterEnd(row.endsOn, same.endsOn)
    log.set(classTeachers, "startsOn", [same.id], { before: same.startsOn, after: startsOn })
    log.set(classTeachers, "endsOn", [same.id], { before: same.endsOn, after: endsOn })
    log.remove(classTeachers, [row.id])
    Object.assign(same, { startsOn, endsOn })
  }
}

type Stretch = { startsOn: string; endsOn: string | null }

const overlap = (one: Stretch, other: Stretch) =>
  one.startsOn <= (other.endsOn ?? "9999") && other.startsOn <= (one.endsOn ?? "9999")

const laterEnd = (one: string | null, other: string | null) =>
  one === null || other === null ? null : one > other ? one : other

/** Texts that name a teacher by ID, and are read again: what an undo puts back, and filters of lists. */
const namingTexts: readonly { table: KeyedTable; column: string }[] = [
  { table: scheduleChanges, column: "before" },
  { table: classChanges, column: "before" },
  { table: arrangedLessons, column: "before" },
  { table: arrangedLessons, column: "after" },
  { table: arrangementDrafts, column: "choices" },
  { table: savedFilters, column: "query" },
]

/** Says the teacher who stays wherever a text that is read again names the other by ID. */
export function renameInTexts(actor: Actor, log: Merging, { keepId, goneId }: Ids) {
  for (const { table, column } of namingTexts) {
    const text = columnOf(table, column)
    const found = select({ id: sql<string>`${table.id}`, text: sql<string>`${text}` })
      .from(table)
      .where(and(own(actor, table), sql`instr(coalesce(${text}, ''), ${goneId}) > 0`))
      .all()
    for (const row of found)
      log.set(table, column, [row.id], { before: row.text, after: row.text.replaceAll(goneId, keepId) })
  }
  // Rows that wait for their letter, and go with it: an undo of the merge finds no fault with that.
  change(actor, told, sql`instr(${told.known}, ${goneId}) > 0`, {
    known: sql`replace(${told.known}, ${goneId}, ${keepId})`,
  })
}
