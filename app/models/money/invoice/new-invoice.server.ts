import { createHash } from "node:crypto"
import type { Actor } from "~/models/foundation/access/actor"
import { listLessonsWithoutPrice } from "~/models/teaching/seat/billing-state.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, isDate } from "~/utils/dates"
import { spareCredit } from "../payment/spare-credit.server"
import { offerLines, offerPeriod, ticksOfDraft } from "./offer-lines.server"
import type { UnpricedClass } from "./unpriced-classes"

export type NewInvoice = NonNullable<ReturnType<typeof findNewInvoice>>

/**
 * What the address of /billing/new-invoice asks for: `family` or `draft`, `from`, `to`, `due`, and, once something was
 * changed (`edited`), the unticked lines as `off`, the `note` and what else was typed; `back=ready` when it was opened from
 * what is ready to invoice. A period that cannot be is replaced and said so.
 * Undefined when family or draft are not the school's.
 */
export function findNewInvoice(actor: Actor, query: URLSearchParams) {
  const draftId = query.get("draft") ?? undefined
  const begun = draftId ? ticksOfDraft(actor, draftId, []) : undefined
  if (draftId && !begun) return undefined
  const familyId = query.get("family") ?? begun?.draft.familyId ?? ""
  const usual = begun
    ? { from: begun.draft.periodFrom, to: begun.draft.periodTo }
    : offerPeriod(actor, familyId)
  const requested = { from: query.get("from") || usual.from, to: query.get("to") || usual.to }
  const isPeriod = isDate(requested.from) && isDate(requested.to) && requested.from <= requested.to
  const period = isPeriod ? requested : usual
  const offer = offerLines(actor, { familyId, ...period })
  if (!offer) return undefined
  const due = query.get("due") ?? ""
  const isEdited = query.has("edited")
  const saved = begun && stampOf(begun.draft)
  const ticked =
    draftId && !isEdited ? ticksOfDraft(actor, draftId, offer.lines)?.ticked.map(({ id }) => id) : undefined
  return {
    ...offer,
    ...period,
    spareMinor: spareCredit(actor, familyId),
    unpriced: listUnpricedClasses(actor, familyId),
    isPeriod,
    draftId,
    draft: begun && saved ? { ...factsOf(begun.draft), saved, seen: query.get("seen") ?? saved } : undefined,
    dueOn: isDate(due) ? due : (begun?.draft.dueOn ?? usualDueDay(actor)),
    isFromReady: query.get("back") === "ready",
    typed: typedIn(query),
    note: isEdited ? (query.get("note") ?? "") : (begun?.draft.note ?? ""),
    off: ticked ? offer.lines.map(({ id }) => id).filter((id) => !ticked.includes(id)) : query.getAll("off"),
  }
}

type Draft = NonNullable<ReturnType<typeof ticksOfDraft>>["draft"]

const factsOf = ({ dueOn, note, lineCount, totalMinor }: Draft) => ({ dueOn, note, lineCount, totalMinor })

/** What is saved of a draft as a short text, which its page carries from step to step to tell whether it still is that. */
const stampOf = ({ familyId, periodFrom, periodTo, dueOn, note, groups }: Draft): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        ...[familyId, periodFrom, periodTo, dueOn, note],
        ...groups.flatMap(({ lines }) =>
          lines.map(({ chargeId, occurredOn, description }) => chargeId ?? `${occurredOn} ${description}`),
        ),
      ]),
    )
    .digest("base64url")
    .slice(0, 22)

/** The fields of an item that isn't added, and of a price that isn't set: they stay as they were typed. */
export const itemFields = ["lineDescription", "lineAmount", "lineDay", "lineStudent", "lineTax"] as const
export const priceFields = ["priceClass", "priceAmount", "priceKind"] as const
const typedFields = [...itemFields, ...priceFields]
export type TypedFields = Partial<Record<(typeof typedFields)[number], string>>

const typedIn = (query: URLSearchParams): TypedFields =>
  Object.fromEntries(typedFields.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])))

/** Today and the school's days to pay, `YYYY-MM-DD`. */
export const usualDueDay = (actor: Actor) => addDays(todayOf(actor), actor.school.invoiceDueDays)

/** By class the family's lessons without a price, with how many other families have there. */
function listUnpricedClasses(actor: Actor, familyId: string): UnpricedClass[] {
  const theirs = listLessonsWithoutPrice(actor, familyId)
  if (theirs.length === 0) return []
  const ofOthers = listLessonsWithoutPrice(actor).filter((lessons) => lessons.familyId !== familyId)
  return theirs.map(({ classId, className, lessons, firstOn }) => ({
    ...{ classId, className, lessons, firstOn },
    others: ofOthers.reduce((sum, other) => sum + (other.classId === classId ? other.lessons : 0), 0),
  }))
}
