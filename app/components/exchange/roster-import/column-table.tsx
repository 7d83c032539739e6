import { controlProps, type FieldMeta, FieldRemarks, submittedValue } from "~/components/form/field-frame"
import { DataTable } from "~/components/ui/data-table"

type ColumnTableProps = {
  columns: { header: string; samples: string[] }[]
  uses: { value: string; label: string }[]
  fields: FieldMeta[]
}

/** One row for each column of the file: its heading, its first cells and the field it fills. */
export function ColumnTable({ columns, uses, fields }: ColumnTableProps) {
  const rows = columns.map((column, index) => ({ ...column, index, field: fields[index] }))
  return (
    <DataTable
      caption="Columns in the file"
      rows={rows}
      rowKey={({ index }) => index}
      columns={[
        { label: "Column", cell: ({ header, field }) => <label htmlFor={field?.id}>{header}</label> },
        {
          label: "Sample values",
          cell: ({ samples }) =>
            samples.length > 0 ? (
              <span className="dim wrap-anywhere">{samples.join(" · ")}</span>
            ) : (
              <span className="dim">empty</span>
            ),
        },
        { label: "Import as", cell: ({ field }) => (field ? <Use field={field} uses={uses} /> : null) },
      ]}
    />
  )
}

function Use({ field, uses }: { field: FieldMeta; uses: ColumnTableProps["uses"] }) {
  return (
    <span className={field.errors ? "field invalid" : "field sm:min-w-60"}>
      <FieldRemarks meta={field} />
      <select key={field.key} {...controlProps(field, {})} defaultValue={submittedValue(field)}>
        {uses.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
