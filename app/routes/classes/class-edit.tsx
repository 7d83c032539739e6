import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerDetails } from "~/components/foundation/custom-field/answer-details"
import { ClassPriceForm, TaxPlan } from "~/components/money/prices/class-price-form"
import { CoursePriceForm } from "~/components/money/prices/course-price-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { UndoClassChange } from "~/components/teaching/class/class-change-effect"
import { ClassFactsForm } from "~/components/teaching/class/class-facts-form"
import type { FramedClass } from "~/components/teaching/class/class-frame"
import { classNoun } from "~/components/teaching/class/class-labels"
import { ClassTaxForm } from "~/components/teaching/class/class-tax-form"
import { Link } from "~/components/ui/link"
import { requireMember, requireRight } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { classOfPage } from "~/http/page-reads.server"
import { orNotFound } from "~/http/responses.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listCourse } from "~/models/money/course-price/course-price.server"
import { listOffered } from "~/models/people/student/offered.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { offerLines } from "~/models/teaching/line-offer/line-offer.server"
import { listPriceKeepers } from "~/models/teaching/price/price.server"
import { todayOf } from "~/utils/clock.server"
import { isWithinReach } from "~/utils/dates"
import { paths } from "~/utils/paths"
import { changeAnswers, changeFacts, lastChangeOf, takeFactsBack } from "./class-facts.server"
import { setCourse, setPrice, setTax, takeBackCourse, takePriceBack, taxesOf } from "./class-price.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const { searchParams } = new URL(request.url)
  const day = todayOf(actor)
  const priceFrom = searchParams.get("from") ?? ""
  return {
    class: found,
    isForReady: isForReady(request),
    priceFrom: isWithinReach(priceFrom) ? priceFrom : day,
    lines: offerLines(actor, found),
    lastChange: lastChangeOf(actor, found),
    fields: listFields(actor, "class"),
    answers: answersFor(actor, found.id),
    instruments: listOffered(actor).instruments,
    day,
    prices: seesFamilyMoney(actor)
      ? {
          keptPrices: listPriceKeepers(actor, found.id, day),
          course: listCourse(actor, found.id),
          taxes: taxesOf(actor, found.id),
        }
      : null,
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
  }
}

/** Whether the price is set for lessons that are ready to invoice but for it: the way leads back there. */
const isForReady = (request: Request) => new URL(request.url).searchParams.get("back") === "ready"

/** What only those see and send who see what families pay. */
const moneyCommands = new Set(["price", "price-back", "course", "course-back", "tax"])

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const classId = params.classId ?? ""
  const found = orNotFound(findClass(actor, classId))
  const form = await request.formData()
  const command = form.get("command")
  if (moneyCommands.has(String(command))) requireRight(actor, "invoice:read")
  const afterPrice = isForReady(request) ? paths.unbilled() : paths.class(classId)
  return intents(form, paths.class(classId), {
    answers: () => changeAnswers(actor, classId, found.name, form),
    else: () => {
      switch (command) {
        case "price":
          return setPrice(actor, classId, form, afterPrice)
        case "price-back":
          return takePriceBack(actor, classId, form)
        case "course":
          return setCourse(actor, classId, form)
        case "course-back":
          return takeBackCourse(actor, classId, form)
        case "tax":
          return setTax(actor, classId, form)
        case "facts-back":
          return takeFactsBack(actor, classId, form)
        default:
          return changeFacts(actor, classId, form)
      }
    },
  })
}

export const handle: FramedPage<typeof loader, FramedClass> = {
  column: "stack narrow",
  head: ({ isForReady }, { id, name }) => ({
    title: `Edit ${name}`,
    back: isForReady
      ? { to: paths.unbilled(), label: "Ready to invoice" }
      : { to: paths.class(id), label: name },
    actions: null,
  }),
}

export const meta = pageTitle<typeof loader>((found) => `Edit ${found.class.name}`)

export default function EditClass() {
  const {
    class: schoolClass,
    lines,
    instruments,
    lastChange,
    prices,
    isSolo,
    fields,
    answers,
    day,
    priceFrom,
    currency,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <ClassFactsForm
        schoolClass={schoolClass}
        lines={lines}
        instruments={instruments}
        isSolo={isSolo}
        answer={answer?.command === "facts" ? answer : undefined}
      />
      {lastChange ? <UndoClassChange {...lastChange} /> : null}
      <AnswerDetails
        key={JSON.stringify(answers)}
        title="More details"
        subjectId={schoolClass.id}
        fields={fields}
        answers={answers}
        result={answer?.command === "answers" ? answer.result : undefined}
      />
      {prices ? (
        <>
          <ClassPriceForm
            classId={schoolClass.id}
            price={schoolClass.price}
            comingPrices={schoolClass.comingPrices}
            keptPrices={prices.keptPrices}
            day={priceFrom}
            currency={currency}
            plan={answer?.command === "price" ? answer.plan : null}
            result={answer?.command === "price" ? answer.result : undefined}
          />
          <CoursePriceForm
            key={answer?.coursePlan?.installments.map(({ dueOn }) => dueOn).join()}
            course={prices.course}
            day={day}
            currency={currency}
            plan={answer?.command === "course" ? answer.coursePlan : null}
            result={answer?.command === "course" ? answer.result : undefined}
          />
        </>
      ) : null}
      {prices?.taxes ? (
        <ClassTaxForm
          {...prices.taxes}
          result={answer?.command === "tax" ? answer.result : undefined}
          preview={answer?.taxPlan ? <TaxPlan plan={answer.taxPlan} currency={currency} /> : null}
        />
      ) : null}
      {schoolClass.isOver ? null : (
        <p className="buttons">
          <Link to={paths.endClass(schoolClass.id)}>End this {classNoun(isSolo).one}</Link>{" "}
          <Link to={paths.newClass({ from: schoolClass.id })}>Copy this {classNoun(isSolo).one}</Link>
        </p>
      )}
    </>
  )
}
