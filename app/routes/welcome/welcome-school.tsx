import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FormatFields } from "~/components/accounts/settings/format-fields"
import { WelcomeHead } from "~/components/accounts/welcome/welcome-steps"
import { SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { countryChoices } from "~/models/accounts/school/country.server"
import { currencyChoices } from "~/models/accounts/school/currencies.server"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { countryOf, leaveWelcome, setUpSchool } from "~/models/accounts/welcome/welcome.server"
import { WelcomeForm } from "~/models/accounts/welcome/welcome-form"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const settings = findSchoolSettings(actor)
  const { name, timeZone, currency, dateOrder, hourCycle, numberStyle, currencyPlace, weekStart } = settings
  const zones = new Set([timeZone, "UTC", ...Intl.supportedValuesOf("timeZone")])
  return {
    isSolo: actor.school.kind === "solo",
    settings: {
      name,
      timeZone,
      currency,
      dateOrder,
      hourCycle,
      numberStyle,
      currencyPlace,
      weekStart,
      currencySign: actor.school.currencySign,
    },
    country: countryOf(timeZone),
    countries: countryChoices(),
    zones: [...zones].sort(),
    currencies: settings.currencyIsFixed ? [] : currencyChoices(),
    today: today(timeZone, now()),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  if (form.get("intent") === "leave") {
    leaveWelcome(actor)
    return redirect(paths.dashboard(), 303)
  }
  const submission = readForm(form, { schema: WelcomeForm })
  if (submission.status !== "success") return invalid(submission)
  const saved = setUpSchool(actor, submission.value)
  if (saved.ok) return redirectWithToast(paths.welcomeHours(), "School saved.")
  return saved.reason === "no-currency"
    ? invalid(submission, { currency: "Choose a currency." })
    : invalid(
        submission,
        { form: "The currency can’t change because you’ve already issued an invoice or recorded a payment." },
        409,
      )
}

export const meta: MetaFunction = () => [{ title: "Welcome · Tutti" }]

type Fields = Record<
  | "name"
  | "country"
  | "timeZone"
  | "currency"
  | "dateOrder"
  | "hourCycle"
  | "numberStyle"
  | "currencyPlace"
  | "weekStart",
  string
>

export default function WelcomeSchool() {
  const {
    isSolo,
    settings,
    country,
    countries,
    zones,
    currencies,
    today: day,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { name, timeZone, currency, dateOrder, numberStyle, currencyPlace } = settings
  const [form, fields] = useForm<Fields>({
    id: "welcome-form",
    lastResult: answer?.result,
    defaultValue: {
      name,
      country,
      timeZone,
      currency,
      dateOrder,
      numberStyle,
      currencyPlace,
      hourCycle: String(settings.hourCycle),
      weekStart: String(settings.weekStart),
    },
  })
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <WelcomeHead current="school" expression="name and country, which you can change later in Settings" />
      <PostForm className="form" {...getFormProps(form)}>
        <Field
          meta={fields.name}
          label={isSolo ? "Name of your studio" : "Name of the school"}
          maxLength={120}
          autoComplete="organization"
        />
        <SelectField
          meta={fields.country}
          label="Country"
          hint="Another country brings its time zone, currency and formats, except those you change below."
          choices={countries}
          autoComplete="country"
        />
        <div className="columns">
          <SelectField
            meta={fields.timeZone}
            label="Time zone"
            choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          />
          {currencies.length > 0 ? (
            <SelectField
              meta={fields.currency}
              label="Currency"
              hint="Can’t change after your first invoice"
              choices={currencies}
            />
          ) : null}
        </div>
        <FormatFields fields={fields} settings={settings} today={day} />
        <p>
          <SubmitButton pending="Saving…">Save and continue</SubmitButton>
        </p>
      </PostForm>
    </div>
  )
}
