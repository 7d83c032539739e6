import type { SubmissionResult } from "@conform-to/react"
import { getFormProps, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { EmptyState } from "~/components/ui/empty-state"
import { Status } from "~/components/ui/status"
import {
  impactLabels,
  impacts,
  type UpdateState,
  updateLabels,
  updateStates,
} from "~/models/platform/service/incident"
import { EditUpdate } from "./edit-update"

export type Incident = {
  id: string
  title: string
  impact: keyof typeof impactLabels
  began: string
  ended: string | null
  updates: { id: string; state: UpdateState; text: string; when: string }[]
}

export const updateFormId = (incidentId: string) => `update-${incidentId}`

/** What the public status page tells, with a form for the next message of each that is open. */
export function IncidentList({
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
    <PostForm className="form" {...getFormProps(form)}>
      <input type="hidden" name="incidentId" value={incidentId} />
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
      <p>
        <SubmitButton intent="incident-update" variant="secondary" pending="Posting…">
          Post update
        </SubmitButton>
      </p>
    </PostForm>
  )
}

export const incidentFormId = "incident"

/** Opens an incident with its first message. */
export function IncidentForm({ result }: { result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<{ title: string; impact: string; message: string }>({
    id: incidentFormId,
    lastResult: result,
    defaultValue: { impact: "degraded" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
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
      <p>
        <SubmitButton intent="incident" pending="Opening…">
          Open incident
        </SubmitButton>
      </p>
    </PostForm>
  )
}
