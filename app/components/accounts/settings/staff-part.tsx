import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
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
  const [form, fields] = useForm<Record<"name" | "email", string>>({ id: "staff-form", lastResult: result })
  return (
    <section className="section" aria-labelledby="staff-title">
      <h2 id="staff-title">{plan.isFull ? "Transfer ownership" : "Invite an administrator"}</h2>
      <p className="dim">
        You have {formatNumber(plan.used)} of {countOf(plan.limit, "administrator account")} on {plan.name}.{" "}
        {plan.isFull
          ? "When the new administrator accepts, they take over your account, and you’re logged out and locked here. You keep running the school until then."
          : "Administrators can see and change everything, like you."}{" "}
        We’ll email them a link that works once, for 7 days. Invite teachers and families from their own
        pages.
      </p>
      {applicants.length > 0 ? (
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
      ) : null}
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field meta={fields.name} label="Name" autoComplete="off" maxLength={120} />
          <Field meta={fields.email} label="Email" type="email" autoComplete="off" maxLength={254} />
        </div>
        <p>
          <SubmitButton intent="invite" variant="secondary" pending="Sending…">
            Send invitation
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
