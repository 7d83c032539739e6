import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"

export type QueueLine = {
  id: string
  kind: string
  about: string
  attempts: number
  when: string
  lastError: string | null
}

type QueueTableProps = { noun: "jobs" | "mail"; rows: QueueLine[]; canRetry: boolean }

/** Jobs or mail of one state; what was given up can have another chance. */
export function QueueTable({ noun, rows, canRetry }: QueueTableProps) {
  return (
    <DataTable
      caption={noun === "jobs" ? "Jobs" : "Email"}
      columns={[
        {
          label: noun === "jobs" ? "Type" : "Email",
          cell: ({ kind }) => <span className="long-text">{kind}</span>,
        },
        {
          label: noun === "jobs" ? "School" : "To",
          cell: ({ about }) => <span className="long-text">{about}</span>,
        },
        { label: "When", cell: ({ when }) => when },
        { label: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
        {
          label: "Last error",
          cell: ({ lastError }) => (
            <span className="long-text">{lastError ?? <span className="dim">None</span>}</span>
          ),
        },
        ...(canRetry
          ? [
              {
                label: "Actions",
                action: true,
                cell: ({ id, kind }: QueueLine) => (
                  <PostForm>
                    <input type="hidden" name="id" value={id} />
                    <Button
                      type="submit"
                      name="intent"
                      value={`retry-${noun}`}
                      aria-label={`Try again: ${kind}`}
                    >
                      Try again
                    </Button>
                  </PostForm>
                ),
              },
            ]
          : []),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}
