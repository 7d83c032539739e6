import type { BuildColumns } from "drizzle-orm"
import {
  type AnySQLiteColumn,
  integer,
  primaryKey,
  type SQLiteColumnBuilderBase,
  type SQLiteTableExtraConfigValue,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core"
import { schools } from "./accounts-schools"
import { handOverRoles, matterPriorities } from "./choices"
import { rulesOf } from "./column-rules"

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
  /** The role beside Support that it was handed to; null when Support has it alone. */
  handedTo: text("handed_to", { enum: handOverRoles }),
})

/** Thousandths of a percent: 8 875 is New York’s 8.875 %. */
export const taxRate = (name: string) => integer(name)

/**
 * The tax within an amount, as it was when the row was made: `amountMinor` includes `taxMinor`. `taxIsAdded` tells
 * whether it was added to the price or is part of it. Without a name there is none.
 */
export const taxed = () => ({
  taxName: text("tax_name"),
  taxRate: taxRate("tax_rate"),
  taxIsAdded: flag("tax_is_added").notNull().default(false),
  taxMinor: money("tax_minor").notNull().default(0),
})

/** The tax of something for sale: the rate that is named, none, or else the school's default. */
export const chosenTax = () => ({
  taxRateId: text("tax_rate_id"),
  isTaxFree: flag("is_tax_free").notNull().default(false),
})

/** The columns every school-owned row starts with. */
const owned = () => ({
  schoolId: text("school_id")
    .notNull()
    .references((): AnySQLiteColumn => schools.id),
  id: text("id").notNull(),
  createdAt: instant("created_at").notNull(),
})

type Extras<Name extends string, Columns extends Record<string, SQLiteColumnBuilderBase>> = (
  t: BuildColumns<Name, ReturnType<typeof owned> & Columns, "sqlite">,
) => SQLiteTableExtraConfigValue[]

/** A table whose rows belong to a school: the primary key is (schoolId, id). */
export const schoolTable = <Name extends string, Columns extends Record<string, SQLiteColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  extras?: Extras<Name, Columns>,
) =>
  sqliteTable(name, { ...owned(), ...columns }, (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    ...rulesOf(name, columns, t),
    ...(extras?.(t) ?? []),
  ])
