import type { MakeUpOffer } from "~/models/attendance/make-up/make-up"
import { addMinutes } from "~/utils/clock-times"
import { formatDate, formatTimeRange } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"

type TimeChoiceProps<Offer extends MakeUpOffer> = {
  offers: readonly Offer[]
  /** What stands behind the time. */
  says: (offer: Offer) => string
  /** The soonest one is chosen at first. */
  choosesFirst?: boolean
}

/** So many times are shown side by side, with what most of them are for said once above. */
const many = 8

/** Times day by day as one choice, `offer` in the form. */
export function TimeChoice<Offer extends MakeUpOffer>({
  offers,
  says,
  choosesFirst,
}: TimeChoiceProps<Offer>) {
  const byText = groupBy(offers, says)
  const [usual = "", ofUsual = []] =
    [...byText].sort(([, one], [, other]) => other.length - one.length)[0] ?? []
  const isShort = ofUsual.length >= many
  return (
    <>
      {isShort ? (
        <p>
          Each time is for <b>{usual}</b>
          {byText.size > 1 ? ", unless it says otherwise." : "."}
        </p>
      ) : null}
      {[...groupBy(offers, ({ date }) => date)].map(([date, ofDay]) => (
        <fieldset className="field" key={date}>
          <legend>{formatDate(date, "weekday")}</legend>
          <div className={isShort ? "day-times ranges" : undefined}>
            {ofDay.map((offer) => {
              const text = isShort && says(offer) === usual ? "" : `, ${says(offer)}`
              return (
                <label className={text && isShort ? "checkbox whole" : "checkbox"} key={offer.value}>
                  <input
                    type="radio"
                    name="offer"
                    value={offer.value}
                    required
                    defaultChecked={choosesFirst && offer === offers[0]}
                  />
                  <span>
                    {formatTimeRange(offer.startTime, addMinutes(offer.startTime, offer.minutes))}
                    {text}
                  </span>
                </label>
              )
            })}
          </div>
        </fieldset>
      ))}
    </>
  )
}
