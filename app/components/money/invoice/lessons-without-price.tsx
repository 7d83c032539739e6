import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import type { UnpricedClass } from "~/models/money/invoice/unpriced-classes"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type LessonsWithoutPriceProps = {
  classes: readonly UnpricedClass[]
  /** Missing for someone who may not set prices. */
  fields: Record<"priceClass" | "priceAmount" | "priceKind", FieldMeta> | undefined
  currency: string
}

/** A family's past lessons that aren't among the items, as their class has no price: it is set here, and they are. */
export function LessonsWithoutPrice({ classes, fields, currency }: LessonsWithoutPriceProps) {
  if (classes.length === 0) return null
  return (
    <Callout tone="amber">
      <p>These lessons aren’t among the items, because they have no price.</p>
      <ul className="rows small">
        {classes.map(({ classId, className, lessons, firstOn, others }) => (
          <li key={classId} className="flex-wrap">
            <b className="flex-1">{className}</b>
            <span className="dim">
              {countOf(lessons, "past lesson")} since {formatDate(firstOn, "medium")}, no price
            </span>
            {others > 0 ? (
              <span className="dim">
                A class price charges {countOf(others, "past lesson")} of other families, too.
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {fields ? <PriceFields classes={classes} fields={fields} currency={currency} /> : null}
    </Callout>
  )
}

function PriceFields({
  classes,
  fields,
  currency,
}: LessonsWithoutPriceProps & { fields: NonNullable<LessonsWithoutPriceProps["fields"]> }) {
  const [first] = classes
  return (
    <div className="form">
      <div className="columns">
        {classes.length > 1 ? (
          <SelectField
            meta={fields.priceClass}
            label="Class"
            choices={classes.map(({ classId, className }) => ({ value: classId, label: className }))}
          />
        ) : (
          <input type="hidden" name={fields.priceClass.name} value={first?.classId} />
        )}
        <Field
          meta={fields.priceAmount}
          label={`Price per lesson in ${currency}`}
          optional
          inputMode="decimal"
          maxLength={20}
        />
        <SelectField
          meta={fields.priceKind}
          label="Kind of price"
          hint="Starts with the first of these lessons."
          choices={[
            { value: "class", label: "Class price" },
            { value: "own", label: "Custom price, this family only" },
          ]}
        />
      </div>
      <p className="buttons">
        <SubmitButton pending="Charging…" intent="price-lessons" variant="secondary" formNoValidate>
          Charge these lessons
        </SubmitButton>
        {classes.map(({ classId, className }) => (
          <Link key={classId} to={paths.editClass(classId)}>
            {classes.length > 1 ? `Other prices for ${className}` : "Other kinds of price"}
          </Link>
        ))}
      </p>
    </div>
  )
}
