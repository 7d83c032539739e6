import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { SchoolTabs } from "~/components/platform/school/school-tabs"
import { SubscriptionState } from "~/components/platform/school/subscription-state"
import { Reasons } from "~/components/platform/school-money/refund-payment"
import { StaffActs } from "~/components/platform/staff/staff-acts"
import { pageTitle } from "~/components/shell/frame"
import { roleLabels } from "~/components/shell/menus"
import { DataTable } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { UsageMeter } from "~/components/ui/usage-meter"
import { orNotFound, requireStaff, schoolFor } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { recordStaffLook } from "~/models/accounts/sign-in/sign-in-events.server"
import type { Role } from "~/models/foundation/access/actor"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { findSchool } from "~/models/platform/school/find-school.server"
import { extensionDays } from "~/models/platform/school/platform-schools"
import { extendSchool, restoreSchool, suspendSchool } from "~/models/platform/school/school-access.server"
import { SchoolAccessForm } from "~/models/platform/school/school-access-form"
import { listStaffActs } from "~/models/platform/staff-act/staff-act.server"
import { sentenceWithoutNames } from "~/texts/foundation/activity"
import { accessRefusals } from "~/texts/platform/refusals"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { sellsPlans } from "~/utils/sold-plans"
import { staffTime } from "~/utils/work-times.server"
import { localDate } from "~/utils/zones"
import { schoolFrame } from "./school-frame.server"

const dayOf = (ms: number | null) => (ms === null ? "–" : formatDate(localDate(ms, "UTC"), "medium"))

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "school:read")
  const school = orNotFound(findSchool(staff, params.schoolKey ?? ""))
  const actor = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  recordStaffLook(staff, actor)
  const { subscription, attempts, events, createdAt, ...facts } = school
  return {
    ...facts,
    ...schoolFrame(staff, actor),
    access: {
      extendedUntil: subscription?.extendedUntil ?? null,
      isHeld: Boolean(subscription?.heldAt),
      hasPlan: Boolean(subscription?.planName),
      mayExtend: mayStaff(staff.roles, "school:extend"),
      maySuspend: mayStaff(staff.roles, "school:suspend"),
    },
    registeredOn: dayOf(createdAt),
    subscription: subscription && {
      ...subscription,
      paidUntil: dayOf(subscription.paidUntil),
      activatedAt: dayOf(subscription.activatedAt),
      extendedUntil: dayOf(subscription.extendedUntil),
      heldSince: dayOf(subscription.heldAt),
    },
    attempts: attempts.map((attempt) => ({ ...attempt, when: staffTime(attempt.updatedAt) })),
    acts: listStaffActs(staff, facts.id).map(({ id, staffName, verb, reason, told, createdAt }) => ({
      id,
      staffName,
      verb,
      reason,
      message: told,
      when: staffTime(createdAt),
    })),
    events: events.map((event) => ({ ...event, when: staffTime(event.createdAt) })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "school:read")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const submission = readForm(await request.formData(), { schema: SchoolAccessForm })
  if (submission.status !== "success") return invalid(submission)
  const { intent } = submission.value
  if (!mayStaff(staff.roles, intent === "extend" ? "school:extend" : "school:suspend"))
    throw redirect(paths.superAdmin())
  const { name } = school.school
  const back = (text: string, tone: "good" | "bad" = "good") =>
    redirectWithToast(paths.platformSchool(school.school.id), { title: name, text, tone })
  if (intent === "extend") {
    const extended = extendSchool(staff, school, submission.value)
    return extended.ok
      ? back(`Open until ${dayOf(extended.until)}.`)
      : back(accessRefusals[extended.reason], "bad")
  }
  const decided =
    intent === "suspend"
      ? suspendSchool(staff, school, submission.value)
      : restoreSchool(staff, school, submission.value)
  if (!decided.ok) return back(accessRefusals[decided.reason], "bad")
  return back(intent === "suspend" ? "Suspended." : "Restored.")
}

export const meta = pageTitle<typeof loader>((data) => data.name, "School")

type School = ReturnType<typeof useLoaderData<typeof loader>>

export default function PlatformSchool() {
  const school = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  return (
    <>
      <AnswerSummary formId={accessFormId} result={result} />
      <PageHead
        back={{ to: paths.platformSchools(), label: "Schools" }}
        title={school.name}
        expression={`${school.kind === "solo" ? "Solo teacher" : "School"}, registered ${school.registeredOn}; ${school.timeZone}, ${school.currency}`}
      />
      <SchoolTabs
        schoolId={school.id}
        kinds={school.kinds}
        canEnter={school.canEnter}
        canHold={school.canHold}
        current="overview"
      />
      <div className="two-columns">
        <div className="stack">
          <Events events={school.events} />
          <StaffActs acts={school.acts} />
          <SchoolAttempts attempts={school.attempts} />
        </div>
        <div className="stack">
          <Plan school={school} />
          <SchoolAccess key={school.access.extendedUntil} result={result} {...school.access} />
          <SchoolPeople {...school} />
        </div>
      </div>
    </>
  )
}

