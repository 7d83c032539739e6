import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"

export type AskedPerson = { id: string; name: string; email: string; state: string }

type StaffPartProps = { asked: AskedPerson[]; result?: SubmissionResult }

/** Asking somebody to help run the school, and who has been asked. */
export function StaffPart({ asked, result }: StaffPartProps) {
  const [form, fields] = useForm<Record<"name" | "email", string>>({ id: "staff-form", lastResult: result })
  return (
    <section className="sec" aria-labelledby="staff-title">
      <h2 id="staff-title">Invite another administrator</h2>
      <p className="dim">
        They see and change everything here, like you. They get a mail with a link that works once, for seven
        days.
      </p>
      {asked.length > 0 ? (
        <ul className="rows">
          {asked.map(({ id, name, email, state }) => (
            <li key={id}>
              <span>
                {name} <span className="dim">{email}</span>
                <br />
                <span className="small dim">{state}</span>
              </span>
              <PostForm className="btns">
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
                  variant="cut"
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
        <div className="cols">
          <Field meta={fields.name} label="Name" autoComplete="off" maxLength={120} />
          <Field meta={fields.email} label="E-mail" type="email" autoComplete="off" maxLength={254} />
        </div>
        <p>
          <SubmitButton intent="invite" variant="key" pending="Inviting…">
            Invite
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
