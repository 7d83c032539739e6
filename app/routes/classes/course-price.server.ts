import { data } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { setCoursePrice, takeCourseBack } from "~/models/money/course-price/course-price.server"
import { CourseBackForm, CoursePriceForm, datesOf } from "~/models/money/course-price/course-price-form"
import { planCoursePrice } from "~/models/money/course-price/plan-course-price.server"
import { paymentsOf, paymentsText } from "~/models/teaching/price/course"
import { courseRefusals, wrongDates } from "~/texts/money/refusals"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { previewOf, refuse } from "./class-price.server"

/** Previews or sets what a class costs as a course. */
export function setCourse(actor: Actor, classId: string, form: FormData) {
  const submission = readForm(form, { schema: CoursePriceForm })
  if (submission.status !== "success") return refuse("course", invalid(submission))
  const { total: totalMinor, dueOn, datesOf: shownFor, ...days } = submission.value
  const areOwn = dueOn.length > 0 && shownFor === datesOf(days)
  const wish = { totalMinor, ...days, dueOn: areOwn ? dueOn : undefined }
  // Dates shown for another first day or number are suggested again before anything is set.
  const isPreview = form.get("intent") === "preview" || (dueOn.length > 0 && !areOwn)
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
