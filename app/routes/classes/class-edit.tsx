import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { DateField, Field, SegmentedField, SelectField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { AnswerDetails } from "~/components/foundation/custom-field/answer-details"
import { CoursePriceForm } from "~/components/money/prices/course-price-form"
import { StudentLines } from "~/components/money/prices/student-lines"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { UndoClassChange } from "~/components/teaching/class/class-change-effect"
import { ClassFactsForm } from "~/components/teaching/class/class-facts-form"
import type { FramedClass } from "~/components/teaching/class/class-frame"
import { billingChoices, classNoun, priceText } from "~/components/teaching/class/class-labels"
import { KeptPrices } from "~/components/teaching/class/kept-prices"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { orNotFound, requireMember, requireRight } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { classOfPage } from "~/http/page-reads.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import {
  type ClassPricePlan,
  type ClassTaxPlan,
  lateText,
  seenPrice,
} from "~/models/money/charge/class-price-plan"
import { listCourse } from "~/models/money/course-price/course-price.server"
import { listOffered } from "~/models/people/student/offered.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { offerLines } from "~/models/teaching/line-offer/line-offer.server"
import type { Price } from "~/models/teaching/price/price"
import { listPriceKeepers } from "~/models/teaching/price/price.server"
import { todayOf } from "~/utils/clock.server"
import { isWithinReach } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney, plainAmount } from "~/utils/money"
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

type ClassPriceFormProps = {
  classId: string
  price: Price | null
  /** Those set for later days, the next one first. */
  comingPrices: readonly (Price & { fromDate: string })[]
  keptPrices: { enrollmentId: string; name: string; price: Price }[]
  day: string
  currency: string
  plan: ClassPricePlan | null
  result?: SubmissionResult
}

/** "Now $45.00 per lesson. From Nov 30, 2026: $50.00 per lesson." */
function presentPrice(
  price: Price | null,
  coming: (Price & { fromDate: string }) | undefined,
  currency: string,
): string {
  const now = price ? `Now ${priceText(price, currency)}.` : "No price yet."
  return coming
    ? `${now} From ${formatDate(coming.fromDate, "medium")}: ${priceText(coming, currency)}.`
    : now
}

/** A class's price from a day on: what it would do is shown before it is set. */
function ClassPriceForm({
  classId,
  price,
  comingPrices,
  keptPrices,
  day,
  currency,
  plan,
  result,
}: ClassPriceFormProps) {
  const [form, fields] = useForm<Record<"billing" | "amount" | "fromDate", string>>({
    id: "price",
    lastResult: result,
    defaultValue: {
      billing: price?.billing ?? "per_session",
      amount: price ? plainAmount(price.amountMinor) : "",
      fromDate: day,
    },
  })
  return (
    <section className="form" aria-labelledby="price-title">
      <ErrorSummary form={form} />
      <h2 id="price-title">Price</h2>
      <p className="dim">{presentPrice(price, comingPrices[0], currency)} Existing charges don’t change.</p>
      {plan ? null : <KeptPrices prices={keptPrices} classId={classId} currency={currency} />}
      <PostForm edits className="form" {...getFormProps(form)} sends={{ command: "price" }}>
        <SegmentedField meta={fields.billing} label="Billed" choices={billingChoices} />
        <div className="columns">
          <Field meta={fields.amount} label={`Amount in ${currency}`} inputMode="decimal" maxLength={20} />
          <DateField meta={fields.fromDate} label="From" />
        </div>
        {plan ? <PricePlan plan={plan} currency={currency} /> : null}
        <p className="buttons">
          <SubmitButton
            intent="preview"
            isMain
            variant="secondary"
            pending="Checking…"
            label="Preview change"
          />
          {plan ? (
            <SubmitButton intent="price" pending="Saving…">
              Set price to {priceText(plan.after, currency)}
            </SubmitButton>
          ) : null}
        </p>
      </PostForm>
    </section>
  )
}

