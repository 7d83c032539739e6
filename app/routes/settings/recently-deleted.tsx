import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ActButton, PostForm, SubmitButton } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { binDays, deletedLabels } from "~/models/foundation/deleted-record/deleted-record"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { deleteForGood, restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { restoreRefusals } from "~/texts/foundation/refusals"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

const perPage = 25

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const { total, records } = listDeleted(actor, { page: readPage(request), perPage })
  const dayOf = (at: number) => formatDate(localDate(at, actor.school.timeZone), "medium")
  return {
    pages: paged(request, total, perPage),
    records: records.map(({ id, noun, name, deletedName, deletedAt, goneAt }) => ({
      id,
      name,
      deletedName,
      label: deletedLabels[noun],
      deletedOn: dayOf(deletedAt),
      goneOn: dayOf(goneAt),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  return intents(request, paths.recentlyDeleted(), {
    restore: act({
      run: (form) => restoreDeleted(actor, idIn(form, "entry")),
      refusals: restoreRefusals,
      saved: ({ name }) => `${name} restored.`,
    }),
    delete: act({
      run: (form) => deleteForGood(actor, idIn(form, "entry")),
      refusals: restoreRefusals,
      saved: ({ name }) => `${name} deleted for good.`,
    }),
  })
}

export const { handle, meta } = framed({ title: "Recently deleted" })

export default function RecentlyDeleted() {
  const { pages, records } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <p className="dim">Kept for {binDays} days, then deleted for good.</p>
      <DataTable
        caption="Recently deleted"
        terse="labelled"
        middle
        rows={records}
        empty={
          <>
            Nothing was deleted in the last {binDays} days. Guardians, draft invoices, pieces, practice
            entries and other records you delete appear here.
          </>
        }
        columns={[
          { label: "Name", cell: ({ name }) => name },
          { label: "Type", cell: ({ label }) => label },
          { label: "Deleted by", cell: ({ deletedName }) => deletedName },
          { label: "Deleted", cell: ({ deletedOn }) => deletedOn },
          { label: "Kept until", cell: ({ goneOn }) => goneOn },
          { label: "Actions", action: true, cell: (record) => <Acts {...record} /> },
        ]}
      />
      <Pagination {...pages} />
    </div>
  )
}

/** Restoring is one click; deleting for good is confirmed. */
function Acts({ id, name }: { id: string; name: string }) {
  return (
    <>
      <ActButton sends={{ entry: id }} intent="restore" pending="Restoring…">
        Restore<span className="visually-hidden"> {name}</span>
      </ActButton>
      <details className="disclosure">
        <summary>
          Delete for good<span className="visually-hidden">: {name}</span>
        </summary>
        <PostForm sends={{ entry: id }}>
          <p>You can’t undo this.</p>
          <SubmitButton variant="danger" intent="delete" pending="Deleting…" label="Delete for good" />
        </PostForm>
      </details>
    </>
  )
}
