import { type FieldMetadata, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { DataTable } from "~/components/ui/data-table"
import { NoteHead } from "~/components/ui/note-head"
import type { MarkCode, Outcome } from "~/models/accounts/outcome/outcome"

type RowFields = {
  chargedPercent: string
  paidPercent?: string
  issuesCredit?: string
  countsAsAttended?: string
}

type OutcomeFormProps = {
  outcomes: readonly Outcome[]
  paysTeachers: boolean
  result?: SubmissionResult
  /** the policy that it opens in */
  part: string
  /** the one status that is asked for; the others stay as they are */
  only?: MarkCode
}

/** What attendance does to money and credits: a table of all statuses, or one status by itself. */
export function OutcomeForm({ outcomes, paysTeachers, result, part, only }: OutcomeFormProps) {
  const checkedValue = (value: boolean) => (value ? "on" : undefined)
  const [form, fields] = useForm<Record<MarkCode, RowFields>>({
    id: "outcomes-form",
    lastResult: result,
    defaultValue: Object.fromEntries(
      outcomes.map(({ code, chargedPercent, paidPercent, issuesCredit, countsAsAttended }) => [
        code,
        {
          chargedPercent: String(chargedPercent),
          paidPercent: String(paidPercent),
          issuesCredit: checkedValue(issuesCredit),
          countsAsAttended: checkedValue(countsAsAttended),
        },
      ]),
    ),
  })
  const rows = outcomes.map(({ code, label }) => ({ code, label, meta: fields[code].getFieldset() }))
  return (
    <PartForm part={part} intent="outcomes" form={form} save="Save rules" tries>
      {only ? (
        <OneOutcome meta={fields[only].getFieldset()} paysTeachers={paysTeachers} />
      ) : (
        <OutcomeTable rows={rows} paysTeachers={paysTeachers} />
      )}
    </PartForm>
  )
}

/** All statuses as a table with a field in each place. */
const OutcomeTable = ({ rows, paysTeachers }: { rows: OutcomeRow[]; paysTeachers: boolean }) => (
  <DataTable
    caption="Attendance rules"
    middle
    rows={rows}
    rowKey={({ code }) => code}
    columns={[
      { label: "Status", cell: ({ label }) => label },
      {
        label: "Family charged",
        cell: ({ label, meta }) => (
          <PercentField meta={meta.chargedPercent} label={`${label}: family charged, percent`} />
        ),
      },
      ...(paysTeachers
        ? [
            {
              label: "Teacher paid",
              cell: ({ label, meta }: OutcomeRow) => (
                <PercentField meta={meta.paidPercent} label={`${label}: teacher paid, percent`} />
              ),
            },
          ]
        : []),
      {
        label: "Make-up credit",
        cell: ({ label, meta }) => (
          <Tick meta={meta.issuesCredit} label={`${label}: gives a make-up credit`} />
        ),
      },
      {
        label: "Counts as attended",
        cell: ({ label, meta }) => (
          <Tick meta={meta.countsAsAttended} label={`${label}: counts as attended`} />
        ),
      },
    ]}
  />
)

/** One status by itself. */
const OneOutcome = ({ meta, paysTeachers }: { meta: OutcomeMeta; paysTeachers: boolean }) => (
  <>
    <div className="columns">
      <Field meta={meta.chargedPercent} label="Family charged (%)" inputMode="numeric" maxLength={3} />
      {paysTeachers ? (
        <Field meta={meta.paidPercent} label="Teacher paid (%)" inputMode="numeric" maxLength={3} />
      ) : null}
    </div>
    <CheckField meta={meta.issuesCredit} label="Gives a make-up credit" />
    <CheckField meta={meta.countsAsAttended} label="Counts as attended" />
  </>
)

type OutcomeMeta = ReturnType<FieldMetadata<RowFields>["getFieldset"]>
type OutcomeRow = { code: MarkCode; label: string; meta: OutcomeMeta }

type Meta = { id: string; name: string; errorId: string; initialValue?: unknown; errors?: string[] }

function PercentField({ meta, label }: { meta: Meta; label: string }) {
  return (
    <span className={meta.errors ? "field invalid" : undefined}>
      {meta.errors ? (
        <span className="error" id={meta.errorId}>
          <NoteHead kind="x" />
          <span>{meta.errors.join(" ")}</span>
        </span>
      ) : null}{" "}
      <span className="toolbar">
        <input
          id={meta.id}
          name={meta.name}
          aria-label={label}
          aria-invalid={meta.errors ? true : undefined}
          aria-describedby={meta.errors ? meta.errorId : undefined}
          defaultValue={typeof meta.initialValue === "string" ? meta.initialValue : ""}
          inputMode="numeric"
          maxLength={3}
          size={4}
          required
        />
        <span aria-hidden="true">%</span>
      </span>
    </span>
  )
}

const Tick = ({ meta, label }: { meta: Meta; label: string }) => (
  <label className="checkbox">
    <input
      type="checkbox"
      id={meta.id}
      name={meta.name}
      defaultChecked={meta.initialValue === "on"}
      aria-label={label}
    />
  </label>
)
