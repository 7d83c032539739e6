import type { FieldMeta } from "~/components/form/field-frame"
import { GroupedOptions } from "~/components/form/grouped-options"
import { FieldProblem } from "~/components/ui/field-problem"
import type { Ask } from "~/models/people/enrollment-form/enrollment-form"
import { askLabels } from "~/texts/people/enrollment-form"

type AskedFieldsProps = {
  asked: readonly { key: string; own: { name: string; noun: "student" | "family" } | null }[]
  /** By question: whether it is asked, and its number in the order. */
  asks: { [key: string]: FieldMeta | undefined }
  orders: { [key: string]: FieldMeta | undefined }
}

const choices = [
  ["no", "Not asked"],
  ["optional", "Optional"],
  ["required", "Required"],
] as const

/** What a form asks, whether it must be answered, and in which order. */
export function AskedFields({ asked, asks, orders }: AskedFieldsProps) {
  return (
    <fieldset className="field">
      <legend>What the form asks</legend>
      <p className="small dim">
        Besides the student’s name, a child’s guardian and an email. It asks from the lowest number to the
        highest.
      </p>
      <table className="asked-fields">
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Answer</th>
            <th scope="col">Order</th>
          </tr>
        </thead>
        <tbody>
          {asked.map(({ key, own }) => (
            <AskedRow
              key={key}
              label={own ? `${own.name} (${own.noun})` : askLabels[key as Ask]}
              ask={asks[key]}
              order={orders[key]}
            />
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}

type RowProps = { label: string; ask: FieldMeta | undefined; order: FieldMeta | undefined }

function AskedRow({ label, ask, order }: RowProps) {
  if (!ask || !order) return null
  const problem = ask.errors?.[0] ?? order.errors?.[0]
  return (
    <tr className={problem ? "invalid" : undefined}>
      <th scope="row">
        {label}
        {problem ? <FieldProblem id={order.errorId} message={problem} /> : null}
      </th>
      <td>
        <select
          id={ask.id}
          name={ask.name}
          aria-label={`${label}: answer`}
          defaultValue={typeof ask.initialValue === "string" ? ask.initialValue : "no"}
        >
          <GroupedOptions choices={choices.map(([value, text]) => ({ value, label: text }))} />
        </select>
      </td>
      <td>
        <input
          id={order.id}
          name={order.name}
          aria-label={`${label}: order`}
          aria-invalid={order.errors ? true : undefined}
          aria-describedby={problem ? order.errorId : undefined}
          type="number"
          min={1}
          max={99}
          required
          defaultValue={typeof order.initialValue === "string" ? order.initialValue : ""}
        />
      </td>
    </tr>
  )
}
