import {
  type FieldMetadata,
  getFormProps,
  getInputProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react"
import { DateField, Field } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import type { CoursePlan } from "~/models/money/course-price/course-price"
import { type CourseInstallment, paymentsOf, paymentsText } from "~/models/teaching/price/course"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { CourseInstallments } from "./course-installments"
import { StudentLines } from "./student-lines"

type CoursePriceFormProps = {
  course: CourseInstallment[]
  day: string
  currency: string
  plan: CoursePlan | null
  result?: SubmissionResult
}

type Fields = Record<"total" | "months" | "count" | "firstOn" | "datesOf", string> & { dueOn: string[] }

/** What a class costs as a whole, in one payment or several: what it would do is shown before it is set. */
export function CoursePriceForm({ course, day, currency, plan, result }: CoursePriceFormProps) {
  const [form, fields] = useForm<Fields>({
    id: "course",
    lastResult: result,
    defaultValue: { total: "", months: "4", count: "4", firstOn: day },
  })
  return (
    <section className="form" aria-labelledby="course-title">
      <ErrorSummary form={form} />
      <h2 id="course-title">Price for the whole class</h2>
      <p className="dim">
        One price for the whole class. Enter 1 installment for one payment, 2 for the start and the middle, or
        one for each month. Closures and the number of lessons don’t change it. A student who joins later or
        leaves early pays for the months in between.
      </p>
      <CourseInstallments installments={course} currency={currency} />
      <PostForm className="form" {...getFormProps(form)} sends={{ command: "course" }}>
        <div className="columns">
          <Field
            meta={fields.total}
            label={`Total price in ${currency}`}
            inputMode="decimal"
            maxLength={20}
          />
          <Field meta={fields.months} label="Months it pays for" inputMode="numeric" maxLength={2} />
          <Field meta={fields.count} label="Installments" inputMode="numeric" maxLength={2} />
        </div>
        <DateField
          meta={fields.firstOn}
          label="First installment due"
          hint="In the month the class starts. The others are due on this day of the first month they pay for, or on dates you change after the preview."
        />
        <DueDates dates={fields.dueOn.getFieldList()} shownFor={fields.datesOf} />
        {plan ? <Plan plan={plan} currency={currency} /> : null}
        <p className="buttons">
          <SubmitButton
            intent="preview"
            isMain
            variant="secondary"
            pending="Checking…"
            label="Preview price"
          />
          {plan ? (
            <SubmitButton intent="course" pending="Saving…">
              Set {paymentsText(paymentsOf(plan.installments).length)}
            </SubmitButton>
          ) : null}
        </p>
      </PostForm>
    </section>
  )
}

type DueDatesProps = { dates: FieldMetadata<string>[]; shownFor: FieldMetadata<string> }

/** The due date of each installment, to be changed. */
function DueDates({ dates, shownFor }: DueDatesProps) {
  if (dates.length === 0) return null
  return (
    <fieldset>
      <legend>Due dates</legend>
      <input {...getInputProps(shownFor, { type: "hidden" })} />
      {dates.map((date, index) => (
        <DateField
          key={date.key}
          meta={date}
          label={dates.length === 1 ? "One payment, due" : `Installment ${index + 1}, due`}
        />
      ))}
    </fieldset>
  )
}

/** The installments, and what each student who is enrolled now pays of them. */
function Plan({ plan, currency }: { plan: CoursePlan; currency: string }) {
  const { installments, students, replaced, charged } = plan
  const amount = (minor: number) => formatMoney(minor, currency)
  return (
    <Callout>
      <CourseInstallments installments={installments} currency={currency} />
      <p role="status">
        <b>{countOf(students.length, "enrolled student pays", "enrolled students pay")} this price.</b>
      </p>
      <StudentLines
        students={students}
        line={({ name, payments, amountMinor }) =>
          `${name}: ${paymentsText(payments)}, ${amount(amountMinor)} with discounts and tax`
        }
      />
      <p>
        {charged.count === 0
          ? "Nothing in these months is charged yet."
          : `${countOf(charged.count, "charge", "charges")} in these months or later, ${amount(charged.amountMinor)}, ${charged.count === 1 ? "is" : "are"} made already and ${charged.count === 1 ? "stays" : "stay"}.`}
        {replaced > 0 ? ` Replaces ${countOf(replaced, "price")} set for these months.` : ""} After the last
        month the class has no price until you set one.
      </p>
    </Callout>
  )
}
