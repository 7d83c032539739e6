import { type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { AnswerSummary, PostForm } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Button, Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { consentDays, recordLabels, recordViews } from "~/models/platform/support-consent/support-consent"
import {
  allowSupport,
  endSupport,
  findConsent,
  listConsents,
} from "~/models/platform/support-consent/support-consent.server"
import { ConsentForm } from "~/models/platform/support-consent/support-consent-form"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** Whether Tutti's support may read the school's records: given for some days, with a reason, ended at any time. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const when = (at: number) => formatInstant(at, actor.school.timeZone)
  const consent = findConsent(actor)
  const at = now()
  return {
    until: consent ? when(consent.endsAt) : null,
    consents: listConsents(actor).map(({ id, createdAt, endsAt, revokedAt, reason, memberName }) => ({
      id,
      reason,
      memberName,
      from: when(createdAt),
      end: revokedAt ? `Ended ${when(revokedAt)}` : `${endsAt > at ? "Until" : "Expired"} ${when(endsAt)}`,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  return intents(request, paths.supportAccess(), {
    end: act({
      run: () => ({ ended: endSupport(actor) }),
      saved: ({ ended }) => (ended ? "Support access ended." : "Support had no access."),
    }),
    else: intent({
      schema: ConsentForm,
      run: (consent) => allowSupport(actor, consent),
      saved: (_, { days }) => `Support can view your records for ${countOf(days, "day")}.`,
    }),
  })
}

const views = recordViews.map((view) => recordLabels[view].toLowerCase())

export const shouldRevalidate = unlessPartOpened

export const { handle, meta } = framed({
  title: "Support access",
})

export default function SupportAccess() {
  const { until, consents } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <div className="stack narrow">
      <AnswerSummary formId="consent" result={result} />
      <p>
        Tutti’s staff can’t see your students or families. When you want help with a record, you can let
        support view your {views.slice(0, -1).join(", ")} and {views.at(-1)} for a few days. They can’t change
        anything, and each page they open is in <Link to={paths.auditLog()}>Activity</Link>.
      </p>
      {until ? (
        <Callout>
          <p>Support can view your records until {until}.</p>
          <PostForm>
            <Button intent="end" variant="danger">
              End support access
            </Button>
          </PostForm>
        </Callout>
      ) : null}
      <EditablePart
        id="allow"
        title={until ? "Replace access" : "Allow support access"}
        edit={until ? "Replace access" : "Allow access"}
        isAnswered={result !== undefined}
      >
        <AllowForm key={until} save={until ? "Replace access" : "Allow support access"} result={result} />
      </EditablePart>
      {consents.length > 0 ? (
        <section className="section" aria-labelledby="consents">
          <h2 id="consents">Earlier and current access</h2>
          <DataTable
            caption="Support access, newest first"
            rows={consents}
            columns={[
              { label: "Reason", cell: ({ reason }) => reason },
              { label: "Allowed by", cell: ({ memberName }) => memberName },
              { label: "From", cell: ({ from }) => from },
              { label: "End", cell: ({ end }) => end },
            ]}
          />
        </section>
      ) : null}
    </div>
  )
}

function AllowForm({ save, result }: { save: string; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ intent: string; days: string; reason: string }>({
    id: "consent",
    lastResult: result,
    defaultValue: { days: "3" },
  })
  return (
    <PartForm adds part="allow" form={form} save={save} pending="Allowing…">
      <SelectField
        meta={fields.days}
        label="Allow for"
        choices={consentDays.map((days) => ({ value: days, label: countOf(Number(days), "day") }))}
      />
      <Field
        meta={fields.reason}
        label="Reason"
        hint="For example, an invoice with the wrong total"
        maxLength={300}
      />
    </PartForm>
  )
}
