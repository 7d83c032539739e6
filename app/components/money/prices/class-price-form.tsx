import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SegmentedField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { billingChoices, priceText } from "~/components/teaching/class/class-labels"
import { KeptPrices } from "~/components/teaching/class/kept-prices"
import { Callout } from "~/components/ui/callout"
import { type ClassPricePlan, type ClassTaxPlan, lateText } from "~/models/money/charge/class-price-plan"
import type { Price } from "~/models/teaching/price/price"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney, plainAmount } from "~/utils/money"
import { StudentLines } from "./student-lines"

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
export function ClassPriceForm({
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
      <PostForm edits className="form" {...getFormProps(form)}>
        <input type="hidden" name="command" value="price" />
        <SegmentedField meta={fields.billing} label="Billed" choices={billingChoices} />
        <div className="columns">
          <Field meta={fields.amount} label={`Amount in ${currency}`} inputMode="decimal" maxLength={20} />
          <DateField meta={fields.fromDate} label="From" />
        </div>
        {plan ? <PricePlan plan={plan} currency={currency} /> : null}
        <p className="buttons">
          <SubmitButton intent="preview" isMain variant="secondary" pending="Checking…">
            Preview change
          </SubmitButton>
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
export function TaxPlan({ plan, currency }: { plan: ClassTaxPlan; currency: string }) {
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
