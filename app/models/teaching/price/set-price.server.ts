import { transact } from "db/client.server"
import { classes, classPrices } from "db/schema/teaching"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type CourseInstallment, paymentsOf } from "./course"
import { newFeesFollow } from "./fees-follow.server"
import { lateLessonsFollow } from "./late-price.server"
import type { ClassPrice } from "./price"

/**
 * Gives a class another price from a day on. What is charged already keeps its amount, lessons with attendance that had no
 * price are charged; a price from the same day is replaced. Refused when the class is not the school's.
 */
export function setClassPrice(
  actor: Actor,
  classId: string,
  price: ClassPrice,
): { ok: true } | { ok: false } {
  return transact(() => {
    const found = select({ id: classes.id })
      .from(classes)
      .where(own(actor, classes, classId))
      .get()
    if (!found) return { ok: false }
    lateLessonsFollow(actor, { classId, fromDate: price.fromDate })
    remove(
      actor,
      classPrices,
      and(eq(classPrices.classId, classId), eq(classPrices.fromDate, price.fromDate)),
    )
    add(actor, classPrices, { classId, ...price })
    newFeesFollow(actor, classId)
    recordEvent(actor, { verb: "set-price", noun: "class", nounId: classId, after: price })
    return { ok: true }
  })
}

/** Writes a course price's installments as the prices of their months, in the caller's transaction. */
export function addInstallments(actor: Actor, classId: string, installments: readonly CourseInstallment[]) {
  const [first] = installments
  if (!first) return
  for (const installment of installments)
    add(actor, classPrices, { classId, billing: "monthly", ...installment })
  newFeesFollow(actor, classId)
  recordEvent(actor, {
    verb: "set-price",
    noun: "class",
    nounId: classId,
    after: {
      amountMinor: installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      installments: paymentsOf(installments).length,
      fromDate: first.fromDate,
    },
  })
}
