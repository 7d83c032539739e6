import { type AnySQLiteColumn, integer, text } from "drizzle-orm/sqlite-core"
import { schools } from "./accounts-schools"
import { matterPriorities } from "./choices"

/** UTC milliseconds since the epoch. */
export const instant = (name: string) => integer(name)
/** `YYYY-MM-DD`, a day in the school's zone. */
export const day = (name: string) => text(name)
/** `HH:MM`, wall-clock time in the school's zone. */
export const wallClock = (name: string) => text(name)
/** Integer minor units of the school's currency. */
export const money = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: "boolean" })
/** Hundredths of a percent: 10 000 is the whole. */
export const basisPoints = (name: string) => integer(name)

/** How the platform's staff handle what someone wrote to them. */
export const handled = () => ({
  priority: text("priority", { enum: matterPriorities }).notNull().default("normal"),
  /** Words in lower case, separated by a blank. */
  tags: text("tags").notNull().default(""),
  /** Until when it waits outside the queue. */
  snoozedUntil: integer("snoozed_until"),
})

/** The columns every school-owned row starts with; the primary key is (schoolId, id). */
export const owned = () => ({
  schoolId: text("school_id")
    .notNull()
    .references((): AnySQLiteColumn => schools.id),
  id: text("id").notNull(),
  createdAt: instant("created_at").notNull(),
})
