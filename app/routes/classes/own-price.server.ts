import { data } from "@remix-run/node"
import { requireRight } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { lateText } from "~/models/money/charge/class-price-plan"
import { planLateLessons } from "~/models/money/charge/late-lessons.server"
import { previewMonths } from "~/models/money/charge/preview-months.server"
import { OwnPriceForm } from "~/models/teaching/class/class-form"
import { findClass } from "~/models/teaching/class/find-class.server"
import {
  findOwnPrice,
  listAgreements,
  type OwnPriceRefusal,
  setOwnPrice,
} from "~/models/teaching/price/own-price.server"
import type { Price } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { priceText } from "~/models/teaching/price/price-text"
import { formatDate } from "~/utils/date-text"
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
export const monthsOf = (actor: Actor, classId: string, { studentId }: { studentId: string }) =>
  seesFamilyMoney(actor) ? previewMonths(actor, classId, [studentId]) : []

/** What the coming months cost in both classes of a move, each by its name: its month may be charged in both. */
export const feesOfMove = (actor: Actor, enrolled: { studentId: string }, classIds: readonly string[]) =>
  classIds.flatMap((id) => {
    const name = findClass(actor, id)?.name ?? ""
    return monthsOf(actor, id, enrolled).map((month) => ({ ...month, name }))
  })

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
