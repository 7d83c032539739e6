import type { ReactNode } from "react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { EmptyState } from "~/components/ui/empty-state"
import type { NoOpenTimes, OpenTimeOffer } from "~/models/attendance/open-time/open-time"
import { costText, noOpenTimesTexts } from "~/texts/attendance/open-times"
import { countOf } from "~/utils/count-of"
import { offerText } from "../make-up/make-up-choice"
import { TimeChoice } from "../make-up/time-choice"

type OpenTimeChoiceProps = {
  offers: OpenTimeOffer[]
  why: Exclude<NoOpenTimes, "off"> | null
  noticeHours: number
  currency: string
  children: ReactNode
}

/** Lessons that a family books beside the weekly one, each with what it costs. */
export function OpenTimeChoice({ offers, why, noticeHours, currency, children }: OpenTimeChoiceProps) {
  return (
    <section className="section" aria-labelledby="open-times">
      <h2 id="open-times">More lessons</h2>
      {offers.length === 0 ? (
        <EmptyState>
          {why ? noOpenTimesTexts[why] : "There are no free times now. New ones appear here."}
        </EmptyState>
      ) : (
        <PostForm className="form">
          {children}
          <p className="hint">
            A lesson is charged once it has taken place, with your other lessons.{" "}
            {noticeHours === 0
              ? "You can cancel it until it begins."
              : `You can cancel it until ${countOf(noticeHours, "hour")} before.`}
          </p>
          <TimeChoice
            offers={offers}
            says={(offer) => `${offerText(offer)}: ${costText(offer.cost, currency)}`}
          />
          <p>
            <SubmitButton intent="open-time" pending="Booking…">
              Book this time
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </section>
  )
}
