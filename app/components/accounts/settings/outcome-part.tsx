import { type SubmissionResult, useForm } from "@conform-to/react"
import { PartForm } from "~/components/form/part-form"
import { DataTable } from "~/components/ui/data-table"
import { EditablePart } from "~/components/ui/editable-part"
import { Link } from "~/components/ui/link"
import { NoteHead } from "~/components/ui/note-head"
import type { MarkCode, Outcome } from "~/models/accounts/outcome/outcome"
import { paths } from "~/utils/paths"

type RowFields = {
  chargedPercent: string
  paidPercent?: string
  issuesCredit?: string
  countsAsAttended?: string
}

type OutcomePartProps = { outcomes: readonly Outcome[]; paysTeachers: boolean; result?: SubmissionResult }

/** The attendance rules as a table; its form has a field in each place and is saved as a whole. */
export function OutcomePart(props: OutcomePartProps) {
  const { outcomes, paysTeachers, result } = props
  return (
    <EditablePart
      id="outcomes"
      title="Attendance rules"
      about={
        <>
          What each attendance status does to money and credits. Changes apply to future attendance only.{" "}
          <Link to={paths.attendanceStatuses()}>Add statuses of your own</Link>
        </>
      }
      isAnswered={result !== undefined}
      text={<OutcomeTable outcomes={outcomes} paysTeachers={paysTeachers} />}
    >
      <OutcomeForm {...props} />
    </EditablePart>
  )
}

function OutcomeTable({ outcomes, paysTeachers }: Omit<OutcomePartProps, "result">) {
  return (
    <DataTable
      caption="Attendance rules"
      rows={[...outcomes]}
      rowKey={({ code }) => code}
      columns={[
        { label: "Status", cell: ({ label }) => label },
        { label: "Family charged", cell: ({ chargedPercent }) => `${chargedPercent}%` },
        ...(paysTeachers
          ? [{ label: "Teacher paid", cell: ({ paidPercent }: Outcome) => `${paidPercent}%` }]
          : []),
        { label: "Make-up credit", cell: ({ issuesCredit }) => (issuesCredit ? "1 credit" : "No") },
        { label: "Counts as attended", cell: ({ countsAsAttended }) => (countsAsAttended ? "Yes" : "No") },
      ]}
    />
  )
}

function OutcomeForm({ outcomes, paysTeachers, result }: OutcomePartProps) {
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
  return (
    <PartForm part="outcomes" form={form} save="Save rules">
      <DataTable
        caption="Attendance rules"
        middle
        rows={outcomes.map(({ code, label }) => ({ code, label, meta: fields[code].getFieldset() }))}
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
    </PartForm>
  )
}

type OutcomeRow = { label: string; meta: { paidPercent: Meta } }

type Meta = { id: string; name: string; errorId: string; initialValue?: unknown; errors?: string[] }

function PercentField({ meta, label }: { meta: Meta; label: string }) {
  return (
    <span className={meta.errors ? "field invalid" : undefined}>
      {meta.errors ? (
        <span className="error" id={meta.errorId}>
          <NoteHead kind="x" />
          <span>{meta.errors.join(" ")}</span>
        </span>
      ) : null}
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
