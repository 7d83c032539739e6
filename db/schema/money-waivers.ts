import { text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refers, schoolTable } from "./columns"
import { members } from "./people"
import { seats } from "./teaching-sessions"

/** Why a past seat is not charged although it could be. */
export const waivers = schoolTable(
  "waivers",
  {
    seatId: text("seat_id").notNull(),
    reason: text("reason").notNull(),
    waivedBy: text("waived_by"),
  },
  (t) => [
    refers(t, t.seatId, seats),
    refers(t, t.waivedBy, members),
    uniqueIndex("waivers_once").on(t.schoolId, t.seatId),
  ],
)
