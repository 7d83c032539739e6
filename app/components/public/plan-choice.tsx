import { PencilRing } from "./pencil-ring"
import { PlanPrice, type PlanPrices } from "./plan-price"

type PlanOffer = PlanPrices & {
  /** the radio's value: the key of its plan, which also switches the page's order summary */
  value: string
  name: string
  saving: string
  features: string[]
  popular?: boolean
}

type PlanChoiceProps = {
  offers: PlanOffer[]
  name: string
  /** of the first choice, where an error summary leads to it */
  id?: string
  chosen?: string
}

/** The plans of a registration as one radio group of sheets. */
export function PlanChoice({ offers, name, id, chosen }: PlanChoiceProps) {
  return (
    <fieldset className="columns">
      <legend className="visually-hidden">Plan</legend>
      {offers.map((offer, index) => (
        <label className="plan-choice" key={offer.value}>
          <span>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={offer.value}
              defaultChecked={offer.value === chosen}
              required
            />
            {offer.name} {offer.popular ? <PencilRing>Most Popular</PencilRing> : null}
          </span>{" "}
          <span>
            <PlanPrice plan={offer.value} monthly={offer.monthly} yearly={offer.yearly} />{" "}
            <span className="yearly ok small" data-priced="">
              {offer.saving}
            </span>
          </span>{" "}
          <span className="small">
            {offer.features.map((feature) => (
              <span className="plan-feature" key={feature}>
                {`${feature} `}
              </span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
