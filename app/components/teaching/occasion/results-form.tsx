import type { SubmissionResult } from "@conform-to/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { DataTable } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"

export type ResultRow = {
  studentId: string
  name: string
  grade: string | null
  outcome: string | null
  note: string | null
  on: string | null
  isReleased: boolean
  /** a mark of what the row shows */
  was: string
}

type ResultsFormProps = {
  rows: ResultRow[]
  /** the day of the event, where a row has no other */
  day: string
  /** words used before, to choose from */
  outcomes: string[]
  result?: SubmissionResult<string[]>
}

type ResultField = "grade" | "outcome" | "note" | "on"

const fields: { name: ResultField; label: string; most?: number; size?: number }[] = [
  { name: "grade", label: "Grade or points", most: 40, size: 8 },
  { name: "outcome", label: "Result", most: 60 },
  { name: "note", label: "Note", most: 500 },
  { name: "on", label: "Date" },
]

/** The results of many students at once; an empty row has none. */
export function ResultsForm({ rows, day, outcomes, result }: ResultsFormProps) {
  const typed = result?.initialValue?.result as Record<string, Record<string, string>> | undefined
  const changeOf = (studentId: string) => result?.error?.[`result.${studentId}.was`]?.join(" ")
  // A row that names what someone else saved may replace it. The others keep what the page was first made from.
  const wasOf = ({ studentId, was }: ResultRow) =>
    changeOf(studentId) ? was : (typed?.[studentId]?.was ?? was)
  return (
    <PostForm className="form" id="results">
      <datalist id="outcomes">
        {outcomes.map((outcome) => (
          <option key={outcome} value={outcome} />
        ))}
      </datalist>
      <DataTable
        caption="Results"
        middle
        rows={rows}
        rowKey={({ studentId }) => studentId}
        columns={[
          {
            label: "Student",
            cell: (row) => (
              <>
                <input type="hidden" name={`result.${row.studentId}.was`} value={wasOf(row)} />
                <FieldProblem id={`result.${row.studentId}.was-error`} message={changeOf(row.studentId)} />
                <span id={`results-result.${row.studentId}.was`} tabIndex={-1}>
                  {row.name}
                </span>{" "}
                {row.isReleased ? <span className="dim"> shown to family</span> : null}
              </>
            ),
          },
          ...fields.map(({ name, label, most, size }) => ({
            label,
            cell: (row: ResultRow) => {
              const path = `result.${row.studentId}.${name}`
              const problem = result?.error?.[path]?.join(" ")
              const saved = name === "on" ? (row.on ?? day) : (row[name] ?? "")
              const shared = {
                id: `results-${path}`,
                name: path,
                maxLength: most,
                defaultValue: typed ? (typed[row.studentId]?.[name] ?? "") : saved,
                "aria-label": `${label} of ${row.name}`,
                "aria-invalid": problem ? true : undefined,
                "aria-describedby": problem ? `${path}-error` : undefined,
              }
              return (
                <>
                  <FieldProblem id={`${path}-error`} message={problem} />
                  {name === "note" ? (
                    <textarea {...shared} rows={2} cols={30} />
                  ) : (
                    <input
                      {...shared}
                      type={name === "on" ? "date" : "text"}
                      size={size}
                      list={name === "outcome" ? "outcomes" : undefined}
                    />
                  )}
                </>
              )
            },
          })),
        ]}
      />
      <p>
        <SubmitButton intent="save" pending="Saving…">
          Save results
        </SubmitButton>
      </p>
    </PostForm>
  )
}
