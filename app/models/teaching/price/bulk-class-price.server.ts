import { classes } from "db/schema/teaching"
import { and, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { billingModes, type ClassPrice, installmentOf, type Price, priceOf } from "./price"
import { listClassPrices } from "./price.server"
import { belowZeroRefusal, isBelowZero, PriceStepForm, readPriceStep, stepPrice } from "./price-step.server"
import { priceText } from "./price-text"
import { setClassPrice } from "./set-price.server"
import { takeBackPrice } from "./take-back-price.server"

// A price from a day on for many classes. Students with a custom price keep it.

const Before = z.object({
  fromDate: z.string(),
  setMinor: z.number(),
  row: z
    .object({
      billing: z.enum(billingModes),
      amountMinor: z.number(),
      riseId: z.string().nullable().default(null),
    })
    .nullable(),
})

/** Sets or changes what classes cost from a day on. */
export const setClassPrices: BulkAct<PriceStepForm> = {
  permission: "class:price",
  choice: PriceStepForm,
  kind: "set-class-prices",
  plan: (actor, classIds, { price, fromDate }) => {
    const prices = listClassPrices(actor, classIds)
    return listChosen(actor, classIds).map(({ id, name, endedOn }): PlannedItem => {
      const line = { id, name }
      if (endedOn !== null && endedOn < fromDate)
        return { ...line, text: "Ends before that day.", can: false }
      const next = nextPrice(prices.get(id) ?? [], price, fromDate)
      if ("refusal" in next) return { ...line, text: next.refusal, can: false }
      const { present, after } = next
      if (present?.amountMinor === after.amountMinor)
        return { ...line, text: `Is ${priceText(after, actor.school.currency)} already.`, can: false }
      return {
        ...line,
        text: `${priceText(present, actor.school.currency)} → ${priceText(after, actor.school.currency)}`,
        can: true,
        ...(present ? {} : { isFirst: true }),
      }
    })
  },
  work: {
    about: PriceStepForm,
    atMost: 10,
    carryOut: (actor, { price, fromDate }, { subjectId }) => {
      const prices = listClassPrices(actor, [subjectId]).get(subjectId) ?? []
      const next = nextPrice(prices, price, fromDate)
      if ("refusal" in next) return { ok: false, reason: next.refusal }
      const same = prices.find((row) => row.fromDate === fromDate)
      if (!setClassPrice(actor, subjectId, { ...next.after, fromDate }).ok)
        return { ok: false, reason: "This class no longer exists." }
      return {
        ok: true,
        note: `${priceText(next.present, actor.school.currency)} → ${priceText(next.after, actor.school.currency)}`,
        made: subjectId,
        before: {
          fromDate,
          setMinor: next.after.amountMinor,
          row: same
            ? { billing: same.billing, amountMinor: same.amountMinor, riseId: same.riseId ?? null }
            : null,
        },
      }
    },
    undo: (actor, _about, { subjectId, before }) => takeBack(actor, subjectId, Before.parse(before)),
  },
}

function nextPrice(
  prices: readonly ClassPrice[],
  typed: string,
  fromDate: string,
): { refusal: string } | { present: Price | null; after: Price } {
  const step = readPriceStep(typed)
  const present = priceOf(null, prices, fromDate)
  if (!step) return { refusal: "The new price isn’t readable." }
  if (prices.some((price) => installmentOf(price) && price.fromDate >= monthBounds(monthOf(fromDate)).first))
    return { refusal: "Has a price in installments. Change it in the class." }
  if (!present && !("to" in step)) return { refusal: "Has no price to change." }
  if (present && isBelowZero(present.amountMinor, step)) return { refusal: belowZeroRefusal }
  const amountMinor = stepPrice(present?.amountMinor ?? 0, step)
  return { present, after: { billing: present?.billing ?? ("per_session" as const), amountMinor } }
}

function takeBack(
  actor: Actor,
  classId: string,
  { fromDate, setMinor, row }: z.output<typeof Before>,
): ItemOutcome {
  const present = (listClassPrices(actor, [classId]).get(classId) ?? []).find(
    (price) => price.fromDate === fromDate,
  )
  const set = { billing: present?.billing ?? ("per_session" as const), amountMinor: setMinor, fromDate }
  const back = takeBackPrice(actor, classId, { set, before: row })
  if (back.ok) return { ok: true, note: priceText(back.price, actor.school.currency), made: classId }
  if (back.reason === "gone") return { ok: false, reason: "This price is no longer there." }
  return {
    ok: false,
    reason: `Was changed again, to ${formatMoney(back.price.amountMinor, actor.school.currency, actor.school)}.`,
  }
}

const listChosen = (actor: Actor, classIds: readonly string[]) =>
  select({ id: classes.id, name: classes.name, endedOn: classes.endedOn })
    .from(classes)
    .where(
      and(
        own(actor, classes),
        sql`${classes.id} in (select value from json_each(${JSON.stringify(classIds)}))`,
      ),
    )
    .orderBy(sql`${classes.name} collate nocase`, classes.id)
    .all()
