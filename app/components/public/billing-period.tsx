type BillingPeriodProps = {
  name: string
  /** of the first choice, where an error summary leads to it */
  id?: string
  chosen: "monthly" | "yearly"
  /** what the yearly period saves, such as "Save up to 40%" */
  saving: string
}

/** Monthly or yearly; everything marked `monthly` or `yearly` in the page follows it without a script. */
export function BillingPeriod({ name, id, chosen, saving }: BillingPeriodProps) {
  return (
    <div className="buttons">
      <fieldset className="segmented">
        <legend className="visually-hidden">Billing period</legend>
        <label>
          <input type="radio" id={id} name={name} value="monthly" defaultChecked={chosen === "monthly"} />
          Monthly
        </label>
        <label>
          <input type="radio" name={name} value="yearly" defaultChecked={chosen === "yearly"} />
          Yearly
        </label>
      </fieldset>
      <span className="ok" data-priced="">
        {saving}
      </span>
    </div>
  )
}
