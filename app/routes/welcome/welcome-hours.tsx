import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { OpeningFields } from "~/components/accounts/settings/opening-fields"
import { WelcomeHead } from "~/components/accounts/welcome/welcome-steps"
import { TextAreaField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { tickedDays } from "~/components/form/weekday-field"
import { Button } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { leaveWelcome, reachStep } from "~/models/accounts/welcome/welcome.server"
import { WelcomeHoursForm } from "~/models/accounts/welcome/welcome-form"
import { findFirstHours, saveFirstHours } from "~/models/teaching/first-hours/first-hours.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return { isSolo: actor.school.kind === "solo", ...findFirstHours(actor) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.welcomePolicies(), {
    leave: act({ run: () => leaveWelcome(actor), to: paths.dashboard() }),
    skip: act({ run: () => reachStep(actor, "records") }),
    else: intent({
      schema: WelcomeHoursForm,
      run: (hours) => {
        const saved = saveFirstHours(actor, hours)
        reachStep(actor, "records")
        return saved
      },
      saved: ({ addedRooms }, { openDays }) =>
        [
          addedRooms > 0 ? `${countOf(addedRooms, "room")} added.` : "",
          openDays.length > 0 ? "Hours saved." : "",
        ]
          .filter(Boolean)
          .join(" ") || undefined,
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Welcome: rooms and hours · Tutti" }]

export default function WelcomeHours() {
  const { isSolo, rooms, teaches, openDays, opensAt, closesAt } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<Record<"rooms" | "openDays" | "opensAt" | "closesAt", string | null>>({
    id: "hours-form",
    lastResult: answer?.result,
    defaultValue: { opensAt, closesAt },
  })
  const sent = answer?.result.initialValue?.openDays
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <WelcomeHead
        current="hours"
        expression={isSolo ? "when you teach, and where" : "when you’re open, and where you teach"}
      />
      <PostForm edits className="form" {...getFormProps(form)}>
        {rooms.length > 0 ? (
          <p>
            Rooms: <b>{rooms.join(", ")}</b>
          </p>
        ) : null}
        <TextAreaField
          meta={fields.rooms}
          label={rooms.length > 0 ? "More rooms" : "Rooms"}
          hint="One per line, for example Studio 1"
          optional
          rows={4}
          maxLength={2000}
        />
        {teaches.length > 0 ? (
          <p>
            You teach <b>{teaches.join(", ")}</b>. Add more days here.
          </p>
        ) : null}
        <OpeningFields
          fields={fields}
          chosen={tickedDays(sent, answer ? null : openDays)}
          legend={isSolo ? "You teach on" : "Open on"}
        />
        <div className="buttons">
          <SubmitButton pending="Saving…" isMain label="Save and continue" />
          <Button intent="skip" variant="plain" formNoValidate>
            Skip this step
          </Button>
        </div>
      </PostForm>
    </div>
  )
}
