import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SelectField, TextAreaField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import {
  MaintenanceForm,
  maintenanceFormId,
  OpenNotices,
  ReadOnlyForm,
  readOnlyFormId,
} from "~/components/platform/service/notice-forms"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { requireStaff } from "~/http/guards.server"
import { act, idIn, intent, intents, titled } from "~/http/intents.server"
import {
  impactLabels,
  impacts,
  type UpdateState,
  updateLabels,
  updateStates,
} from "~/models/platform/service/incident"
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
  announceMaintenance,
  correctIncident,
  endNotice,
  listOpenNotices,
  openIncident,
  turnReadOnly,
  updateIncident,
} from "~/models/platform/service-desk/change-incident.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/work-times.server"

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
      refusals: { past: "Choose a time in the future." },
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
        expression="what everyone sees"
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

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type Incident = Loaded["incidents"][number]

const updateFormId = (incidentId: string) => `update-${incidentId}`

/** What the public status page tells, with a form for the next message of each that is open. */
function IncidentList({
  incidents,
  result,
  edited,
}: {
  incidents: Incident[]
  /** The refusal of one incident's form. */
  result: { incidentId: string; result: SubmissionResult } | undefined
  /** The refusal of one message's correction. */
  edited: { updateId: string; result: SubmissionResult } | undefined
}) {
  if (incidents.length === 0)
    return (
      <EmptyState>
        No incidents in the last 90 days. Open one when visitors notice that something doesn’t work.
      </EmptyState>
    )
  return (
    <div className="stack">
      {incidents.map((incident) => (
        <article key={incident.id} className="section" aria-labelledby={`title-${incident.id}`}>
          <h3 id={`title-${incident.id}`}>{incident.title}</h3>
          <p>
            <Status head={incident.ended ? "on" : "x"} tone={incident.ended ? "ok" : "bad"}>
              {incident.ended ? "resolved" : "open"}
            </Status>{" "}
            <span className="dim">
              {impactLabels[incident.impact]}. {incident.ended ? null : "Since "}
              <Time>{incident.began}</Time>
              {incident.ended ? (
                <>
                  {" to "}
                  <Time>{incident.ended}</Time>
                </>
              ) : null}
            </span>
          </p>
          <ul className="rows">
            {incident.updates.map(({ id, state, text, when }) => (
              <li key={id}>
                <div className="grow">
                  <strong>{updateLabels[state]}.</strong> {text}
                  <p className="dim small">{when}</p>
                  <EditUpdate
                    incident={incident}
                    update={{ id, state, text }}
                    result={edited?.updateId === id ? edited.result : undefined}
                  />
                </div>
              </li>
            ))}
          </ul>
          {incident.ended ? null : (
            <UpdateForm
              incidentId={incident.id}
              result={result?.incidentId === incident.id ? result.result : undefined}
            />
          )}
        </article>
      ))}
    </div>
  )
}

/** It stays on one line where there is room. */
const Time = ({ children }: { children: string }) => <span className="md:whitespace-nowrap">{children}</span>

function UpdateForm({ incidentId, result }: { incidentId: string; result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<{ state: string; message: string }>({
    id: updateFormId(incidentId),
    lastResult: result,
    defaultValue: { state: "monitoring" },
  })
  return (
    <PostForm makes className="form" {...getFormProps(form)} sends={{ incidentId }}>
      <SelectField
        meta={fields.state}
        label="Status"
        hint="Resolved closes the incident."
        choices={updateStates.map((value) => ({ value, label: updateLabels[value] }))}
      />
      <TextAreaField
        meta={fields.message}
        label="Message"
        hint="Everyone can read it on the status page."
        rows={2}
        maxLength={1000}
      />
      <SubmitRow label="Post update" intent="incident-update" variant="secondary" pending="Posting…" />
    </PostForm>
  )
}

const incidentFormId = "incident"

/** Opens an incident with its first message. */
function IncidentForm({ result }: { result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<{ title: string; impact: string; message: string }>({
    id: incidentFormId,
    lastResult: result,
    defaultValue: { impact: "degraded" },
  })
  return (
    <PostForm makes className="form" {...getFormProps(form)}>
      <Field meta={fields.title} label="Title" hint="For example, Emails arrive late" maxLength={120} />
      <SelectField
        meta={fields.impact}
        label="Impact"
        choices={impacts.map((value) => ({ value, label: impactLabels[value] }))}
      />
      <TextAreaField
        meta={fields.message}
        label="Message"
        hint="Say what visitors notice and what you’re doing."
        rows={3}
        maxLength={1000}
      />
      <SubmitRow label="Open incident" intent="incident" pending="Opening…" />
    </PostForm>
  )
}

const editFormId = (updateId: string) => `edit-${updateId}`

type EditUpdateProps = {
  incident: { id: string; title: string; impact: keyof typeof impactLabels }
  update: { id: string; state: UpdateState; text: string }
  result: SubmissionResult | undefined
}

/** Corrects what was told: the title, what visitors notice, and this message. Its time stays. */
function EditUpdate({ incident, update, result }: EditUpdateProps) {
  const [form, fields] = useForm<{ title: string; impact: string; message: string }>({
    id: editFormId(update.id),
    lastResult: result,
    defaultValue: { title: incident.title, impact: incident.impact, message: update.text },
  })
  return (
    <details open={result !== undefined}>
      <summary>Edit “{updateLabels[update.state]}”</summary>
      <PostForm
        edits
        className="form"
        {...getFormProps(form)}
        sends={{ incidentId: incident.id, updateId: update.id }}
      >
        <Field meta={fields.title} label="Title" maxLength={120} />
        <SelectField
          meta={fields.impact}
          label="Impact"
          choices={impacts.map((value) => ({ value, label: impactLabels[value] }))}
        />
        <TextAreaField meta={fields.message} label="Message" rows={3} maxLength={1000} />
        <SubmitRow label="Save correction" intent="incident-edit" variant="secondary" pending="Saving…" />
      </PostForm>
    </details>
  )
}
