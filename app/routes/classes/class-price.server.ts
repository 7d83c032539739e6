import { data } from "@remix-run/node"
import { priceText } from "~/components/teaching/class/class-labels"
import { keptPricesToast } from "~/components/teaching/class/kept-prices"
import { notFound } from "~/http/guards.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxChoiceOf, taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import {
  type ClassPricePlan,
  type ClassTaxPlan,
  lateText,
  seenPrice,
} from "~/models/money/charge/class-price-plan"
import { planClassPrice, planClassTax } from "~/models/money/charge/plan-class-price.server"
import type { CoursePlan } from "~/models/money/course-price/course-price"
import {
  planCoursePrice,
  setCoursePrice,
  takeCourseBack,
} from "~/models/money/course-price/course-price.server"
import { CourseBackForm, CoursePriceForm, datesOf } from "~/models/money/course-price/course-price-form"
import type { ClassChanged } from "~/models/teaching/class/change-class.server"
import { ClassTaxForm, PriceBackForm, PriceForm } from "~/models/teaching/class/class-form"
import type { LineOffers } from "~/models/teaching/line-offer/line-offer"
import { findClassTax, setClassTax } from "~/models/teaching/price/class-tax.server"
import { paymentsOf, paymentsText } from "~/models/teaching/price/course"
import { listPriceKeepers } from "~/models/teaching/price/price.server"
import { setClassPrice, takeBackPrice } from "~/models/teaching/price/price-step.server"
import type { Refused } from "~/models/teaching/session/slot-check"
import { courseRefusals, wrongDates } from "~/texts/money/refusals"
import { formatDate } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"

export type Command = "facts" | "price" | "course" | "tax" | "answers"

export const previewOf = (
  command: Command,
  result: ReturnType<typeof asTyped>,
  refused: Refused | null = null,
) => ({
  command,
  refused,
  result,
  plan: null as ClassPricePlan | null,
  coursePlan: null as CoursePlan | null,
  taxPlan: null as ClassTaxPlan | null,
  /** how many lessons get the new teacher or room, and who hears of it */
  given: null as Pick<ClassChanged, "changed" | "told" | "left"> | null,
  /** what the fields of teacher and room offer after a search or a refusal */
  lines: null as LineOffers | null,
})

export const refuse = (
  command: Command,
  answer: ReturnType<typeof invalid>,
  refused: Refused | null = null,
  status = 400,
) => data(previewOf(command, answer.data.result, refused), { status })

export function setPrice(actor: Actor, classId: string, form: FormData, back: string) {
  const submission = readForm(form, { schema: PriceForm })
  if (submission.status !== "success") return refuse("price", invalid(submission))
  const { billing, amount, fromDate } = submission.value
  const wish = { billing, amountMinor: amount, fromDate }
  const plan = planClassPrice(actor, classId, wish)
  const shown = (result: ReturnType<typeof asTyped>, status: number) =>
    data({ ...previewOf("price", result), plan: plan as ClassPricePlan | null }, { status })
  if (intentOf(form) === "preview") return shown(asTyped(submission), 200)
  const seen = form.get("seen")
  if (seen !== null && seen !== seenPrice(plan)) {
    const amount =
      "Someone set another price for the same day while you were editing. Check what yours replaces, then set it."
    return shown(invalid(submission, { amount }).data.result, 409)
  }
  const { replaced, late } = plan
  if (!setClassPrice(actor, classId, wish).ok) throw notFound()
  const { currency } = actor.school
  const keptPrices = listPriceKeepers(actor, classId, fromDate)
  return redirectWithToast(back, {
    title: [
      `Price set to ${priceText({ billing, amountMinor: amount }, currency)} from ${formatDate(fromDate, "medium")}.`,
      lateText(late, currency),
    ]
      .filter(Boolean)
      .join(" "),
    tone: "good",
    ...(keptPrices.length ? keptPricesToast(keptPrices, classId, currency) : {}),
    // An installment can't be put back by its amount alone.
    undo: replaced?.installment
      ? undefined
      : {
          to: paths.editClass(classId),
          fields: {
            command: "price-back",
            billing,
            amount: plainAmount(amount),
            fromDate,
            ...(replaced
              ? {
                  wasBilling: replaced.billing,
                  wasAmount: plainAmount(replaced.amountMinor),
                  ...(replaced.riseId ? { wasRise: replaced.riseId } : {}),
                }
              : {}),
          },
        },
  })
}

