import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ActButton } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { requireStaff } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { asOneAct } from "~/models/foundation/access/rehearse.server"
import { askForBackup, findLastSound, listBackups } from "~/models/platform/backup/backup.server"
import { recordPlatformAct } from "~/models/platform/staff-act/staff-act.server"
import { bytesText } from "~/utils/bytes"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/work-times.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "machine:read")
  const page = readPage(request)
  const { rows, total } = listBackups(staff, page)
  const { at, isLate } = findLastSound(staff)
  return {
    pages: paged(request, total),
    lastSound: at === null ? null : staffTimeAndZone(at),
    isLate,
    rows: rows.map((row) => ({
      id: row.id,
      madeAt: staffTimeAndZone(row.startedAt),
      node: row.node,
      object: `${row.place.replace(/\/$/, "")}/${row.objectKey}`,
      size: row.bytes === null ? "–" : bytesText(row.bytes),
      took: `${(row.tookMs / 1000).toFixed(1)} s`,
      problem: row.problem,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "machine:act")
  return intents(request, paths.backups(), {
    "back-up": act({
      run: () =>
        asOneAct(() => {
          askForBackup(staff)
          recordPlatformAct(staff, { verb: "back-up", about: "Backup" })
        }),
      saved: "Backup started. It appears here once it’s verified.",
    }),
  })
}

export const { handle, meta } = framed({
  title: "Backups",
  head: () => ({
    expression: "hourly, each one restored and verified",
    actions: (
      <ActButton
        label="Back up now"
        action={paths.backups()}
        intent="back-up"
        pending="Starting…"
        variant="primary"
      />
    ),
  }),
})

export default function Backups() {
  const { pages, lastSound, isLate, rows } = useLoaderData<typeof loader>()
  return (
    <>
      <p>
        <Status head={isLate ? "x" : "on"} tone={isLate ? "bad" : "ok"}>
          {isLate ? "late" : "sound"}
        </Status>{" "}
        {lastSound
          ? `The last verified backup is from ${lastSound}${isLate ? ", which is too long ago." : "."}`
          : "There’s no verified backup."}
      </p>
      <DataTable
        caption="Backups, newest first"
        columns={[
          { label: "Created", cell: (row) => row.madeAt },
          {
            label: "Status",
            cell: ({ problem }) =>
              problem ? (
                <>
                  <Status tone="bad">failed</Status> <span className="long-text">{problem}</span>
                </>
              ) : (
                <Status tone="ok">sound</Status>
              ),
          },
          { label: "By", cell: (row) => row.node },
          { label: "Location", cell: (row) => <span className="long-text">{row.object}</span> },
          { label: "Duration", numeric: true, cell: (row) => row.took },
          { label: "Size", numeric: true, cell: (row) => row.size },
        ]}
        rows={rows}
        empty="No backups yet. The first runs on the hour."
        rowKey={(row) => row.id}
      />
      <Pagination {...pages} />
    </>
  )
}
