import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SegmentedField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import type { Price } from "~/models/teaching/price/price"
import { formatDate } from "~/utils/formats"
import { plainAmount } from "~/utils/money"
import { billingChoices, priceText } from "./class-labels"

type OwnPriceProps = {
  name: string
  /** The first day that comes into question. */
  day: string
  /** Oldest first; without a price it is the class's. */
  agreements: { fromDate: string; price: Price | null }[]
  /** In force on the day; null: the class's price. */
  agreed: Price | null
  classPrice: Price | null
  currency: string
  noun: string
  lastResult?: SubmissionResult
}

/** What one student pays in a class: as it was, is and will be, and the form that changes it from a day on. */
export function OwnPrice(props: OwnPriceProps) {
  const { name, day, agreements, agreed, classPrice, currency, noun, lastResult } = props
  const [form, fields] = useForm<{ billing: string; amount: string; fromDate: string }>({
    id: "price-form",
    lastResult,
    defaultValue: {
      billing: (agreed ?? classPrice)?.billing ?? "per_session",
      amount: agreed === null ? "" : plainAmount(agreed.amountMinor),
      fromDate: day,
    },
  })
  const chosenPriceText = (price: Price | null) =>
    price === null ? `${noun} price` : `custom price ${priceText(price, currency)}`
  return (
    <section className="form" aria-labelledby="price-title" id="price">
      <ErrorSummary form={form} />
      <h2 id="price-title">Custom price</h2>
      <p className="dim">
        {classPrice
          ? `The ${noun} price is ${priceText(classPrice, currency)}.`
          : `The ${noun} has no price yet.`}{" "}
        A new price applies to lessons from its first day, and to monthly fees from the first month that
        starts on or after it. Existing charges don’t change.
      </p>
      {agreements.length > 1 || agreed !== null ? (
        <ul className="rows">
          {agreements.map(({ fromDate, price }) => (
            <li key={fromDate}>
              <span>From {formatDate(fromDate, "medium")}</span> <span>{chosenPriceText(price)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {name} pays the {noun} price.
        </p>
      )}
      <PostForm edits className="form" {...getFormProps(form)} sends={{ command: "price" }}>
        <SegmentedField meta={fields.billing} label="Billed" choices={billingChoices} />
        <div className="columns">
          <Field meta={fields.amount} label={`Amount in ${currency}`} inputMode="decimal" maxLength={20} />
          <DateField meta={fields.fromDate} label="From" />
        </div>
        <p className="buttons">
          <SubmitButton intent="own" variant="secondary" pending="Saving…" label="Save custom price" />
          {agreements.some(({ price }) => price !== null) ? (
            <SubmitButton intent="class" variant="secondary" pending="Saving…">
              Use {noun} price
            </SubmitButton>
          ) : null}
        </p>
      </PostForm>
    </section>
  )
}
