import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type TermFieldsProps = {
  terms: { id: string; name: string; startsOn: string }[]
  fields: Record<"termId" | "price" | "answerBy" | "reason", FieldMeta>
}

/** Into which term classes roll over, at which price, and whether families are asked. */
export function TermFields({ terms, fields }: TermFieldsProps) {
  return (
    <>
      <SelectField
        meta={fields.termId}
        label="Next term"
        choices={terms.map(({ id, name, startsOn }) => ({
          value: id,
          label: `${name}, from ${formatDate(startsOn, "medium")}`,
        }))}
      />
      <Field
        meta={fields.price}
        label="Price change"
        optional
        hint="For example, +5% or +2.00. Custom prices stay."
        maxLength={20}
      />
      <DateField
        meta={fields.answerBy}
        label="Ask families to answer by"
        optional
        hint="They confirm or decline online or by email. Leave blank to not ask."
      />
      <Field
        meta={fields.reason}
        label="Reason to allow clashes"
        optional
        hint="For double-booked rooms and students, days of leave and other hours. Leave blank to skip such classes."
        maxLength={200}
      />
    </>
  )
}

/** What is needed first. */
export const NoNextTerm = () => (
  <Callout tone="amber">
    <p>
      Classes roll over into a term that hasn’t begun.{" "}
      <Link to={paths.schoolSettings()}>Add the next term</Link> first.
    </p>
  </Callout>
)
