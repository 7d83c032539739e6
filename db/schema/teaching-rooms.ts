import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { owned } from "./columns"
import { teachers } from "./people"
import { rooms } from "./teaching"

/** How many students a room holds at once, and who usually teaches in it. */
export const roomFacts = sqliteTable(
  "room_facts",
  {
    ...owned(),
    roomId: text("room_id").notNull(),
    fits: integer("fits"),
    teacherId: text("teacher_id"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.roomId], foreignColumns: [rooms.schoolId, rooms.id] }),
    foreignKey({
      columns: [t.schoolId, t.teacherId],
      foreignColumns: [teachers.schoolId, teachers.id],
    }),
    uniqueIndex("room_facts_by_room").on(t.schoolId, t.roomId),
    index("room_facts_by_teacher").on(t.schoolId, t.teacherId),
    check("room_facts_fits", sql`${t.fits} between 1 and 500`),
  ],
)
