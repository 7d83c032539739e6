import { transact } from "db/client.server"
import { classes, classPrices } from "db/schema/teaching"
import { instrumentAsListed } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { BillingMode } from "../price/price"
import type { ClassKind } from "./class"

// A class: private, group, ensemble or trial lessons with one price at a time, kept as rows with their first day.

export type NewClass = {
  name: string
  kind: ClassKind
  instrument?: string | null
  teacherId?: string | null
  roomId?: string | null
  onlineLink?: string | null
  /** The most students at any date. */
  capacity: number
  /** Minor units for one student: per session, or per calendar month. Null while no one has set one. */
  price: { billing: BillingMode; amountMinor: number; fromDate: string } | null
  /** The class of an earlier term that it continues. */
  continuesId?: string
}

/** Adds a class. Throws when teacher or room are not the school's. Schedules and enrollments come after. */
export function addClass(actor: Actor, { price, ...facts }: NewClass): string {
  return transact(() => {
    const row = newRow(actor)
    const instrument = facts.instrument ? instrumentAsListed(actor, facts.instrument) : null
    add(actor, classes, { ...facts, instrument, ...row })
    if (price) add(actor, classPrices, { classId: row.id, ...price })
    recordEvent(actor, {
      verb: "add",
      noun: "class",
      nounId: row.id,
      after: { name: facts.name, teacherId: facts.teacherId, price },
    })
    return row.id
  })
}
