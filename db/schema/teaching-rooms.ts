import { sql } from "drizzle-orm"
import { check, index, integer, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { schoolTable } from "./columns"
import { teachers } from "./people"
import { rooms } from "./teaching"

/** How many students a room holds at once, and who usually teaches in it. */
export const roomFacts = schoolTable(
  "room_facts",
  {
    roomId: refersTo("room_id", () => rooms).notNull(),
    fits: integer("fits"),
    teacherId: refersTo("teacher_id", () => teachers),
  },
  (t) => [
    uniqueIndex("room_facts_by_room").on(t.schoolId, t.roomId),
    index("room_facts_by_teacher").on(t.schoolId, t.teacherId),
    check("room_facts_fits", sql`${t.fits} between 1 and 500`),
  ],
)
