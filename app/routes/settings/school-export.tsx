import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ActButton, PostForm } from "~/components/form/post-form"
import { TaskProgress } from "~/components/foundation/task/task-progress"
import { Button } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMemberPaidOrNot } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { findLatestExport, startExport } from "~/models/accounts/school/export-school.server"
import { cancelTask, continueTask } from "~/models/foundation/task/run-task.server"
import { isUnderWay } from "~/models/foundation/task/task"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"
import { formatInstant } from "~/utils/zones"

/** Exports all of the school’s data, also without an active subscription. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "school:administer")
  const latest = findLatestExport(actor)
  const { about: _, ...task } = latest?.task ?? { about: null, state: "canceled" as const }
  const isRunning = "id" in task && (isUnderWay(task) || task.state === "failed")
  const when = (at: number) => formatInstant(at, actor.school.timeZone)
  return {
    schoolName: actor.school.name,
    formKey: newId(),
    refreshWithoutScript: isUnderWay(task) ? `3;url=${paths.schoolExport()}` : undefined,
    running: isRunning ? task : null,
    isWithdrawn: latest?.isWithdrawn ?? false,
    file:
      latest?.keptUntil && latest.task.finishedAt
        ? {
            taskId: latest.task.id,
            madeAt: when(latest.task.finishedAt),
            keptUntil: when(latest.keptUntil),
          }
        : null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "school:administer")
  const taskId = findLatestExport(actor)?.task.id ?? ""
  return intents(request, paths.schoolExport(), {
    export: act({ run: (form) => void startExport(actor, idIn(form, "key") || null) }),
    continue: act({ run: () => void continueTask(actor, taskId) }),
    cancel: act({
      run: () => ({ canceled: cancelTask(actor, taskId).ok }),
      saved: ({ canceled }) => (canceled ? "Export canceled." : undefined),
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Export everything · Tutti" }]

export default function SchoolExport() {
  const { schoolName, formKey, running, file, isWithdrawn } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.schoolData(), label: "Import and export" }}
        title={`Export ${schoolName}`}
      />
      {running ? <TaskProgress {...running} /> : null}
      {file ? (
        <section className="section" aria-labelledby="file">
          <h2 id="file">Ready to download</h2>
          <p>
            Exported {file.madeAt}. We delete the file on {file.keptUntil}.
          </p>
          <PostForm reloadDocument action={paths.schoolExportFile()} sends={{ task: file.taskId }}>
            <Button variant="primary">Download everything</Button>
          </PostForm>
        </section>
      ) : null}
      {isWithdrawn ? (
        <CalloutText>
          Your last export was removed because a person was erased after it began. Export everything again to
          get a file without them.
        </CalloutText>
      ) : null}
      <p>
        One ZIP file with a spreadsheet for each type of record: people, classes, lessons, attendance,
        invoices, payments, notes, messages and activity. The same data is included as JSON for other
        programs. It contains personal data of every family, so store it where only you can read it.
      </p>
      <p className="dim">
        Passwords aren’t included. Your school’s activity shows who downloaded it and when.{" "}
        {sellsPlans() ? "You can export even without an active subscription." : null}
      </p>
      {running ? null : (
        <ActButton
          label={file ? "Export again" : "Export everything"}
          sends={{ key: formKey }}
          intent="export"
          pending="Starting…"
          variant={file ? "secondary" : "primary"}
        />
      )}
    </div>
  )
}
