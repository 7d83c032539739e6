import { sql } from "drizzle-orm"
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { instant, owned } from "./columns"

/** What the school teaches, in its own words and order. */
export const instruments = sqliteTable(
  "instruments",
  {
    ...owned(),
    name: text("name").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("instruments_name").on(t.schoolId, sql`lower(name)`),
  ],
)

/** How far someone is, from the first step on. */
export const levels = sqliteTable(
  "levels",
  {
    ...owned(),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("levels_name").on(t.schoolId, sql`lower(name)`),
  ],
)
