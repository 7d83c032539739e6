import { text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { schoolTable } from "./columns"
import { members } from "./people"
import { seats } from "./teaching-sessions"

/** Why a past seat is not charged although it could be. */
export const waivers = schoolTable(
  "waivers",
  {
    seatId: refersTo("seat_id", () => seats).notNull(),
    reason: text("reason").notNull(),
    waivedBy: refersTo("waived_by", () => members),
  },
  (t) => [uniqueIndex("waivers_once").on(t.schoolId, t.seatId)],
)
