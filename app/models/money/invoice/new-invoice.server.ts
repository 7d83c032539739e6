import { createHash } from "node:crypto"
import { families } from "db/schema/people"
import { withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { listPayers } from "~/models/money/payer/payer-key.server"
import { listLessonsWithoutPrice } from "~/models/teaching/seat/billing-state.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, earlierOf, isDate, laterOf, monthBounds, monthOf } from "~/utils/dates"
import { paths } from "~/utils/paths"
import { listUnbilledCharges, unbilledPeriod } from "../charge/unbilled.server"
import { listUnchargedSeats } from "../charge/uncharged-seats.server"
import type { Payer } from "../payer/payer"
import { sharesOf, splitLines } from "../payer/split"
import { spareCredit } from "../payment/spare-credit.server"
import { isSplitByOther, listSplitFacts } from "./draft-invoice.server"
import type { OfferedLine } from "./invoice"
import { findInvoice } from "./invoice.server"
import type { UnpricedClass } from "./unpriced-classes"

// The lines an invoice can include: a family's unbilled charges of a period, and its uncharged lessons as zero lines.

/** Lines by date, with the family and who would pay; undefined when the school has no such family. Dates `YYYY-MM-DD`, both included. */
export function offerLines(actor: Actor, choice: { familyId: string; from: string; to: string }) {
  const family = familyQuery.get(actor, { familyId: choice.familyId })
  if (!family) return undefined
  const unbilled = listUnbilledCharges(actor, choice)
  const facts = listSplitFacts(
    actor,
    unbilled.filter(({ source }) => isSplitByOther(source)).map(({ chargeId }) => chargeId),
  )
  const charged = unbilled.map(
    (charge): OfferedLine => ({
      ...facts.get(charge.chargeId),
      id: charge.chargeId,
      source: charge.source,
      mark: charge.source === "seat" ? charge.mark : null,
      studentName: charge.studentName,
      description: charge.description,
      reason: charge.reason,
      occurredOn: charge.occurredOn,
      discounts: charge.discounts,
      amountMinor: charge.amountMinor,
      taxMinor: charge.taxMinor,
      taxName: charge.taxName,
      taxRate: charge.taxRate,
      taxIsAdded: charge.taxIsAdded,
    }),
  )
  const uncharged = listUnchargedSeats(actor, family.id, choice.from, choice.to).map(
    ({ seatId, ...seat }): OfferedLine => ({
      id: seatId,
      source: "telling",
      discounts: [],
      ...withTax(0, null),
      ...seat,
    }),
  )
  const lines = [...charged, ...uncharged].sort(
    (a, b) =>
      a.occurredOn.localeCompare(b.occurredOn) || (a.studentName ?? "").localeCompare(b.studentName ?? ""),
  )
  return { family, payers: listPayers(actor, family), lines }
}

const familyQuery = query((p: Params<{ familyId: string }>, own) =>
  select({ id: families.id, name: families.name }).from(families).where(own(families, p.familyId)),
)

/** The period to offer at first: from what is unbilled longest, at most the first of this month, up to today. */
function offerPeriod(actor: Actor, familyId: string): { from: string; to: string } {
  const day = todayOf(actor)
  const { first } = monthBounds(monthOf(day))
  const { from, to } = unbilledPeriod(actor, { familyId }) ?? { from: first, to: day }
  return { from: from < first ? from : first, to: to > day ? to : day }
}

/** The ticked lines of a draft: charges match by id, uncharged lessons by their text, since only that is stored. */
export function ticksOfDraft(actor: Actor, draftId: string, lines: readonly OfferedLine[]) {
  const draft = findInvoice(actor, draftId)
  if (draft?.state !== "draft") return undefined
  const draftLines = draft.groups.flatMap(({ lines: those }) => those)
  const chargeIds = new Set(draftLines.map(({ chargeId }) => chargeId))
  const uncharged = new Set(
    draftLines
      .filter(({ chargeId }) => chargeId === null)
      .map((line) => `${line.occurredOn} ${line.description}`),
  )
  const ticked = lines.filter((line) =>
    line.source === "telling"
      ? uncharged.has(`${line.occurredOn} ${line.description}`)
      : chargeIds.has(line.id),
  )
  return { draft, ticked }
}

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
  const isEdited = query.has("edited")
  const seen = begun && isEdited ? readSeen(query) : undefined
  const asked = { from: query.get("from") || usual.from, to: query.get("to") || usual.to }
  const requested = seen ? periodOfBoth(asked, seen, usual) : asked
  const isPeriod = isPossible(requested)
  const period = isPeriod ? requested : usual
  const offer = offerLines(actor, { familyId, ...period })
  if (!offer) return undefined
  const due = query.get("due") ?? ""
  const ticked = draftId ? ticksOfDraft(actor, draftId, offer.lines)?.ticked.map(({ id }) => id) : undefined
  const saved = begun && {
    ...usual,
    dueOn: begun.draft.dueOn,
    note: begun.draft.note ?? "",
    on: ticked ?? [],
  }
  const note = isEdited ? (query.get("note") ?? "") : (saved?.note ?? "")
  return {
    ...offer,
    ...period,
    spareMinor: spareCredit(actor, familyId),
    unpriced: listUnpricedClasses(actor, familyId),
    isPeriod,
    draftId,
    saved,
    shown:
      saved && seen ? shownBefore({ draftId, saved, seen, period, note, lines: offer.lines }) : undefined,
    dueOn: isDate(due) ? due : (begun?.draft.dueOn ?? usualDueDay(actor)),
    isFromReady: query.get("back") === "ready",
    typed: typedIn(query),
    note,
    off:
      ticked && !isEdited
        ? offer.lines.map(({ id }) => id).filter((id) => !ticked.includes(id))
        : query.getAll("off"),
  }
}

