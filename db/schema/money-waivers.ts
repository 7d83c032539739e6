import { foreignKey, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { owned } from "./columns"
import { members } from "./people"
import { seats } from "./teaching-sessions"

/** Why a past seat is not charged although it could be. */
export const waivers = sqliteTable(
  "waivers",
  {
    ...owned(),
    seatId: text("seat_id").notNull(),
    reason: text("reason").notNull(),
    waivedBy: text("waived_by"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.seatId], foreignColumns: [seats.schoolId, seats.id] }),
    foreignKey({ columns: [t.schoolId, t.waivedBy], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("waivers_once").on(t.schoolId, t.seatId),
  ],
)
