import { foreignKey, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { owned } from "./columns"
import { members } from "./people"

/** The school's audit log; append-only (trigger). */
export const events = sqliteTable(
  "events",
  {
    ...owned(),
    memberId: text("member_id"),
    actorName: text("actor_name").notNull(),
    verb: text("verb").notNull(),
    noun: text("noun").notNull(),
    nounId: text("noun_id").notNull(),
    before: text("before"),
    after: text("after"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    index("events_by_noun").on(t.schoolId, t.noun, t.nounId, t.createdAt),
    index("events_by_time").on(t.schoolId, t.createdAt),
    index("events_by_member").on(t.schoolId, t.memberId, t.createdAt),
  ],
)
