import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react"
import { type FormEvent, useEffect, useRef } from "react"
import { FormatFields } from "~/components/accounts/settings/format-fields"
import { WelcomeHead } from "~/components/accounts/welcome/welcome-steps"
import { Field, SelectField } from "~/components/form/field"
import { submittedValue } from "~/components/form/field-frame"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { countryChoices } from "~/models/accounts/school/country.server"
import { currencyChoices } from "~/models/accounts/school/currencies.server"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import {
  countryOf,
  followCountry,
  leaveWelcome,
  placeOf,
  setUpSchool,
} from "~/models/accounts/welcome/welcome.server"
import { WelcomeForm } from "~/models/accounts/welcome/welcome-form"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { zonesWith } from "~/utils/zone-list.server"
import { zoneLabel } from "~/utils/zone-names"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const settings = findSchoolSettings(actor)
  const { name, timeZone } = settings
  const countries = countryChoices()
  const asked = new URL(request.url).searchParams.get("country")
  const country = countries.find(({ value }) => value === asked)?.value ?? countryOf(timeZone)
  const place = placeOf(actor, country)
  return {
    isSolo: actor.school.kind === "solo",
    name,
    formats: { ...place, currencySign: actor.school.currencySign },
    place: {
      ...place,
      hourCycle: String(place.hourCycle),
      weekStart: String(place.weekStart),
      shownFor: country,
    },
    country,
    countries,
    zones: zonesWith(timeZone, place.timeZone),
    currencies: settings.currencyIsFixed ? [] : currencyChoices(),
    today: today(timeZone, now()),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  return intents(form, paths.dashboard(), {
    leave: act({ run: () => leaveWelcome(actor) }),
    else: () => save(actor, form),
  })
}

function save(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: WelcomeForm })
  if (submission.status !== "success") return invalid(submission)
  const { country, shownFor } = submission.value
  if (shownFor !== undefined && shownFor !== country) {
    // Without scripts, what the country brings is shown before it is saved.
    const result = asTyped(submission)
    const { hourCycle, weekStart, shownFor: _, ...followed } = followCountry(actor, submission.value)
    const initialValue = {
      ...result.initialValue,
      ...followed,
      shownFor: country,
      hourCycle: String(hourCycle),
      weekStart: String(weekStart),
    }
    return { result: { ...result, initialValue }, title: undefined, isToCheck: true }
  }
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
  | "shownFor"
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
  const found = useLoaderData<typeof loader>()
  const { isSolo, name, formats, place, country, countries, zones, currencies, today: day } = found
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<Fields>({
    id: "welcome-form",
    lastResult: answer?.result,
    defaultValue: { name, country, ...place },
  })
  const { follow, followed } = useFollowedCountry(form.id, place)
  const toCheck = followed ?? (answer && "isToCheck" in answer ? fields.country.initialValue : undefined)
  const label = countries.find(({ value }) => value === toCheck)?.label
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <WelcomeHead current="school" expression="name and country, which you can change later in Settings" />
      <PostForm edits className="form" {...getFormProps(form)} onChange={follow}>
        <Field
          meta={fields.name}
          label={isSolo ? "Name of your studio" : "Name of the school"}
          maxLength={120}
          autoComplete="organization"
        />
        <input
          key={fields.shownFor.key}
          type="hidden"
          name="shownFor"
          defaultValue={submittedValue(fields.shownFor)}
        />
        <SelectField
          meta={fields.country}
          label="Country"
          hint="Another country brings its time zone, currency and formats, except those you change below."
          choices={countries}
          autoComplete="country"
        />
        <p role="status">
          {label ? `Check the time zone, currency and formats of ${label} below, then save.` : null}
        </p>
        <div className="columns">
          <SelectField
            meta={fields.timeZone}
            label="Time zone"
            choices={zones.map((zone) => ({ value: zone, label: zoneLabel(zone) }))}
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
        <FormatFields fields={fields} settings={formats} today={day} />
        <SubmitRow label="Save and continue" pending="Saving…" />
      </PostForm>
    </div>
  )
}

type Shown = Record<string, string>

/**
 * A form whose zone, currency and formats follow its country at once. What was changed by hand stays. Without scripts the
 * answer to the form does the same.
 */
function useFollowedCountry(formId: string, first: Shown) {
  const fetcher = useFetcher<{ place: Shown }>()
  const before = useRef(first)
  const place = fetcher.data?.place
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!place || !(form instanceof HTMLFormElement)) return
    for (const [name, value] of Object.entries(place)) {
      const field = form.elements.namedItem(name)
      if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue
      if (field.value === before.current[name]) field.value = value
    }
    before.current = place
  }, [formId, place])
  const follow = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLSelectElement && target.name === "country")
      fetcher.load(paths.welcome({ country: target.value }))
  }
  return { follow, followed: place?.shownFor }
}
