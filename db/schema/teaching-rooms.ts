import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refers, schoolTable } from "./columns"
import { teachers } from "./people"
import { rooms } from "./teaching"

/** How many students a room holds at once, and who usually teaches in it. */
export const roomFacts = schoolTable(
  "room_facts",
  {
    roomId: text("room_id").notNull(),
    fits: integer("fits"),
    teacherId: text("teacher_id"),
  },
  (t) => [
    refers(t, t.roomId, rooms),
    refers(t, t.teacherId, teachers),
    uniqueIndex("room_facts_by_room").on(t.schoolId, t.roomId),
    index("room_facts_by_teacher").on(t.schoolId, t.teacherId),
    check("room_facts_fits", sql`${t.fits} between 1 and 500`),
  ],
)
