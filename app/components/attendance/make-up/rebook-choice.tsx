import type { ReactNode } from "react"
import { type FieldMeta, FieldRemarks, submittedValue } from "~/components/form/field-frame"
import type { MakeUpOffer } from "~/models/attendance/make-up/make-up"
import { addMinutes } from "~/utils/clock-times"
import { countOf, formatDate, formatTimeRange } from "~/utils/formats"
import { offerText } from "./make-up-choice"

type RebookChoiceProps = {
  meta: FieldMeta
  offers: MakeUpOffer[]
  /** The choice without a make-up lesson, which is made at first. */
  alone: string
  hint: string
}

const [shownAtFirst, shownOfDay] = [6, 2]

/** A few times of several days, and the others. */
function split(offers: MakeUpOffer[]) {
  const first = offers
    .filter(
      (offer, index) => offers.slice(0, index).filter(({ date }) => date === offer.date).length < shownOfDay,
    )
    .slice(0, shownAtFirst)
  return { first, rest: offers.filter((offer) => !first.includes(offer)) }
}

/** The make-up lesson that is booked in the same step as an absence, or none. */
export function RebookChoice({ meta, offers, alone, hint }: RebookChoiceProps) {
  const typed = submittedValue(meta)
  const { first, rest } = split(offers)
  const choiceOf = (value: string, text: ReactNode) => (
    <label className="checkbox" key={value}>
      <input type="radio" name={meta.name} value={value} defaultChecked={value === (typed ?? "")} />
      <span>{text}</span>
    </label>
  )
  const timeOf = (offer: MakeUpOffer) =>
    choiceOf(
      offer.value,
      <>
        {formatDate(offer.date, "short")},{" "}
        {formatTimeRange(offer.startTime, addMinutes(offer.startTime, offer.minutes))}{" "}
        <span className="dim">{offerText(offer)}</span>
      </>,
    )
  return (
    <fieldset
      className={meta.errors ? "field invalid" : "field"}
      id={meta.id}
      tabIndex={-1}
      aria-describedby={[meta.descriptionId, meta.errors ? meta.errorId : ""].filter(Boolean).join(" ")}
    >
      <legend>Make-up lesson</legend>
      <FieldRemarks meta={meta} hint={hint} />
      {choiceOf("", alone)}
      {first.map(timeOf)}
      {rest.length > 0 ? (
        <details className="disclosure" open={rest.some(({ value }) => value === typed)}>
          <summary>{countOf(rest.length, "more time")}</summary>
          {rest.map(timeOf)}
        </details>
      ) : null}
    </fieldset>
  )
}
