import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { countOf, formFor } from "~/utils/count-of"

export type StaffApplicant = { id: string; name: string; email: string; state: string }

type StaffPartProps = {
  /** How many administrator accounts the plan has and how many are held. */
  plan: { name: string; used: number; limit: number; isFull: boolean }
  applicants: StaffApplicant[]
  result?: SubmissionResult
}

/** Transfers the administrator account, invites a further administrator, and lists the invitations. */
export function StaffPart({ plan, applicants, result }: StaffPartProps) {
  const [form, fields] = useForm<Record<"name" | "email", string>>({ id: "staff-form", lastResult: result })
  return (
    <section className="section" aria-labelledby="staff-title">
      <h2 id="staff-title">
        {plan.isFull ? "Hand the administrator account over" : "Invite an administrator"}
      </h2>
      <p className="dim">
        {plan.name} has {plan.limit} administrator {formFor(plan.limit, "account")};{" "}
        {countOf(plan.used, "is", "are")} held.{" "}
        {plan.isFull
          ? "Whoever you invite gets yours when they accept: from then on they run the school, and you are signed out and locked here. Until then nothing changes."
          : "They see and change everything here, like you."}{" "}
        They get a mail with a link that works once, for seven days. Teachers and families have sign-ins of
        their own.
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
          <Field meta={fields.email} label="E-mail" type="email" autoComplete="off" maxLength={254} />
        </div>
        <p>
          <SubmitButton intent="invite" variant="secondary" pending="Inviting…">
            Invite
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
