import { data } from "@remix-run/node"
import { notFound, requireRight } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import type { PreviewedMonth } from "~/models/money/charge/charge"
import { lateText } from "~/models/money/charge/class-price-plan"
import { listMonthsOf } from "~/models/money/charge/fees-to-settle.server"
import { planLateLessons } from "~/models/money/charge/late-lessons.server"
import { listChargedMonths, previewMonths } from "~/models/money/charge/preview-months.server"
import { planSettling } from "~/models/money/charge/settle-tuition.server"
import { OwnPriceForm } from "~/models/teaching/class/class-form"
import { findClass } from "~/models/teaching/class/find-class.server"
import type { Price } from "~/models/teaching/price/price"
import {
  findOwnPrice,
  listAgreements,
  listClassPrices,
  type OwnPriceRefusal,
  setOwnPrice,
} from "~/models/teaching/price/price.server"
import { priceText } from "~/models/teaching/price/price-text"
import { todayOf } from "~/utils/clock.server"
import { monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

type Enrolled = { classId: string; id: string; name: string; startsOn: string; endsOn: string | null }

type Prices = { price: Price | null; comingPrices: readonly Price[] }

/** What one student pays in a class, for those who see prices. */
export const pricesOf = (
  actor: Actor,
  found: Prices,
  enrollment: Parameters<typeof listAgreements>[1],
  day: string,
) =>
  seesFamilyMoney(actor)
    ? {
        agreements: listAgreements(actor, enrollment),
        agreed: findOwnPrice(actor, enrollment, day),
        classPrice: found.price ?? found.comingPrices[0] ?? null,
      }
    : null

/** What the student's coming months cost, for the same. */
export const monthsOf = (
  actor: Actor,
  classId: string,
  { studentId }: { studentId: string },
  choice?: { withMissed: boolean },
) => (seesFamilyMoney(actor) ? previewMonths(actor, classId, [studentId], choice) : [])

/**
 * What the months cost once an enrollment has ended, as a rehearsal has it: those that are charged and change, with what they
 * were, then those that aren't charged yet.
 */
export function feesOfEnd(
  actor: Actor,
  classId: string,
  { id, studentId, name }: { id: string; studentId: string; name: string },
): PreviewedMonth[] {
  if (!seesFamilyMoney(actor)) return []
  const charged = new Set(listMonthsOf(actor, id).map(({ month }) => month))
  const changed = planSettling(actor, { enrollmentId: id }).map(
    ({ month, beforeMinor, afterMinor, reason }) => ({
      ...{ studentId, name, month, reason },
      amountMinor: afterMinor,
      wasMinor: beforeMinor,
    }),
  )
  const others = monthsOf(actor, classId, { studentId }).filter(({ month }) => !charged.has(month))
  return [...changed, ...others].sort((a, b) => a.month.localeCompare(b.month))
}

/**
 * What the months cost in both classes of a move, each by its name: its month may be charged in both. Months that are charged
 * already keep the rule they were charged by.
 */
export function feesOfMove(
  actor: Actor,
  enrolled: { id: string; studentId: string },
  { from, to }: { from: string; to: string },
): PreviewedMonth[] {
  if (!seesFamilyMoney(actor)) return []
  const nameOf = (classId: string) => findClass(actor, classId)?.name ?? ""
  const { studentId } = enrolled
  const left = { studentId, name: nameOf(from) }
  const changed = feesOfEnd(actor, from, { ...enrolled, ...left })
  const known = new Set(changed.map(({ month }) => month))
  const kept = listChargedMonths(actor, enrolled.id, monthOf(todayOf(actor)))
    .filter(({ month }) => !known.has(month))
    .map((charged) => ({ ...charged, ...left, reason: `${charged.reason}, charged already` }))
  const before = [...changed.map((month) => ({ ...month, ...left })), ...kept]
  return [
    ...before.sort((a, b) => a.month.localeCompare(b.month)),
    ...monthsOf(actor, to, enrolled, { withMissed: true }).map((month) => ({ ...month, name: nameOf(to) })),
  ]
}

/** Answers the form that agrees a price with one student, or goes back to the class's. */
export function answerOwnPrice(actor: Actor, enrolled: Enrolled, form: FormData) {
  requireRight(actor, "invoice:read")
  const refuse = ({ data: { result } }: ReturnType<typeof invalid>) =>
    data({ command: "price" as const, refused: null, freed: null, result }, { status: 400 })
  const submission = readForm(form, { schema: OwnPriceForm })
  if (submission.status !== "success") return refuse(invalid(submission))
  const { intent, fromDate, amount, billing } = submission.value
  const amountMinor = intent === "class" ? null : (amount ?? 0)
  const late = planLateLessons(
    actor,
    { classId: enrolled.classId, enrollmentId: enrolled.id, fromDate },
    {
      planned: listClassPrices(actor, [enrolled.classId]).get(enrolled.classId) ?? [],
      own: amountMinor === null ? undefined : { billing: billing ?? null, priceMinor: amountMinor },
    },
  )
  const set = setOwnPrice(actor, enrolled.id, { fromDate, amountMinor, billing })
  if (!set.ok && set.reason === "no-enrollment") throw notFound()
  if (!set.ok) return refuse(invalid(submission, { fromDate: outside(set.reason, enrolled) }))
  const price = set.price ? priceText(set.price, actor.school.currency) : "the class price"
  return redirectWithToast(
    paths.enrollment(enrolled.classId, enrolled.id),
    [
      `${enrolled.name} pays ${price} from ${formatDate(fromDate, "medium")}.`,
      lateText(late, actor.school.currency),
    ]
      .filter(Boolean)
      .join(" "),
  )
}

const outside = (reason: OwnPriceRefusal, { startsOn, endsOn }: Enrolled): string =>
  reason === "before-start"
    ? `Enter ${formatDate(startsOn, "medium")} or a later date.`
    : `Enter ${formatDate(endsOn ?? startsOn, "medium")} or an earlier date.`
