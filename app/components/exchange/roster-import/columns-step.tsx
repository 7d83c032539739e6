import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field, SelectField } from "~/components/form/field"
import { controlProps, type FieldMeta, FieldRemarks, submittedValue } from "~/components/form/field-frame"
import { GroupedOptions } from "~/components/form/grouped-options"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import type { ColumnsForm } from "~/models/exchange/roster-import/columns-form"
import {
  type ColumnView,
  type ImportOptions,
  type TeacherOffers,
  teacherFinds,
} from "~/models/exchange/roster-import/roster-import"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { countOf } from "~/utils/formats"

type TeacherChoicesProps = {
  unknown: { name: string; rows: number }[]
  offerOf: (index: number) => NameOffer
  fields: { name: FieldMeta; use: FieldMeta }[]
}

/** Names in the file that match no teacher of the school: new, the same as one, or left out. */
function TeacherChoices({ unknown, offerOf, fields }: TeacherChoicesProps) {
  if (unknown.length === 0) return null
  return (
    <section className="section" aria-labelledby="teachers">
      <h2 id="teachers">Who are these teachers?</h2>
      <div className="columns">
        {unknown.map(({ name, rows }, index) => {
          const field = fields[index]
          return field ? (
            <div key={name}>
              <input type="hidden" name={field.name.name} value={name} />
              <OneName meta={field.use} {...{ name, rows, index }} offer={offerOf(index)} />
            </div>
          ) : null
        })}
      </div>
    </section>
  )
}

type OneNameProps = { meta: FieldMeta; name: string; rows: number; offer: NameOffer; index: number }

function OneName({ meta, name, rows, offer, index }: OneNameProps) {
  const hint = `in ${countOf(rows, "row")}`
  const teachers = offer.choices.map(({ value, label }) => ({ value, label: `Same as ${label}` }))
  if (!offer.isSearched)
    return <SelectField meta={meta} label={name} hint={hint} choices={[asNew, ...teachers, leftOut]} />
  return (
    <NameChoiceField
      meta={meta}
      label={name}
      hint={hint}
      sought={`the teacher for ${name}`}
      prompt="Choose"
      find={teacherFinds.unknown(index)}
      always={[asNew, leftOut]}
      offer={{ ...offer, choices: teachers }}
    />
  )
}

const asNew = { value: "create", label: "Add as a new teacher" }
const leftOut = { value: "leave-out", label: "Leave out (no teacher)" }

type ColumnsStepProps = {
  view: ColumnView
  options: ImportOptions
  fileProblems: string[]
  isSolo: boolean
  /** what a form that was sent searched for */
  teachers?: TeacherOffers
  lastResult?: SubmissionResult<string[]>
}

/** The field of each column, the date format, the start of lessons and the teachers. */
export function ColumnsStep({ view, options, fileProblems, isSolo, teachers, lastResult }: ColumnsStepProps) {
  const [form, fields] = useForm<ColumnsForm>({
    id: "columns",
    lastResult,
    defaultValue: {
      ...options,
      columns: view.columns.map(({ use }) => use),
      teachers: view.unknownTeachers.map(({ name, use }) => ({ name, use })),
    },
  })
  const { missing, unknown } = teachers ?? view.teachers
  return (
    <>
      <ErrorSummary form={form} />
      {fileProblems.length > 0 ? (
        <Callout tone="red">
          {fileProblems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Callout>
      ) : null}
      <PostForm className="stack" {...getFormProps(form)}>
        {missing.isSearched ? (
          <EnterButton intent="columns" formNoValidate>
            Check the rows
          </EnterButton>
        ) : null}
        <section className="section" aria-labelledby="what">
          <h2 id="what">What is in each column?</h2>
          <p className="dim">
            We matched the headings for you. Columns without a match go into the student’s notes; amounts of
            money are left out.
          </p>
          <ColumnTables columns={view.columns} uses={view.uses} fields={fields.columns.getFieldList()} />
        </section>
        <section className="section" aria-labelledby="how">
          <h2 id="how">Import options</h2>
          <div className="columns">
            <SelectField meta={fields.dateOrder} label="Date format" choices={dateOrders} />
            <DateField
              meta={fields.lessonsFrom}
              label="Schedule lessons from"
              hint="A class that starts later has its first lesson on its start date."
            />
            <Field
              meta={fields.defaultMinutes}
              label="Lesson length if missing, in minutes"
              type="number"
              inputMode="numeric"
              min={5}
              max={600}
              optional
            />
            {(missing.isSearched || missing.choices.length > 0) && !isSolo ? (
              <NameChoiceField
                meta={fields.defaultTeacher}
                label="Teacher if missing"
                sought="a teacher"
                prompt="No teacher yet"
                find={teacherFinds.missing}
                offer={missing}
                optional
              />
            ) : (
              <input type="hidden" name={fields.defaultTeacher.name} value={options.defaultTeacher ?? ""} />
            )}
          </div>
        </section>
        <section className="section" aria-labelledby="unreadable">
          <h2 id="unreadable">Cells that can’t be read</h2>
          <SelectField
            meta={fields.unreadable}
            label="Rows with unreadable cells"
            hint="Names are always required."
            choices={[
              { value: "leave-out", label: "Skip the row" },
              { value: "keep-in-notes", label: "Import the student and keep the cell in the notes" },
            ]}
          />
        </section>
        <TeacherChoices
          unknown={view.unknownTeachers}
          offerOf={(index) => unknown[index] ?? missing}
          fields={fields.teachers.getFieldList().map((each) => each.getFieldset())}
        />
        <p className="buttons">
          <SubmitButton intent="columns" pending="Checking…" label="Check the rows" />
          <span className="dim">You can review everything before importing.</span>
        </p>
      </PostForm>
    </>
  )
}

const dateOrders = [
  { value: "detect", label: "Detect from the file" },
  { value: "mdy", label: "Month first: 11/18/2026" },
  { value: "dmy", label: "Day first: 18/11/2026 or 18.11.2026" },
  { value: "ymd", label: "Year first: 2026-11-18" },
]

type ColumnTableProps = {
  columns: { header: string; samples: string[] }[]
  uses: { value: string; label: string }[]
  fields: FieldMeta[]
}

/** From how many on columns without a single cell are folded away. */
const fewEmpty = 4

/** The columns of the file; those without a cell in one group at the end. */
function ColumnTables({ columns, uses, fields }: ColumnTableProps) {
  const rows = columns.map((column, index) => ({ ...column, index, field: fields[index] }))
  const empty = rows.filter(({ samples }) => samples.length === 0)
  if (empty.length < fewEmpty) return <ColumnTable caption="Columns in the file" rows={rows} uses={uses} />
  return (
    <>
      <ColumnTable
        caption="Columns in the file"
        rows={rows.filter(({ samples }) => samples.length > 0)}
        uses={uses}
      />
      <details className="disclosure" open={empty.some(({ field }) => field?.errors)}>
        <summary>{empty.length} empty columns</summary>
        <ColumnTable caption="Empty columns" rows={empty} uses={uses} />
      </details>
    </>
  )
}

type ColumnRow = { header: string; samples: string[]; index: number; field?: FieldMeta }

/** One row for each column: its heading, its first cells and the field it fills. */
function ColumnTable(props: { caption: string; rows: ColumnRow[]; uses: ColumnTableProps["uses"] }) {
  const { caption, rows, uses } = props
  return (
    <DataTable
      caption={caption}
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
        <GroupedOptions choices={uses} />
      </select>
    </span>
  )
}
