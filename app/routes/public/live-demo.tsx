import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { data, redirect } from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { FormMark } from "~/components/form/form-mark"
import { FormToken } from "~/components/form/form-token"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { Callout } from "~/components/ui/callout"
import { countedAddress } from "~/http/address.server"
import { formTokenOf } from "~/http/form-token.server"
import { allowAnyone, findViewer } from "~/http/guards.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { demoHours, demoRoles, demoRoleTexts, isDemoRole } from "~/models/platform/live-demo/live-demo"
import {
  demoIdOf,
  dropDemo,
  findDemo,
  findDemoPerson,
  findSampleSchool,
  makeDemo,
} from "~/models/platform/live-demo/live-demo.server"
import { beginSignIn } from "~/routes/auth/login.server"
import { demoRefusals } from "~/texts/platform/refusals"
import { onceName } from "~/utils/form-marks"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const viewer = await findViewer(request)
  const isInDemo = Boolean(viewer?.membership?.demoUntil)
  return {
    isOn: findSampleSchool() !== undefined,
    isInDemo,
    /** who would be logged out */
    leaves: viewer && !isInDemo ? viewer.user.name : null,
    formToken: viewer ? formTokenOf(viewer) : undefined,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const viewer = await findViewer(request)
  const form = await request.formData()
  const role = form.get("role")
  if (!isDemoRole(role)) return data({ message: "Choose who you are in the demo." }, { status: 400 })
  const demoId = demoIdOf(String(form.get(onceName) ?? ""))
  const inDemo = viewer?.membership?.demoUntil ? viewer.membership.school.id : undefined
  if (!inDemo) {
    const wait = await countTry("demo-address", countedAddress(request))
    if (wait > 0)
      return data({ message: tooManyTries(wait) }, { status: 429, headers: { "Retry-After": String(wait) } })
  }
  const schoolId = inDemo ?? (await findDemo(demoId))
  const made = schoolId ? { ok: true as const, schoolId, isShared: true } : await makeDemo(demoId)
  if (!made.ok) return data({ message: demoRefusals[made.reason] }, { status: 409 })
  const person = findDemoPerson(made.schoolId, role)
  if (!person) return data({ message: demoRefusals.off }, { status: 409 })
  const { headers, home } = await beginSignIn(request, person.userId, false, { as: person }).catch(
    async (error) => {
      if (!made.isShared) await dropDemo(made.schoolId)
      throw error
    },
  )
  return redirect(home, { status: 303, headers })
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Live demo · Tutti",
    description:
      "Open a music school with half a year of lessons, invoices and messages. No account, no card.",
    path: paths.liveDemo(),
  })

export default function LiveDemo() {
  const { isOn, isInDemo, leaves, formToken } = useLoaderData<typeof loader>()
  const isOpen = isOn || isInDemo
  const message = useActionData<typeof action>()?.message
  return (
    <PublicShell footer={siteFooter}>
      <main className="page-width form-page" id="main">
        <div className="form narrow">
          <h1>Open the demo school</h1>
          {message ? (
            <Callout tone="red">
              <p role="alert">{message}</p>
            </Callout>
          ) : null}
          {isOpen ? (
            <p className="intro">
              {isInDemo
                ? "You’re in your demo school. Open it as someone else: it’s the same school, with everything you changed."
                : `Harmony School of Music has five teachers, about 60 students and half a year behind it. You get a copy of your own for ${demoHours} hours. No account, no card, and no email is sent.`}
            </p>
          ) : null}
          {isOpen && leaves ? (
            <p className="dim">You’re logged in as {leaves}. Opening the demo logs you out.</p>
          ) : null}
          {isOpen ? (
            demoRoles.map((role) => (
              <Form key={role} method="post" className="form" reloadDocument>
                {formToken ? <FormToken token={formToken} /> : null}
                <FormMark isEdit={false} />
                <input type="hidden" name="role" value={role} />
                <p>{demoRoleTexts[role].about}</p>
                <p>
                  <button type="submit" className={role === "admin" ? "button primary" : "button"}>
                    {demoRoleTexts[role].button}
                  </button>
                </p>
              </Form>
            ))
          ) : (
            <p>
              The live demo is off at the moment. <a href={paths.demoRequest()}>Request a demo</a>
            </p>
          )}
        </div>
      </main>
    </PublicShell>
  )
}
