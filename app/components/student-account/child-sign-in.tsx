import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { LinkButton } from "~/components/ui/button"
import type { ChildSignInForm } from "~/models/member/child-sign-in-form"

/** A sign-in without an address: a user name, and a start password to print. */
export function ChildSignIn({ name, lastResult }: { name: string; lastResult?: SubmissionResult }) {
  const [form, fields] = useForm<ChildSignInForm>({ id: "child", lastResult })
  return (
    <section className="sheet" aria-labelledby="own-sign-in">
      <h2 id="own-sign-in">A sign-in of {name}’s own</h2>
      <p>
        With a user name instead of an address. It shows lessons and never money. You print a start password;{" "}
        {name} chooses another at the first sign-in.
      </p>
      <ErrorSummary form={form} />
      <PostForm className="form" {...getFormProps(form)}>
        <Field
          meta={fields.username}
          label="User name"
          hint="Small letters, digits, dots and hyphens, such as milo.haddad."
          autoComplete="off"
          spellCheck={false}
          maxLength={30}
        />
        <div className="btns">
          <SubmitButton variant="key" intent="add-child" pending="Making the sign-in…">
            Make a start password
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  )
}

export type Slip = { name: string; username: string; password: string; address: string; schoolName: string }

/** What is handed over on paper. The password is shown this once: only its hash is kept. */
export function StartPasswordSlip({ slip, back }: { slip: Slip; back: string }) {
  return (
    <>
      <p className="noprint note amb" role="status">
        Print or copy this now. The password is shown only here; a new one can be made at any time.
      </p>
      <article className="sheet" aria-label="Start password">
        <div>
          <p className="expr dim">{slip.schoolName}</p>
          <h1>{slip.name}’s sign-in</h1>
        </div>
        <dl className="led facts">
          <div>
            <dt>Open</dt>
            <dd>{slip.address}</dd>
          </div>
          <div>
            <dt>User name</dt>
            <dd>
              <b>{slip.username}</b>
            </dd>
          </div>
          <div>
            <dt>Start password</dt>
            <dd>
              <b>{slip.password}</b>
            </dd>
          </div>
        </dl>
        <p className="small dim">At the first sign-in you choose a password of your own.</p>
      </article>
      <p className="btns">
        <LinkButton to={back}>Done</LinkButton>
      </p>
    </>
  )
}
