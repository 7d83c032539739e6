import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { honeypotName } from "~/components/form/honeypot"
import { ContactForm } from "~/components/public/contact-form"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { Toast } from "~/components/ui/toast"
import { allowAnyone } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { answerContactMessage } from "~/http/visitors.server"
import { ContactMessageForm } from "~/models/platform/contact-message/contact-message-form"
import { contactRefusalTitle } from "~/texts/platform/contact-message"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  return { sent: new URL(request.url).searchParams.has("sent"), email: env().CONTACT_EMAIL }
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const form = await request.formData()
  const sent = redirect(`${paths.contact()}?sent=yes`, 303)
  if (form.get(honeypotName)) return sent
  const submission = readForm(form, { schema: ContactMessageForm })
  if (submission.status !== "success")
    return invalid(submission, undefined, 400, contactRefusalTitle(submission.error))
  const answer = await answerContactMessage(request, submission.value)
  return answer.ok ? sent : invalid(submission, { form: answer.message }, answer.status, answer.title)
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Contact · Tutti",
    description: "Ask the people behind Tutti. A person answers within 24 hours.",
    path: paths.contact(),
  })

export default function Contact() {
  const { sent, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <PublicShell footer={siteFooter}>
      <main className="page-width form-page" id="main">
        <div className="split">
          <div className="section">
            <h1>{sent ? "Message sent" : "Ask us anything."}</h1>
            <p className="dim">
              A person answers within 24 hours. You can also write to <a href={`mailto:${email}`}>{email}</a>.
            </p>
          </div>
          <div className="form" id="contact-form" data-in-place="">
            {sent ? (
              <>
                <Toast title="Message sent successfully!">We'll get back to you within 24 hours.</Toast>
                <p>
                  <a className="button" href={paths.landing()}>
                    Back to the home page
                  </a>
                </p>
              </>
            ) : (
              <ContactForm lastResult={answer?.result} refusal={answer?.title} email={email} />
            )}
          </div>
        </div>
      </main>
    </PublicShell>
  )
}
