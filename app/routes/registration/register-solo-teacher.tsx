import { useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { RegistrationPage } from "~/components/public/registration-page"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { chosenPlan } from "~/http/chosen-plan"
import { allowAnyone, findViewer } from "~/http/guards.server"
import { planOffer } from "~/models/accounts/plan/plan-price.server"
import type { SoloRegistrationForm } from "~/models/accounts/school/registration-form.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { publicMeta } from "~/utils/public-meta"
import { sellsPlans } from "~/utils/sold-plans"
import { onwardOf } from "./add-school.server"
import { afterLogin, answerSoloRegistration, refuseClosed } from "./registration.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  await refuseClosed()
  const query = new URL(request.url).searchParams
  // "Continue to Subscription" leads a solo teacher here (spec §4); a registered one goes on to the plans.
  if (query.has("continue") && viewer?.membership?.school.kind === "solo")
    throw redirect(paths.selectPlan({ type: "solo" }))
  const chosen = chosenPlan(request)
  return {
    chosen,
    onward: onwardOf(viewer, chosen),
    loginTo: afterLogin("solo", chosen),
    price: planOffer("soloTeacher").price,
  }
}

export function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  return answerSoloRegistration(request)
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Register as a solo teacher · Tutti",
    description:
      "For independent music teachers: lessons, invoices and a family portal, with unlimited students.",
    path: paths.registerSoloTeacher(),
  })

export default function RegisterSoloTeacher() {
  const { chosen, onward, loginTo, price } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<SoloRegistrationForm>({
    id: "register",
    lastResult: answer?.result,
    defaultValue: chosen,
  })
  return (
    <RegistrationPage
      form={form}
      title="Register as a solo teacher"
      refusal={answer?.title}
      addAt={answer?.addAt}
      onward={onward}
      fields={fields}
      login={{ to: paths.login(loginTo), label: "Log in" }}
      otherwise={
        <>
          More than one teacher? <Link to={paths.registerSchool()}>Register a music school</Link>
        </>
      }
      notice={
        sellsPlans() ? (
          <Callout>
            <p>{`You need a ${platformProvider} account to pay for your subscription.`}</p>
            <p>
              It costs <span data-priced="soloTeacher.monthly">{price.monthly}</span> a month or{" "}
              <span data-priced="soloTeacher.yearly">{price.yearly}</span> a year.
            </p>
          </Callout>
        ) : undefined
      }
    >
      <Field meta={fields.name} label="Full Name" autoComplete="name" maxLength={120} />
      <Field meta={fields.email} label="Email Address" type="email" autoComplete="email" maxLength={254} />
      <Field
        meta={fields.password}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters"
      />
      <Field meta={fields.businessName} label="Business Name" autoComplete="organization" maxLength={120} />
    </RegistrationPage>
  )
}