/** What is saved of a draft: its period and due day (`YYYY-MM-DD`), its note, and the ids of its lines. */
type Saved = Period & { dueOn: string; note: string; on: string[] }
type Period = { from: string; to: string }
type Seen = Period & { dueOn: string; noteMark: string; on: string[] }

const isPossible = ({ from, to }: Period) => isDate(from) && isDate(to) && from <= to

/**
 * The period of a draft that someone else may have changed since its page was opened: each end is what one of the two changed it
 * to. Where both changed it, or one's start is after the other's end, it reaches over what both asked for.
 */
function periodOfBoth(asked: Period, seen: Period, saved: Period): Period {
  const all = { from: earlierOf(asked.from, saved.from), to: laterOf(asked.to, saved.to) }
  const end = (key: keyof Period) =>
    asked[key] === seen[key] ? saved[key] : saved[key] === seen[key] ? asked[key] : all[key]
  const merged = { from: end("from"), to: end("to") }
  return isPossible(merged) || !isPossible(asked) ? merged : all
}

/** A note is as long as it likes, and an address isn't. */
const markOf = (note: string) => createHash("sha256").update(note).digest("base64url").slice(0, 11)

/** What was saved of a draft at a step of its page, for the address of the next one. */
export const seenOf = ({ from, to, dueOn, note, on }: Saved): string[] => [
  from,
  to,
  dueOn,
  markOf(note),
  ...on,
]

function readSeen(query: URLSearchParams): Seen | undefined {
  const [from, to, dueOn, noteMark, ...on] = query.getAll("seen").map((text) => text.slice(0, 40))
  return from && to && dueOn && noteMark ? { from, to, dueOn, noteMark, on } : undefined
}

type Opened = {
  draftId: string | undefined
  saved: Saved
  seen: Seen
  period: Period
  note: string
  lines: readonly OfferedLine[]
}

/** What a draft's form showed before its steps: the page that shows what is saved now, and each field as it was. */
function shownBefore({ draftId, saved, seen, period, note, lines }: Opened) {
  const ofDraft = new URLSearchParams({ draft: draftId ?? "" })
  if (period.from !== saved.from || period.to !== saved.to) {
    ofDraft.set("from", period.from)
    ofDraft.set("to", period.to)
  }
  const fields: [name: string, value: string][] = [
    ["dueOn", seen.dueOn],
    // Neither what is saved nor what was typed: then both changed it.
    ["note", [saved.note, note].find((each) => markOf(each) === seen.noteMark) ?? seen.noteMark],
    ...lines.flatMap(({ id, source }): [string, string][] =>
      seen.on.includes(id) ? [[source === "telling" ? "seat[]" : "charge[]", id]] : [],
    ),
  ]
  return { page: `${paths.newInvoice()}?${ofDraft}`, fields }
}

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

/** What each payer's next invoice, or share of it, would come to now; undefined when nothing is ready to invoice. */
export function previewNext(actor: Actor, familyId: string, payers: readonly Payer[]) {
  const lines = offerLines(actor, { familyId, ...offerPeriod(actor, familyId) })?.lines ?? []
  const totalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (lines.length === 0 || totalMinor < 0) return undefined
  const own = splitLines(lines, payers)
  return {
    totalMinor,
    payers: sharesOf(lines, payers).map((amountMinor, index) => ({
      name: payers[index]?.name ?? "",
      items: own[index]?.filter((line) => line.amountMinor !== 0).length ?? 0,
      amountMinor,
    })),
  }
}
