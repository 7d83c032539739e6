import { events } from "db/schema/foundation-audit"
import { invoices } from "db/schema/money"
import { students } from "db/schema/people"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

/** So many rows are read and written in some milliseconds. */
export const few = 1000

const first = { id: sql<number>`1` }

const later = {
  students: (actor: Actor) =>
    select(first).from(students).where(own(actor, students)).limit(1).offset(few).get(),
  invoices: (actor: Actor) =>
    select(first).from(invoices).where(own(actor, invoices)).limit(1).offset(few).get(),
  events: (actor: Actor) => select(first).from(events).where(own(actor, events)).limit(1).offset(few).get(),
}

export type Rows = keyof typeof later

/** Whether a school has so many rows that what reads all of them is read aside. */
export const hasMany = (actor: Actor, rows: Rows): boolean => later[rows](actor) !== undefined
