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
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { listIncidents } from "~/models/platform/service/incident.server"
import { noticeText } from "~/models/platform/service/notice"
import {
  EndNoticeForm,
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

const done = (title: string) => redirectWithToast(paths.service(), title)
const tooLate = (text: string) =>
  redirectWithToast(paths.service(), { title: "Nothing was changed", text, tone: "bad" })

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "machine:act")
  const form = await request.formData()
  switch (form.get("intent")) {
    case "read-only": {
      const sent = readForm(form, { schema: ReadOnlySchema })
      if (sent.status !== "success") return invalid(sent)
      return turnReadOnly(staff, sent.value).ok
        ? done("Read-only is on.")
        : tooLate("Read-only is on already.")
    }
    case "maintenance": {
      const sent = readForm(form, { schema: MaintenanceSchema })
      if (sent.status !== "success") return invalid(sent)
      if (announceMaintenance(staff, sent.value).ok) return done("Maintenance announced.")
      return invalid(sent, { day: "Choose a time that isn’t over yet." })
    }
    case "end-notice": {
      const sent = readForm(form, { schema: EndNoticeForm })
      const kind = sent.status === "success" ? endNotice(staff, sent.value.noticeId) : undefined
      if (!kind) return tooLate("Someone else has ended this notice.")
      return done(kind === "read-only" ? "Read-only is off." : "Notice removed.")
    }
    case "incident": {
      const sent = readForm(form, { schema: IncidentSchema })
      if (sent.status !== "success") return invalid(sent)
      openIncident(staff, sent.value)
      return done("Incident opened.")
    }
    case "incident-update": {
      const sent = readForm(form, { schema: IncidentUpdateForm })
      if (sent.status !== "success") return invalid(sent)
      return updateIncident(staff, sent.value).ok
        ? done("Update posted.")
        : tooLate("This incident is closed already.")
    }
    case "incident-edit": {
      const sent = readForm(form, { schema: IncidentEditForm })
      if (sent.status !== "success") return invalid(sent)
      if (!correctIncident(staff, sent.value).ok) throw notFound()
      return done("Incident corrected.")
    }
    default:
      throw notFound()
  }
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