/** Undoes the price that was set last. */
export function takePriceBack(actor: Actor, classId: string, form: FormData) {
  const submission = readForm(form, { schema: PriceBackForm })
  if (submission.status !== "success") return refuse("price", invalid(submission))
  const { billing, amount, fromDate, wasBilling, wasAmount, wasRise } = submission.value
  const before =
    wasBilling !== undefined && wasAmount !== undefined
      ? { billing: wasBilling, amountMinor: wasAmount, riseId: wasRise ?? null }
      : null
  const set = { billing, amountMinor: amount, fromDate }
  const back = takeBackPrice(actor, classId, { set, before })
  const { currency } = actor.school
  return redirectWithToast(
    paths.class(classId),
    back.ok
      ? `Price changed back. From ${formatDate(fromDate, "medium")} it is ${priceText(back.price, currency)}.`
      : {
          tone: "bad",
          title:
            back.reason === "changed"
              ? `The price was changed again, to ${priceText(back.price, currency)}.`
              : "This price is no longer there.",
        },
  )
}

/** What a class's tax can be, and what it is; null where the school has no taxes. */
export function taxesOf(actor: Actor, classId: string) {
  const choices = taxChoices(listTaxRates(actor))
  return choices.length > 0 ? { choices, tax: taxChoiceOf(findClassTax(actor, classId)) } : null
}

export function setTax(actor: Actor, classId: string, form: FormData) {
  const submission = readForm(form, { schema: ClassTaxForm })
  if (submission.status !== "success") return refuse("tax", invalid(submission))
  const { tax } = submission.value
  const plan = intentOf(form) === "preview" ? planClassTax(actor, classId, tax) : undefined
  if (plan) return data({ ...previewOf("tax", asTyped(submission)), taxPlan: plan as ClassTaxPlan | null })
  const before = taxChoiceOf(findClassTax(actor, classId))
  const done = setClassTax(actor, classId, tax)
  if (done.ok)
    return redirectWithToast(paths.class(classId), {
      title: "Tax saved.",
      tone: "good",
      ...(before === tax
        ? {}
        : { undo: { to: paths.editClass(classId), fields: { command: "tax", tax: before } } }),
    })
  if (done.reason === "class-unknown") throw notFound()
  const answer = invalid(submission, { tax: "This tax rate no longer exists. Choose another." })
  return refuse("tax", answer, null, 409)
}

/** Previews or sets what a class costs as a course. */
export function setCourse(actor: Actor, classId: string, form: FormData) {
  const submission = readForm(form, { schema: CoursePriceForm })
  if (submission.status !== "success") return refuse("course", invalid(submission))
  const { total: totalMinor, dueOn, datesOf: shownFor, ...days } = submission.value
  const areOwn = dueOn.length > 0 && shownFor === datesOf(days)
  const wish = { totalMinor, ...days, dueOn: areOwn ? dueOn : undefined }
  // Dates shown for another first day or number are suggested again before anything is set.
  const isPreview = intentOf(form) === "preview" || (dueOn.length > 0 && !areOwn)
  const done = isPreview
    ? rehearse(() => planCoursePrice(actor, classId, wish))
    : setCoursePrice(actor, classId, wish)
  if (!done.ok) {
    if (done.reason === "no-class") throw notFound()
    if ("at" in done) {
      const wrong = { [`dueOn[${done.at}]`]: wrongDates[done.reason] }
      return refuse("course", invalid(submission, wrong), null, 409)
    }
    const { field, text } = courseRefusals[done.reason]
    return refuse("course", invalid(submission, { [field]: text }), null, 409)
  }
  if ("plan" in done) {
    const typed = asTyped(submission)
    const dates = paymentsOf(done.plan.installments).map((each) => each.dueOn)
    const initialValue = { ...typed.initialValue, dueOn: dates, datesOf: datesOf(days) }
    return data({ ...previewOf("course", { ...typed, initialValue }), coursePlan: done.plan })
  }
  const [first] = done.installments
  return redirectWithToast(paths.classBilling(classId), {
    title: `Price set to ${formatMoney(totalMinor, actor.school.currency)} in ${paymentsText(paymentsOf(done.installments).length)}.`,
    tone: "good",
    undo:
      first && done.replaced === 0
        ? { to: paths.editClass(classId), fields: { command: "course-back", fromDate: first.fromDate } }
        : undefined,
  })
}

/** Takes the course price that was set off the class again. */
export function takeBackCourse(actor: Actor, classId: string, form: FormData) {
  const submission = readForm(form, { schema: CourseBackForm })
  if (submission.status !== "success") return refuse("course", invalid(submission))
  const { fromDate } = submission.value
  const back = takeCourseBack(actor, classId, fromDate)
  return redirectWithToast(
    paths.classBilling(classId),
    back.ok
      ? `Price in installments from ${formatDate(fromDate, "medium")} removed.`
      : {
          tone: "bad",
          title:
            back.reason === "charged"
              ? "An installment is charged already. Set another price instead."
              : "This price in installments is no longer there.",
        },
  )
}
