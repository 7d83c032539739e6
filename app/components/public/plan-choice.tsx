import { PencilRing } from "./pencil-ring"
import { PlanPrice, type PlanPrices } from "./plan-price"

type PlanOffer = PlanPrices & {
  /** the radio's value; the key of its plan, which switches the page's order summary */
  value: string
  name: string
  saving: string
  features: string[]
  popular?: boolean
}

/** The plans of a registration as one radio group of sheets. */
export function PlanChoice({ offers, name, chosen }: { offers: PlanOffer[]; name: string; chosen?: string }) {
  return (
    <fieldset className="cols">
      <legend className="sr">Plan</legend>
      {offers.map((offer) => (
        <label className="pick" key={offer.value}>
          <span>
            <input
              type="radio"
              name={name}
              value={offer.value}
              defaultChecked={offer.value === chosen}
              required
            />
            {offer.name} {offer.popular ? <PencilRing>Most Popular</PencilRing> : null}
          </span>
          <span>
            <PlanPrice plan={offer.value} monthly={offer.monthly} yearly={offer.yearly} />
            <span className="yr ok small" data-priced="">
              {offer.saving}
            </span>
          </span>
          <span className="small">
            {offer.features.map((feature) => (
              <span className="line" key={feature}>
                {feature}
              </span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
