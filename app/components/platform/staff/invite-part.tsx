import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { type StaffRole, staffRoles } from "~/models/foundation/access/staff-permissions"
import { RolesField } from "./roles-field"

export const inviteFormId = "invite"

type Fields = { name: string; email: string; roles: StaffRole[] }

/** Which roles a refused form had checked. */
export function chosenRoles(result: SubmissionResult | undefined, otherwise: readonly StaffRole[]) {
  const value = result?.initialValue?.roles
  if (value === undefined) return result ? [] : otherwise
  const names = Array.isArray(value) ? value : [value]
  return staffRoles.filter((role) => names.includes(role))
}

/** Invites someone onto the staff, with their roles. */
export function InvitePart({ result }: { result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<Fields>({ id: inviteFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite someone</h2>
      <p className="dim">
        We’ll email them a link to choose a password. It works once, for 24 hours. Addresses that belong to a
        school can’t be staff.
      </p>
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field meta={fields.name} label="Name" autoComplete="off" maxLength={120} />
          <Field meta={fields.email} label="Email" type="email" autoComplete="off" maxLength={254} />
        </div>
        <RolesField
          chosen={chosenRoles(result, ["support"])}
          id={fields.roles.id}
          errorId={fields.roles.errorId}
          errors={fields.roles.errors}
        />
        <SubmitRow label="Send invitation" intent="invite" pending="Sending…" />
      </PostForm>
    </section>
  )
}
