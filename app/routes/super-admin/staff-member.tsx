import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { TextAreaField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { chosenRoles } from "~/components/platform/staff/invite-part"
import { RolesField } from "~/components/platform/staff/roles-field"
import { pageTitle } from "~/components/shell/frame"
import { Button, Link } from "~/components/ui/button"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireStaff } from "~/http/guards.server"
import { act, intent, intents, titled } from "~/http/intents.server"
import { type StaffRole, staffRoleLabels } from "~/models/foundation/access/staff-permissions"
import { EndingForm, RolesForm } from "~/models/platform/staff/staff-forms"
import {
  changeRoles,
  findStaffMember,
  removeColleague,
  resetColleague,
  sendStaffLink,
} from "~/models/platform/staff/staff-members.server"
import { staffRefusals } from "~/texts/platform/refusals"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/work-times.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff:manage")
  const member = orNotFound(findStaffMember(staff, params.staffKey ?? ""))
  const { signedInAt, ...facts } = member
  return {
    ...facts,
    isYou: member.userId === staff.userId,
    signedIn: signedInAt ? staffTimeAndZone(signedInAt) : "Never",
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "staff:manage")
  const member = orNotFound(findStaffMember(staff, params.staffKey ?? ""))
  const { userId, name, email } = member
  const refusals = titled("Not changed", staffRefusals)
  return intents(request, paths.staffMember(userId), {
    link: act({ run: () => sendStaffLink(staff, userId), refusals, saved: `Link sent to ${email}.` }),
    roles: intent({
      schema: RolesForm,
      run: ({ roles }) => changeRoles(staff, userId, roles),
      refusals,
      saved: "Roles saved.",
    }),
    reset: intent({
      schema: EndingForm,
      run: ({ reason }) => resetColleague(staff, userId, reason),
      refusals,
      saved: `Two-factor login reset for ${name}.`,
    }),
    remove: intent({
      schema: EndingForm,
      run: ({ reason }) => removeColleague(staff, userId, reason),
      refusals,
      saved: `${name} removed from the staff.`,
      to: paths.staff(),
    }),
  })
}

export const meta = pageTitle<typeof loader>((data) => `${data.name} · Staff`, "Staff · Staff")

export default function StaffMemberPage() {
  const member = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  // Which of the forms was refused: only one of them has a reason.
  const isEnding = result?.error ? "reason" in result.error || "intent" in result.error : false
  return (
    <>
      <AnswerSummary formId={isEnding ? endingFormId : rolesFormId} result={result} />
      <PageHead
        back={{ to: paths.staff(), label: "Staff" }}
        title={member.name}
        expression={member.email}
        actions={
          <PostForm>
            <Button intent="link">Send a new link</Button>
          </PostForm>
        }
      />
      <LedgerList
        facts
        rows={[
          { label: "Last login", amount: member.signedIn },
          { label: "Password", amount: member.hasPassword ? "Chosen" : "Not chosen yet" },
          { label: "Two-factor login", amount: member.hasSecondFactor ? "On" : "Off" },
          ...(member.isYou
            ? [{ label: "Roles", amount: member.roles.map((role) => staffRoleLabels[role]).join(", ") }]
            : []),
        ]}
      />
      <p className="small">
        <Link to={paths.staffLog({ who: member.name })}>What {member.name} did</Link>
      </p>
      {member.isYou ? (
        <p className="dim">Another person on the staff can change your roles and access.</p>
      ) : (
        <div className="two-columns even">
          <RolesPart result={isEnding ? undefined : result} roles={member.roles} />
          <EndingPart result={isEnding ? result : undefined} hasSecondFactor={member.hasSecondFactor} />
        </div>
      )}
    </>
  )
}

const rolesFormId = "roles"
const endingFormId = "ending"

type PartProps = { result: SubmissionResult | undefined }

/** What a colleague may do. */
function RolesPart({ result, roles }: PartProps & { roles: readonly StaffRole[] }) {
  const [form, fields] = useForm<{ roles: StaffRole[] }>({ id: rolesFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="roles-title">
      <h2 id="roles-title">Roles</h2>
      <PostForm edits className="form" {...getFormProps(form)}>
        <RolesField
          key={roles.join()}
          chosen={chosenRoles(result, roles)}
          id={fields.roles.id}
          errorId={fields.roles.errorId}
          errors={fields.roles.errors}
        />
        <SubmitRow label="Save roles" intent="roles" variant="secondary" pending="Saving…" />
      </PostForm>
    </section>
  )
}

/** Turns a colleague's second factor off, or takes them off the staff. */
function EndingPart({ result, hasSecondFactor }: PartProps & { hasSecondFactor: boolean }) {
  const [form, fields] = useForm<{ reason: string }>({ id: endingFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="ending-title">
      <h2 id="ending-title">Access</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <TextAreaField
          meta={fields.reason}
          label="Reason"
          hint="Only staff can read it, in the staff log."
          rows={2}
          maxLength={500}
        />
        <p className="buttons">
          {hasSecondFactor ? (
            <SubmitButton
              intent="reset"
              variant="secondary"
              pending="Resetting…"
              label="Reset two-factor login"
            />
          ) : null}
          <SubmitButton intent="remove" variant="danger" pending="Removing…" label="Remove from staff" />
        </p>
        <p className="dim small">
          {hasSecondFactor
            ? "Both log them out everywhere. After a reset they set up two-factor login again when they log in. Removing them also ends their password and unassigns their open cases."
            : "This logs them out everywhere, ends their password and unassigns their open cases."}
        </p>
      </PostForm>
    </section>
  )
}
