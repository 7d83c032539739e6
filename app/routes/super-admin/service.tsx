import type { SubmissionResult } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { editFormId } from "~/components/platform/service/edit-update"
import {
  IncidentForm,
  IncidentList,
  incidentFormId,
  updateFormId,
} from "~/components/platform/service/incident-list"
import {
  MaintenanceForm,
  maintenanceFormId,
  OpenNotices,
  ReadOnlyForm,
  readOnlyFormId,
} from "~/components/platform/service/notice-forms"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { act, idIn, intent, intents, titled } from "~/http/intents.server"
import { listIncidents } from "~/models/platform/service/incident.server"
import { noticeText } from "~/models/platform/service/notice"
import {
  IncidentEditForm,
  IncidentForm as IncidentSchema,
  IncidentUpdateForm,
  MaintenanceForm as MaintenanceSchema,
  ReadOnlyForm as ReadOnlySchema,
} from "~/models/platform/service/service-forms"
import {
  correctIncident,
  openIncident,
  updateIncident,
} from "~/models/platform/service-desk/change-incident.server"
import {
  announceMaintenance,
  endNotice,
  listOpenNotices,
  turnReadOnly,
} from "~/models/platform/service-desk/change-notice.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/staff-times.server"

/** What everyone is told: the read-only switch, maintenance, incidents. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "machine:read")
  const notices = listOpenNotices(staff)
  return {
    isReadOnly: notices.some(({ kind }) => kind === "read-only"),
    notices: notices.map((notice) => ({
      id: notice.id,
      kind: notice.kind,
      ...noticeText(notice, now(), staffTimeAndZone),
    })),
    incidents: listIncidents().map(({ startedAt, endedAt, updates, ...incident }) => ({
      ...incident,
      began: staffTimeAndZone(startedAt),
      ended: endedAt === null ? null : staffTimeAndZone(endedAt),
      updates: updates.map(({ createdAt, ...update }) => ({ ...update, when: staffTimeAndZone(createdAt) })),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "machine:act")
  return intents(request, paths.service(), {
    "read-only": intent({
      schema: ReadOnlySchema,
      run: (sent) => turnReadOnly(staff, sent),
      refusals: titled("Nothing was changed", { on: "Read-only is on already." }),
      saved: "Read-only is on.",
    }),
    maintenance: intent({
      schema: MaintenanceSchema,
      run: (sent) => announceMaintenance(staff, sent),
      field: "day",
      refusals: { past: "Choose a time that isn’t over yet." },
      saved: "Maintenance announced.",
    }),
    "end-notice": act({
      run: (form) => endNotice(staff, idIn(form, "noticeId")) ?? false,
      refusals: titled("Nothing was changed", { "not-found": "Someone else has ended this notice." }),
      saved: (kind) => (kind === "read-only" ? "Read-only is off." : "Notice removed."),
    }),
    incident: intent({
      schema: IncidentSchema,
      run: (sent) => openIncident(staff, sent),
      saved: "Incident opened.",
    }),
    "incident-update": intent({
      schema: IncidentUpdateForm,
      run: (sent) => updateIncident(staff, sent),
      refusals: titled("Nothing was changed", { over: "This incident is closed already." }),
      saved: "Update posted.",
    }),
    "incident-edit": intent({
      schema: IncidentEditForm,
      run: (sent) => correctIncident(staff, sent),
      refusals: { unknown: 404 },
      saved: "Incident corrected.",
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Service · Tutti" }]

export default function Service() {
  const { isReadOnly, notices, incidents } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  const sentBy = refusedForm(result)
  const resultOf = (formId: string) => (sentBy === formId ? result : undefined)
  const { incidentId = "", updateId = "" } = result?.initialValue ?? {}
  return (
    <div className="stack">
      {sentBy ? <AnswerSummary formId={sentBy} result={result} /> : null}
      <PageHead
        title="Service"
        expression="what everyone is told"
        actions={<Link to={paths.status()}>Open status page</Link>}
      />
      <OpenNotices notices={notices} />
      <div className="two-columns">
        <div className="stack">
          <section className="section" aria-labelledby="incidents">
            <h2 id="incidents">Incidents</h2>
            <IncidentList
              incidents={incidents}
              result={
                result && sentBy === updateFormId(String(incidentId))
                  ? { incidentId: String(incidentId), result }
                  : undefined
              }
              edited={
                result && sentBy === editFormId(String(updateId))
                  ? { updateId: String(updateId), result }
                  : undefined
              }
            />
          </section>
        </div>
        <div className="stack">
          <section className="section" aria-labelledby="new-incident">
            <h2 id="new-incident">New incident</h2>
            <IncidentForm result={resultOf(incidentFormId)} />
          </section>
          <section className="section" aria-labelledby="new-maintenance">
            <h2 id="new-maintenance">Maintenance notice</h2>
            <MaintenanceForm result={resultOf(maintenanceFormId)} />
          </section>
          {isReadOnly ? null : (
            <section className="section" aria-labelledby="switch">
              <h2 id="switch">Read-only</h2>
              <ReadOnlyForm result={resultOf(readOnlyFormId)} />
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

/** Which of the page's forms was refused. */
function refusedForm(result: SubmissionResult | undefined): string | undefined {
  const { intent, incidentId, updateId } = result?.initialValue ?? {}
  if (intent === "incident-edit") return editFormId(String(updateId))
  if (intent === "incident-update") return updateFormId(String(incidentId))
  return typeof intent === "string" ? intent : undefined
}
