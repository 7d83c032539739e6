import { ActButton } from "~/components/form/act-button"
import { usualOfferDays } from "~/models/teaching/waiting-list/waiting-list"
import { countOf } from "~/utils/count-of"

/** The school's rule about free spots, for all of its waiting lists. */
export function AutomaticOffers({ isOn }: { isOn: boolean }) {
  return (
    <section className="section narrow" aria-labelledby="offers-title">
      <h2 id="offers-title">Automatic offers</h2>
      <p>
        {isOn
          ? `On, for all waiting lists: a free spot goes to the first student whose family has a working email within a few minutes, and is held for ${countOf(usualOfferDays, "day")}.`
          : "Off: you offer a free spot to the first student yourself."}
      </p>
      <ActButton
        label={isOn ? "Turn off automatic offers" : "Turn on automatic offers"}
        sends={{ automatic: isOn ? "off" : "on" }}
        intent="automatic"
        pending="Saving…"
      />
    </section>
  )
}
