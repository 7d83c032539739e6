import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { NewPasswordFields } from "~/components/accounts/password/new-password-fields"
import { FormToken } from "~/components/form/form-token"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { unansweredForm } from "~/components/public/unanswered"
import { formTokenOf } from "~/http/form-token.server"
import { requireUserWithStartPassword } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { replaceTemporaryPassword } from "~/models/accounts/profile/choose-password.server"
import { NewPasswordForm } from "~/models/accounts/profile/profile-forms"
import { ownNameRefused } from "~/models/accounts/user/new-password"
import { paths } from "~/utils/paths"
import { beginSignIn } from "./login.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUserWithStartPassword(request)
  return { name: viewer.user.name, formToken: formTokenOf(viewer) }
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserWithStartPassword(request)
  const submission = readForm(await request.formData(), { schema: NewPasswordForm })
  if (submission.status !== "success") return invalid(submission)

  const replaced = await replaceTemporaryPassword(viewer.user.id, submission.value.password)
  if (!replaced.ok && replaced.reason === "replaced") throw redirect(paths.login())
  if (!replaced.ok)
    return invalid(submission, {
      password:
        replaced.reason === "own-name"
          ? ownNameRefused
          : "This is your temporary password. Choose one that only you know.",
    })

  const membership = viewer.membership
  const { home, headers } = await beginSignIn(
    request,
    viewer.user.id,
    false,
    membership ? { as: { schoolId: membership.school.id, memberId: membership.memberId } } : {},
  )
  return redirectWithToast(home, "Password saved.", headers)
}

export const meta: MetaFunction = () => [
  { title: "Choose your password · Tutti" },
  { name: "robots", content: "noindex" },
]

/** The first page after a login with a temporary password. */
export default function NewPassword() {
  const { name, formToken } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<NewPasswordForm>({
    id: "new-password",
    lastResult: answer && "result" in answer ? answer.result : undefined,
  })
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="split">
          <div className="form">
            <ErrorSummary form={form} />
            <h1>Choose your password</h1>
            <p>Welcome, {name}. Choose your own password to replace the temporary one.</p>
            <Form method="post" className="form" {...unansweredForm} {...getFormProps(form)}>
              <FormToken token={formToken} />
              <NewPasswordFields fields={fields} isAnother />
              <SubmitButton pending="Saving…" label="Save and continue" />
            </Form>
          </div>
        </div>
      </main>
    </PublicShell>
  )
}
