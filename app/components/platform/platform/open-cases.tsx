import { PostForm } from "~/components/form/post-form"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"

export type CaseRow = {
  key: string
  schoolId: string
  caseId: string
  schoolName: string
  reason: string
  /** what was chosen, what was paid, what the provider says */
  facts: [label: string, text: string][]
  advice: string
  since: string
  /** when and by whom it was closed */
  closed: string | null
}

const school = {
  label: "School",
  cell: (row: CaseRow) => <Link to={paths.schoolMoney(row.schoolId)}>{row.schoolName}</Link>,
}

const details = {
  label: "Details",
  cell: ({ reason, facts }: CaseRow) => (
    <>
      <b>{reason}</b>{" "}
      {facts.map(([label, text]) => (
        <span key={label} className="block long-text">
          <span className="dim">{label}:</span> {text}
        </span>
      ))}
    </>
  ),
}

/** Cases that need attention; each can be checked again or closed. */
export function OpenCases({ cases }: { cases: CaseRow[] }) {
  return (
    <DataTable
      caption="Open cases"
      columns={[
        school,
        details,
        { label: "What to do", cell: (row) => <span className="long-text">{row.advice}</span> },
        { label: "Since", cell: (row) => row.since },
        {
          label: "Actions",
          action: true,
          cell: (row) => (
            <PostForm className="buttons">
              <input type="hidden" name="schoolId" value={row.schoolId} />
              <input type="hidden" name="caseId" value={row.caseId} />
              <button
                className="button"
                type="submit"
                name="intent"
                value="check"
              >{`Check with ${platformProvider}`}</button>
              <label className="visually-hidden" htmlFor={`note-${row.key}`}>
                Internal note on closing {row.schoolName}
              </label>
              <input id={`note-${row.key}`} name="note" maxLength={500} placeholder="Internal note" />
              <button className="button plain" type="submit" name="intent" value="close">
                Close case
              </button>
            </PostForm>
          ),
        },
      ]}
      rows={cases}
      rowKey={(row) => row.key}
    />
  )
}

/** Cases that were closed, newest first. */
export const ClosedCases = ({ cases }: { cases: CaseRow[] }) => (
  <DataTable
    caption="Closed cases, newest first"
    columns={[
      school,
      details,
      { label: "Opened", cell: (row) => row.since },
      { label: "Closed", cell: (row) => row.closed ?? "–" },
    ]}
    rows={cases}
    rowKey={(row) => row.key}
  />
)
