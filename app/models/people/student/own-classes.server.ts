import { classes, enrollments } from "db/schema/teaching"
import { and, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { nameAfterRename } from "./class-title"

// A student's private classes were named for them when they were made. With another name of the student these get it too;
// a name that someone wrote stays.

type Renamed = { id: string; before: string; after: string }

/** The private classes, ended ones too, that get another name with a student of this name. */
export const listClassesToRename = (actor: Actor, studentId: string, was: string, is: string): Renamed[] =>
  was === is
    ? []
    : ownRows(actor, classes, ["id", "name", "instrument"])
        .where(
          and(
            inArray(classes.kind, ["private", "trial"]),
            inArray(
              classes.id,
              select({ id: enrollments.classId })
                .from(enrollments)
                .where(and(own(actor, enrollments), eq(enrollments.studentId, studentId))),
            ),
          ),
        )
        .all()
        .flatMap(({ id, name, instrument }) => {
          const after = nameAfterRename({ was, is }, { name, instrument })
          return after === undefined ? [] : [{ id, before: name, after }]
        })

/** Names a student's private classes for their new name, in the caller's transaction. */
export function renameOwnClasses(actor: Actor, studentId: string, was: string, is: string) {
  for (const { id, before, after } of listClassesToRename(actor, studentId, was, is)) {
    change(actor, classes, id, { name: after })
    recordEvent(actor, "class.change", id, { before: { name: before }, after: { name: after } })
  }
}