function Plan({ school: { state, subscription, usage } }: { school: School }) {
  return (
    <section className="section" aria-labelledby="plan">
      <h2 id="plan">Plan and usage</h2>
      <LedgerList
        facts
        rows={[
          { label: "Subscription", amount: <SubscriptionState state={state} /> },
          {
            label: "Plan",
            amount: subscription?.planName ? `${subscription.planName}, ${subscription.interval}` : "No plan",
          },
          { label: "Active since", amount: subscription?.activatedAt ?? "–" },
          { label: "Paid until", amount: subscription?.paidUntil ?? "–" },
          { label: "Extended until", amount: subscription?.extendedUntil ?? "–" },
          { label: "Suspended since", amount: subscription?.heldSince ?? "–" },
          ...(sellsPlans()
            ? [{ label: `${platformProvider} ID`, amount: subscription?.providerSubscriptionId ?? "–" }]
            : []),
        ]}
      />
      <div className="usage">
        <UsageMeter name="Teachers" used={usage.teachers.used} limit={usage.teachers.limit ?? "unlimited"} />
        <UsageMeter name="Students" used={usage.students.used} limit={usage.students.limit ?? "unlimited"} />
      </div>
    </section>
  )
}

function Events({ events }: { events: School["events"] }) {
  return (
    <section className="section" aria-labelledby="events">
      <h2 id="events">Latest activity</h2>
      {events.length === 0 ? <p className="dim">No activity yet.</p> : null}
      {events.length > 0 ? (
        <DataTable
          caption="The school’s latest activity, without names"
          rows={events}
          columns={[
            { label: "Activity", cell: (event) => sentenceWithoutNames(event) },
            { label: "By", cell: ({ role, by }) => (role ? roleLabels[role] : (by ?? "School")) },
            { label: "When (UTC)", cell: ({ when }) => when },
          ]}
        />
      ) : null}
    </section>
  )
}

const accessFormId = "access"

type SchoolAccessProps = School["access"] & { result: SubmissionResult | undefined }

/** Keeps a school open, closes it or opens it again; each with a reason. */
function SchoolAccess({ result, extendedUntil, isHeld, hasPlan, mayExtend, maySuspend }: SchoolAccessProps) {
  const [form, fields] = useForm<SchoolAccessForm>({ id: accessFormId, lastResult: result })
  const canExtend = mayExtend && hasPlan
  if (isHeld ? !maySuspend : !canExtend && !maySuspend) return null
  return (
    <section className="section" aria-labelledby="access-title">
      <h2 id="access-title">Access</h2>
      <PostForm className="form" {...getFormProps(form)} sends={{ seen: extendedUntil ?? 0 }}>
        <Reasons
          fields={fields}
          messageHint="Shown in the school’s activity with your name. Leave blank for a standard message."
        />
        {isHeld ? (
          <SubmitButton intent="restore" pending="Restoring…" label="Restore" />
        ) : (
          <>
            {canExtend ? (
              <SelectField
                meta={fields.days}
                label="Extend by"
                hint="Added to the current end date."
                choices={extensionDays.map((days) => ({ value: days, label: `${days} days` }))}
              />
            ) : null}
            <p className="buttons">
              {canExtend ? <SubmitButton intent="extend" pending="Extending…" label="Extend" /> : null}
              {maySuspend ? (
                <SubmitButton intent="suspend" variant="danger" pending="Suspending…" label="Suspend" />
              ) : null}
            </p>
            {maySuspend ? (
              <p className="small dim">
                Members of a suspended school can’t get in until you restore it. Nothing is deleted.
                {sellsPlans()
                  ? ` ${platformProvider} pauses the subscription until then, so the school isn’t charged.`
                  : null}
              </p>
            ) : null}
          </>
        )}
      </PostForm>
    </section>
  )
}

type PeopleProps = {
  membersByRole: { role: Role; n: number }[]
  office: { userId: string; name: string; email: string | null }[]
}

/** How many log in by role, and whom to write to. */
function SchoolPeople({ membersByRole, office }: PeopleProps) {
  return (
    <section className="section" aria-labelledby="people">
      <h2 id="people">Members with a login</h2>
      <LedgerList rows={membersByRole.map(({ role, n }) => ({ label: roleLabels[role], amount: n }))} />
      <ul className="rows">
        {office.map(({ userId, name, email }) => (
          <li key={userId}>
            {name} {email ? <a href={`mailto:${email}`}>{email}</a> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Attempt = { id: string; planName: string; interval: string; state: string; when: string }

/** The latest tries to subscribe. */
function SchoolAttempts({ attempts }: { attempts: Attempt[] }) {
  if (attempts.length === 0) return null
  return (
    <section className="section" aria-labelledby="attempts">
      <h2 id="attempts">Subscription attempts</h2>
      <DataTable
        caption="Subscription attempts, newest first"
        rows={attempts}
        columns={[
          { label: "Plan", cell: ({ planName, interval }) => `${planName}, ${interval}` },
          { label: "Status", cell: ({ state }) => state },
          { label: "Last change (UTC)", cell: ({ when }) => when },
        ]}
      />
    </section>
  )
}
