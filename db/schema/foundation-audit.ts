import { sql } from "drizzle-orm"
import { index, text } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { schoolTable } from "./columns"
import { members } from "./people"

/** The school's audit log; append-only (trigger). */
export const events = schoolTable(
  "events",
  {
    memberId: refersTo("member_id", () => members),
    actorName: text("actor_name").notNull(),
    verb: text("verb").notNull(),
    noun: text("noun").notNull(),
    nounId: text("noun_id").notNull(),
    before: text("before"),
    after: text("after"),
  },
  (t) => [
    index("events_by_noun").on(t.schoolId, t.noun, t.nounId, t.createdAt),
    index("events_by_time").on(t.schoolId, t.createdAt),
    index("events_by_member").on(t.schoolId, t.memberId, t.createdAt),
    index("events_of_disputes")
      .on(t.schoolId, t.nounId, t.createdAt)
      .where(sql`noun = 'payment' and verb in ('dispute', 'end-dispute')`),
  ],
)

/**
 * People who were erased and whose names the activity and imported files still have. Only while a row is here may entries
 * of the activity lose a name (trigger); it goes with the last of them.
 */
export const erasures = schoolTable("erasures", {
  /** JSON: by what the person is recognized, and what stands in place of the name. */
  person: text("person").notNull(),
  /** The entry, and the imported file, up to which everything is done. */
  afterEvent: text("after_event").notNull().default(""),
  afterImport: text("after_import").notNull().default(""),
})
