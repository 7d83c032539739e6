import type { ReactNode } from "react"
import type { MakeUpOffer } from "~/models/attendance/make-up/make-up"
import { addMinutes, formatTimeRange } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { groupBy } from "~/utils/group-by"

type TimeChoiceProps<Offer extends MakeUpOffer> = {
  offers: readonly Offer[]
  /** What stands behind the time. */
  children: (offer: Offer) => ReactNode
  /** The soonest one is chosen at first. */
  choosesFirst?: boolean
}

/** Times day by day as one choice, `offer` in the form. */
export function TimeChoice<Offer extends MakeUpOffer>({
  offers,
  children,
  choosesFirst,
}: TimeChoiceProps<Offer>) {
  return [...groupBy(offers, ({ date }) => date)].map(([date, ofDay]) => (
    <fieldset className="field" key={date}>
      <legend>{formatDate(date, "weekday")}</legend>
      {ofDay.map((offer) => (
        <label className="checkbox" key={offer.value}>
          <input
            type="radio"
            name="offer"
            value={offer.value}
            required
            defaultChecked={choosesFirst && offer === offers[0]}
          />
          <span>
            {formatTimeRange(offer.startTime, addMinutes(offer.startTime, offer.minutes))}, {children(offer)}
          </span>
        </label>
      ))}
    </fieldset>
  ))
}
