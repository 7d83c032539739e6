import { DataTable } from "~/components/ui/data-table"
import type {
  ComparedField,
  FieldChoice,
  PersonComparison,
} from "~/models/overview/person-merge/person-merge"

type PersonComparisonTableProps = Pick<PersonComparison, "keep" | "gone" | "fields"> & {
  /** Without it nothing can be chosen. */
  canChoose: boolean
}

/** Two records side by side, the one that stays first. Where they differ, the answer that counts is chosen. */
export function PersonComparisonTable({ keep, gone, fields, canChoose }: PersonComparisonTableProps) {
  const rows = fields.filter((field) => field.keep !== "" || field.gone !== "")
  return (
    <DataTable
      caption="The two records"
      rows={rows}
      rowKey={({ name }) => name}
      terse="labelled"
      columns={[
        { label: "Field", cell: ({ label }) => label },
        { label: `Keep: ${keep.name}`, cell: (field) => <Answer text={field.keep} /> },
        { label: `Remove: ${gone.name}`, cell: (field) => <Answer text={field.gone} /> },
        {
          label: "After the merge",
          cell: (field) =>
            canChoose && field.choices.length > 0 ? (
              <Choices field={field} />
            ) : (
              <Answer text={resultOf(field)} />
            ),
        },
      ]}
    />
  )
}

const Answer = ({ text }: { text: string }) => <>{text || "–"}</>

const resultOf = ({ chosen, keep, gone }: ComparedField) => (chosen === "gone" ? gone : keep)

const choiceLabels: Record<FieldChoice, string> = { keep: "First", gone: "Second", both: "Both" }

function Choices({ field }: { field: ComparedField }) {
  const { name, label, choices, chosen } = field
  return (
    <fieldset className="segmented" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice}>
          <input type="radio" name={`choice.${name}`} value={choice} defaultChecked={choice === chosen} />
          {choiceLabels[choice]}
        </label>
      ))}
    </fieldset>
  )
}
