import { foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { flag, owned } from "./columns"
import { members } from "./people"

/** Which columns of a list a person wants to see, in their order. */
export const listColumns = sqliteTable(
  "list_columns",
  {
    ...owned(),
    memberId: text("member_id").notNull(),
    noun: text("noun").notNull(),
    /** JSON: names of columns. */
    columns: text("columns").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("list_columns_once").on(t.schoolId, t.memberId, t.noun),
  ],
)

/** The filters of a list under a name: their maker's own, or shared with everyone who runs the school. */
export const savedFilters = sqliteTable(
  "saved_filters",
  {
    ...owned(),
    memberId: text("member_id").notNull(),
    noun: text("noun").notNull(),
    name: text("name").notNull(),
    /** As in the list's address. */
    query: text("query").notNull(),
    isShared: flag("is_shared").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    index("saved_filters_by_noun").on(t.schoolId, t.noun, t.name),
  ],
)
