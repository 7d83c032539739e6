import { PostForm } from "~/components/form/post-form"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

export type CaseRow = {
  key: string
  schoolId: string
  caseId: string
  schoolName: string
  reason: string
  facts: string
  since: string
}

/** Cases that need attention; each can be checked again or closed. */
export function OpenCases({ cases }: { cases: CaseRow[] }) {
  return (
    <DataTable
      caption="Open cases"
      columns={[
        {
          label: "School",
          cell: (row) => <Link to={paths.platformSchool(row.schoolId)}>{row.schoolName}</Link>,
        },
        { label: "Reason", cell: (row) => row.reason },
        { label: "Details", cell: (row) => <span className="long-text dim">{row.facts}</span> },
        { label: "Since", cell: (row) => row.since },
        {
          label: "Actions",
          action: true,
          cell: (row) => (
            <PostForm className="buttons">
              <input type="hidden" name="schoolId" value={row.schoolId} />
              <input type="hidden" name="caseId" value={row.caseId} />
              <button className="button" type="submit" name="intent" value="check">
                Check with PayPal
              </button>
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
