import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { LinkButton } from "~/components/ui/button"
import type { ChildSignInForm } from "~/models/people/member/child-sign-in-form"

/** A login without an email: a username, and a temporary password to print. */
export function ChildSignIn({ name, lastResult }: { name: string; lastResult?: SubmissionResult }) {
  const [form, fields] = useForm<ChildSignInForm>({ id: "child", lastResult })
  return (
    <section className="sheet" aria-labelledby="own-sign-in">
      <h2 id="own-sign-in">{name}’s own login</h2>
      <p>
        A username and temporary password, no email needed. {name} sees lessons but not invoices, and chooses
        a new password at the first login.
      </p>
      <ErrorSummary form={form} />
      <PostForm className="form" {...getFormProps(form)}>
        <Field
          meta={fields.username}
          label="Username"
          hint="Lowercase letters, numbers, dots and hyphens, for example milo.haddad"
          autoComplete="off"
          spellCheck={false}
          maxLength={30}
        />
        <div className="buttons">
          <SubmitButton
            variant="secondary"
            intent="add-child"
            pending="Creating…"
            label="Create temporary password"
          />
        </div>
      </PostForm>
    </section>
  )
}

export type Slip = { name: string; username: string; password: string; address: string; schoolName: string }

type StartPasswordSlipProps = {
  slip: Slip
  back: string
  /** whether the page has a heading already */
  isPart?: boolean
}

/** The printed slip for a child. The password is shown only this once, because only its hash is stored. */
export function StartPasswordSlip({ slip, back, isPart = false }: StartPasswordSlipProps) {
  const title = `${slip.name}’s login`
  return (
    <>
      <p className="no-print callout amber" role="status">
        Print or copy this now. You won’t see the password again, but you can create a new one anytime.
      </p>
      <article className="sheet slip" aria-label="Temporary password">
        <div>
          <p className="expression dim">{slip.schoolName}</p>
          {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
        </div>
        <dl className="ledger facts">
          <div>
            <dt>Website</dt>
            <dd>{slip.address}</dd>
          </div>
          <div>
            <dt>Username</dt>
            <dd>
              <b>{slip.username}</b>
            </dd>
          </div>
          <div>
            <dt>Temporary password</dt>
            <dd>
              <b>{slip.password}</b>
            </dd>
          </div>
        </dl>
        <p className="small dim">You’ll choose your own password when you first log in.</p>
      </article>
      <p className="buttons">
        <LinkButton to={back}>Done</LinkButton>
      </p>
    </>
  )
}
