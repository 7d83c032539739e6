import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"

export type StaffApplicant = { id: string; name: string; email: string; state: string }

type StaffPartProps = {
  /** how many administrator accounts the plan has and how many are used */
  plan: { name: string; used: number; limit: number; isFull: boolean }
  applicants: StaffApplicant[]
  result?: SubmissionResult
}

/** Transfers the administrator account, invites a further administrator, and lists the invitations. */
export function StaffPart({ plan, applicants, result }: StaffPartProps) {
  return (
    <EditablePart
      id="staff"
      title={plan.isFull ? "Transfer ownership" : "Invite an administrator"}
      edit={plan.isFull ? "Transfer" : "Invite"}
      isAnswered={result !== undefined}
      about={
        <>
          You have {formatNumber(plan.used)} of {countOf(plan.limit, "administrator account")} on {plan.name}.{" "}
          {plan.isFull
            ? "When the new administrator accepts, they take over your account, and you’re logged out and locked here. You keep running the school until then."
            : "Administrators can see and change everything, like you."}{" "}
          We’ll email them a link that works once, for 7 days. Use an email that has no login at your school
          yet: a teacher, a team member or a former administrator needs a different one here. Invite teachers
          and families from their own pages.
        </>
      }
      list={applicants.length > 0 ? <ApplicantList applicants={applicants} /> : null}
    >
      <InviteForm result={result} />
    </EditablePart>
  )
}

function ApplicantList({ applicants }: { applicants: StaffApplicant[] }) {
  return (
    <ul className="rows">
      {applicants.map(({ id, name, email, state }) => (
        <li key={id}>
          <span>
            {name} <span className="dim">{email}</span>
            <br />
            <span className="small dim">{state}</span>
          </span>
          <PostForm className="buttons">
            <input type="hidden" name="invitationId" value={id} />
            <input type="hidden" name="name" value={name} />
            <input type="hidden" name="email" value={email} />
            <Button type="submit" name="intent" value="invite" aria-label={`Send again: ${name}`}>
              Send again
            </Button>
            <Button
              type="submit"
              name="intent"
              value="withdraw"
              variant="danger"
              aria-label={`Withdraw: ${name}`}
            >
              Withdraw
            </Button>
          </PostForm>
        </li>
      ))}
    </ul>
  )
}

function InviteForm({ result }: { result?: SubmissionResult }) {
  const [form, fields] = useForm<Record<"name" | "email", string>>({ id: "staff-form", lastResult: result })
  return (
    <PartForm part="staff" intent="invite" form={form} save="Send invitation" pending="Sending…">
      <div className="columns">
        <Field meta={fields.name} label="Name" autoComplete="off" maxLength={120} />
        <Field meta={fields.email} label="Email" type="email" autoComplete="off" maxLength={254} />
      </div>
    </PartForm>
  )
}
