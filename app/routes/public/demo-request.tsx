import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { honeypotName } from "~/components/form/honeypot"
import { DemoForm } from "~/components/public/demo-form"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { Toast } from "~/components/ui/toast"
import { allowAnyone } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { visitorCountry } from "~/http/visitor-country.server"
import { answerDemoRequest } from "~/http/visitors.server"
import { codeOfCountry, countryCodeOf } from "~/models/platform/demo-request/demo-options"
import { DemoRequestForm } from "~/models/platform/demo-request/demo-request-form"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const { GEOLOCATION_URL } = env()
  return {
    sent: new URL(request.url).searchParams.has("sent"),
    countryCode: countryCodeOf(visitorCountry(request)),
    geolocation: GEOLOCATION_URL ? { url: GEOLOCATION_URL, codes: codeOfCountry() } : undefined,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const form = await request.formData()
  const sent = redirect(`${paths.demoRequest()}?sent=yes`, 303)
  if (form.get(honeypotName)) return sent
  const submission = readForm(form, { schema: DemoRequestForm })
  if (submission.status !== "success") return invalid(submission)
  const answer = await answerDemoRequest(request, submission.value)
  return answer.ok ? sent : invalid(submission, { form: answer.message }, answer.status, answer.title)
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Request a demo · Tutti",
    description: "See Tutti with your own schedule in a 30-minute video call.",
    path: paths.demoRequest(),
  })

export default function DemoRequest() {
  const { sent, countryCode, geolocation } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <PublicShell footer={siteFooter}>
      <main className="page-width form-page" id="main">
        <div className="split" id="demo-request" data-in-place="">
          <div className="section">
            <h1>See Tutti with your own schedule</h1>
            <p className="dim">
              A 30-minute video call with lessons like yours. We’ll contact you within 24 hours to find a
              time.
            </p>
          </div>
          {sent ? (
            <div className="form">
              <Toast title="Demo request submitted!">
                We'll contact you within 24 hours to schedule your personalized demo.
              </Toast>
              <p>
                <a className="button" href={paths.landing()}>
                  Back to the home page
                </a>
              </p>
            </div>
          ) : (
            <div className="form">
              <DemoForm
                lastResult={answer?.result}
                refusal={answer?.title}
                countryCode={countryCode}
                geolocation={geolocation}
              />
            </div>
          )}
        </div>
      </main>
    </PublicShell>
  )
}