/** Who pays what from which day on, who keeps a custom price, and what is charged already and stays. */
function PricePlan({ plan, currency }: { plan: ClassPricePlan; currency: string }) {
  const { students, charged, late, next, replaced, gap, fromDate, isOfMonth } = plan
  const pastLessons = lateText(late, currency)
  const changing = students.filter(({ keepsOwn }) => !keepsOwn)
  const keeping = students.filter(({ keepsOwn }) => keepsOwn)
  return (
    <Callout tone={gap ? "amber" : "ink"}>
      <input type="hidden" name="seen" value={seenPrice(plan)} />
      <p role="status">
        <b>
          From {formatDate(fromDate, "medium")}, {countOf(changing.length, "student pays", "students pay")}{" "}
          {priceText(plan.after, currency)}.
        </b>{" "}
        {countOf(keeping.length, "student keeps", "students keep")} a custom price.
      </p>
      {isOfMonth ? (
        <p>It’s the class’s first price, so it’s the fee for all of {formatDate(fromDate, "month")}.</p>
      ) : null}
      {gap ? (
        <p>
          {gap.kind === "uncharged"
            ? `Lessons from ${formatDate(gap.from, "medium")} to ${formatDate(gap.to, "medium")} would be charged neither by the lesson nor by the month. Start on the first of a month.`
            : `The month’s fee covers the lessons from ${formatDate(gap.from, "medium")} to ${formatDate(gap.to, "medium")}, and they would be charged by the lesson, too. Start on the first of a month.`}
        </p>
      ) : null}
      <StudentLines
        students={students}
        line={({ name, before, after, from, keepsOwn }) =>
          keepsOwn
            ? `${name} keeps ${priceText(after, currency)}, a custom price`
            : `${name}: ${priceText(before, currency)} to ${priceText(after, currency)} from ${formatDate(from, "medium")}`
        }
      />
      {pastLessons ? (
        <p>
          <b>{pastLessons}</b>
        </p>
      ) : null}
      <p>
        {charged.count === 0
          ? "Nothing from that day on is charged yet."
          : `${countOf(charged.count, "charge", "charges")} from that day on, ${formatMoney(charged.amountMinor, currency)}, ${charged.count === 1 ? "is" : "are"} made already and ${charged.count === 1 ? "stays" : "stay"} as ${charged.count === 1 ? "it is" : "they are"}.`}
        {replaced ? ` Replaces ${priceText(replaced, currency)} set for the same day.` : ""}
        {next
          ? ` From ${formatDate(next.fromDate, "medium")}, ${priceText(next.price, currency)} applies as set before.`
          : ""}
      </p>
    </Callout>
  )
}

/** What another tax makes of each student's price, and what is charged already and stays. */
function TaxPlan({ plan, currency }: { plan: ClassTaxPlan; currency: string }) {
  const { before, after, students, charged } = plan
  const amount = (minor: number) => formatMoney(minor, currency)
  return (
    <Callout>
      <p role="status">
        <b>
          {before ?? "No tax"} to {after ?? "no tax"}
        </b>
        , for what is charged from now on.
      </p>
      <StudentLines
        students={students}
        line={({ name, price, beforeMinor, afterMinor }) => (
          <>
            {name}, {priceText(price, currency)}:{" "}
            {beforeMinor === afterMinor
              ? `pays ${amount(afterMinor)} as before`
              : `${amount(beforeMinor)} to ${amount(afterMinor)} with tax`}
          </>
        )}
      />
      <p>
        {charged.count === 0
          ? "Nothing is charged yet."
          : `${countOf(charged.count, "charge", "charges")} made already, ${amount(charged.amountMinor)}, ${charged.count === 1 ? "keeps its" : "keep their"} tax.`}
      </p>
    </Callout>
  )
}

type ClassTaxFormProps = {
  /** The tax the class has, as the form names it. */
  tax: string
  choices: { value: string; label: string }[]
  result?: SubmissionResult
  /** What the chosen tax would do, once it was asked. */
  preview: ReactNode
}

/** The tax on a class's lessons and monthly fees. */
function ClassTaxForm({ tax, choices, result, preview }: ClassTaxFormProps) {
  const [form, fields] = useForm<{ tax: string }>({
    id: "class-tax",
    lastResult: result,
    defaultValue: { tax },
  })
  return (
    <section className="form" aria-labelledby="class-tax-title">
      <h2 id="class-tax-title">Tax</h2>
      <PostForm edits className="form" {...getFormProps(form)} sends={{ command: "tax" }}>
        <SelectField
          meta={fields.tax}
          label="Tax on lessons and monthly fees"
          hint="Applies to what is charged from now on."
          choices={choices}
        />
        {preview}
        <p className="buttons">
          <SubmitButton intent="preview" isMain variant="secondary" pending="Checking…" label="Preview tax" />
          {preview ? <SubmitButton intent="tax" pending="Saving…" label="Save tax" /> : null}
        </p>
      </PostForm>
    </section>
  )
}
