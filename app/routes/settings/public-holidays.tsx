import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { data } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { AnswerSummary } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { HolidayChoices } from "~/components/teaching/closure/holiday-choices"
import { EmptyState } from "~/components/ui/data-table"
import { FilterButton, FilterForm, FilterSelect } from "~/components/ui/filter-form"
import { requireMember } from "~/http/guards.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { HolidaysForm, HolidaysQuery, offeredYear } from "~/models/teaching/closure/holidays-form"
import { addHolidaysAndMove } from "~/models/teaching/closure/move-all-lessons.server"
import {
  addHolidays,
  findPublicHolidays,
  type HolidaysAdded,
  offerHolidays,
  previewHolidays,
  readOnHolidays,
} from "~/models/teaching/closure/offer-holidays.server"
import { countMovable, previewMoves } from "~/models/teaching/closure/preview-moves.server"
import { holidayYears } from "~/models/teaching/closure/public-holidays"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

// Public holidays that a school may take over as closures, from a data set by country and region.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const query = HolidaysQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  return offerFor(actor, query)
}

async function offerFor(actor: Actor, { country, region, year }: HolidaysQuery) {
  const { timeZone } = actor.school
  const day = today(timeZone, now())
  const thisYear = Number(day.slice(0, 4))
  const asked = { country, region, timeZone, year: offeredYear(year, thisYear) }
  const { holidays, ...places } = await findPublicHolidays(asked)
  return { ...places, year: asked.year, thisYear, holidays: await offerHolidays(actor, holidays, day) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const submission = readForm(await request.formData(), { schema: HolidaysForm })
  if (submission.status !== "success") return invalid(submission)
  const { day, lessons, confirmed, seenMoves, ...query } = submission.value
  const offered = await offerFor(actor, query)
  // Only what the list says, under the list's names.
  const chosen = offered.holidays.filter(({ date, closedFor }) => day.includes(date) && closedFor === null)
  if (chosen.length === 0) return closedAlready(submission)
  if (lessons === "move") {
    const dates = chosen.map(({ date }) => date)
    const movable = countMovable(actor, dates)
    const stamp = `${movable} on ${dates.join(" ")}`
    if (stamp === seenMoves || movable === 0) {
      const done = addHolidaysAndMove(actor, chosen)
      return done.ok ? moving(done) : closedAlready(submission)
    }
    const { families, kept, givesCredits } = await previewHolidays(actor, chosen, now())
    const moves = { ...(await previewMoves(actor, dates)), families, kept, givesCredits, stamp }
    return data({ result: asTyped(submission), moves: { ...moves, closures: chosen.length } })
  }
  const planned = lessons === "cancel" ? await readOnHolidays(actor, chosen) : undefined
  const isSeen = !planned || planned.canceled === 0 || planned.canceled === confirmed
  const done = isSeen ? addHolidays(actor, chosen, planned) : undefined
  if (done?.ok) return added(done)
  if (done?.reason === "closed") return closedAlready(submission)
  const preview = await previewHolidays(actor, chosen)
  return data({ result: asTyped(submission), preview: { ...preview, closures: chosen.length } })
}

const closedAlready = (submission: Parameters<typeof invalid>[0]) =>
  invalid(submission, { day: "These holidays are already closures. Select others." }, 409)

/** Each day's lessons move as a task of its own. One undo removes all the days and puts their lessons back. */
function moving(done: HolidaysAdded) {
  if (done.tasks.length === 0) return added(done)
  return redirectWithToast(paths.tasks(), {
    title: `${countOf(done.closureIds.length, "holiday")} added.`,
    text: "The lessons on these days are being moved. Nothing is sent until you send the emails, once for all of them.",
    tone: "good",
    undo: {
      to: paths.schoolSettings(),
      fields: { intent: "undo-closures", days: done.closureIds.join(" ") },
    },
    links: [{ label: "Holidays and closures", to: `${paths.schoolSettings()}#closures` }],
  })
}

function added({ closureIds, cancelled, tasks }: HolidaysAdded) {
  const to = paths.schoolSettings()
  const title = `${countOf(closureIds.length, "holiday")} added.`
  if (tasks.length > 0)
    return redirectWithToast(paths.tasks(), {
      title,
      text: "The lessons on these days are being canceled. Nothing is sent until you send the emails, once for all of them.",
      tone: "good",
    })
  const undo = { to, fields: { intent: "undo-closures", days: closureIds.join(" ") } }
  const lessons = `${countOf(cancelled, "lesson")} canceled. Nothing is sent until you send the emails.`
  const [first] = closureIds
  return cancelled > 0 && first
    ? redirectWithUndo(paths.closureLessons(first), `${title} ${lessons}`, undo)
    : redirectWithUndo(to, title, undo)
}

export const { handle, meta } = framed({
  title: "Public holidays",
  column: "stack narrow",
  head: () => ({
    expression: "Days your school is closed",
    back: { to: `${paths.schoolSettings()}#closures`, label: "School settings" },
  }),
})

export default function PublicHolidays() {
  const { countries, regions, country, region, year, thisYear, holidays } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const preview = answer && "preview" in answer ? answer.preview : undefined
  const moves = answer && "moves" in answer ? answer.moves : undefined
  return (
    <>
      <FilterForm action={paths.publicHolidays()}>
        <PlaceFilter
          name="country"
          label="Country"
          value={country}
          places={countries}
          prompt="Choose a country"
        />
        {regions.length > 0 ? (
          <PlaceFilter name="region" label="Region" value={region} places={regions} prompt="Whole country" />
        ) : null}
        <label className="toolbar">
          Year
          <FilterSelect id="year" name="year" value={String(year)}>
            <GroupedOptions
              choices={Array.from({ length: holidayYears }, (_, ahead) => {
                const each = String(thisYear + ahead)
                return { value: each, label: each }
              })}
            />
          </FilterSelect>
        </label>
        <FilterButton>Show holidays</FilterButton>
      </FilterForm>
      <AnswerSummary formId="holidays" result={answer?.result} />
      {holidays.length > 0 ? (
        <HolidayChoices
          key={`${country} ${region} ${year}`}
          holidays={holidays}
          place={{ country: country ?? "", region: region ?? "", year }}
          chosen={answer?.result?.initialValue}
          preview={preview}
          moves={moves}
        />
      ) : (
        <EmptyState>
          {country
            ? "No more public holidays this year. Choose another year."
            : "Choose your country to see its public holidays."}
        </EmptyState>
      )}
      <p className="small dim">
        Dates are from <a href="https://github.com/commenthol/date-holidays">date-holidays</a>, under a{" "}
        <a href="https://creativecommons.org/licenses/by/3.0/">Creative Commons license</a>. Check them
        against your region’s official calendar.
      </p>
    </>
  )
}

type PlaceFilterProps = {
  name: string
  label: string
  value: string | null
  places: { code: string; name: string }[]
  prompt: string
}

function PlaceFilter({ name, label, value, places, prompt }: PlaceFilterProps) {
  return (
    <label className="toolbar">
      {label}
      <FilterSelect id={name} name={name} value={value ?? ""}>
        <option value="">{prompt}</option>
        <GroupedOptions choices={places.map(({ code, name: text }) => ({ value: code, label: text }))} />
      </FilterSelect>
    </label>
  )
}
