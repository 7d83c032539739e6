import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { FreeTimes } from "~/components/teaching/schedule/free-times"
import { OverrideFields, SlotFields } from "~/components/teaching/schedule/slot-fields"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { asksForNames, type NameWish, readNameWish } from "~/models/foundation/name-search/name-search"
import { offerClassNames, offerClassNamesOf } from "~/models/teaching/class/open-classes.server"
import { areLinesSearched, type LineOffers } from "~/models/teaching/line-offer/line-offer"
import { offerLines, offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { addSession, usualMinutes } from "~/models/teaching/session/move-session.server"
import { NewSessionForm, overrideOf, withChosenSlot } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { slotMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { isTime } from "~/utils/clock-times"
import { isWithinReach } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const { searchParams } = new URL(request.url)
  const [dateText, timeText, minutesText] = ["date", "time", "minutes"].map((name) => searchParams.get(name))
  const date = dateText && isWithinReach(dateText) ? dateText : todayOf(actor)
  const [teacherId, roomId] = [searchParams.get("teacher") ?? "", searchParams.get("room") ?? ""]
  const lines = offerLines(actor, { teacherId, roomId })
  const wish = readNameWish(searchParams, "class")
  const teacher = searchParams.has("all") ? undefined : chosenTeacher(lines, teacherId)
  const { offer, isNarrowed, only } = offerClasses(actor, date, teacher, wish)
  const classId = wish.chosen || only
  return {
    start: {
      date,
      classId,
      startTime: timeText && isTime(timeText) ? timeText : "",
      minutes: /^\d{1,3}$/.test(minutesText ?? "")
        ? (minutesText ?? "")
        : classId
          ? String(usualMinutes(actor, classId))
          : "",
      teacherId,
      roomId,
    },
    classes: offer,
    everyClass: isNarrowed
      ? paths.newSession({ ...Object.fromEntries(searchParams), all: "yes" })
      : undefined,
    lines,
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const form = withChosenSlot(await request.formData())
  const submission = readForm(form, { schema: NewSessionForm })
  const typedDate = String(form.get("date") ?? "")
  const day = isWithinReach(typedDate) ? typedDate : todayOf(actor)
  const lines = offerLinesOf(actor, form)
  const teacher = chosenTeacher(lines, String(form.get("teacherId") ?? ""))
  const classes = offerClasses(actor, day, teacher, readNameWish(form, "classId")).offer
  const refuse = (answer: ReturnType<typeof invalid>, refused: Refused | null = null) =>
    data({ ...answer.data, refused, classes, lines }, { status: 400 })
  if (asksForNames(form))
    return answerSearch(form, submission, { title: undefined, refused: null, classes, lines })
  if (submission.status !== "success") return refuse(invalid(submission))

  const { classId, date, startTime, minutes, teacherId, roomId } = submission.value
  const override = overrideOf(submission.value)
  const added = addSession(actor, { classId, date, startTime, minutes, teacherId, roomId, override })
  if (!added.ok) {
    const { messages, refused } = slotMessages(added)
    return refuse(invalid(submission, messages), refused)
  }
  return redirectWithToast(
    paths.schedule({ date }),
    `Lesson added on ${formatDate(date, "short")}, ${formatTime(startTime)}.`,
  )
}

const chosenTeacher = ({ teachers }: LineOffers, teacherId: string) => {
  const found = teacherId ? teachers.choices.find(({ value }) => value === teacherId) : undefined
  return found && { id: teacherId, name: found.label }
}

function offerClasses(
  actor: Actor,
  date: string,
  teacher: { id: string; name: string } | undefined,
  wish: NameWish,
) {
  return teacher && actor.school.kind !== "solo"
    ? offerClassNamesOf(actor, date, teacher, wish)
    : { offer: offerClassNames(actor, date, wish), isNarrowed: false, only: "" }
}

export const meta: MetaFunction = () => [{ title: "Add a one-time lesson · Tutti" }]

export default function NewSession() {
  const { start, isSolo, everyClass, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const classes = answer?.classes ?? loaded.classes
  const lines = answer?.lines ?? loaded.lines
  const refused = answer?.refused ?? null
  const [form, fields] = useForm<NewSessionForm>({
    id: "new-session",
    lastResult: answer?.result,
    defaultValue: start,
  })
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead
        title="Add a one-time lesson"
        back={{ to: paths.schedule({ date: start.date }), label: "Schedule" }}
      />
      {!classes.isSearched && classes.choices.length === 0 ? (
        <EmptyState action={<LinkButton to={paths.imports()}>Import a roster</LinkButton>}>
          No classes yet. Import a roster to add students and their classes at once.
        </EmptyState>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          {classes.isSearched || areLinesSearched(lines) || refused ? (
            <EnterButton intent="save" formNoValidate>
              Add lesson
            </EnterButton>
          ) : null}
          <NameChoiceField
            meta={fields.classId}
            label={isSolo ? "Lesson" : "Class"}
            sought={isSolo ? "a lesson" : "a class"}
            prompt={isSolo ? "Choose a lesson" : "Choose a class"}
            offer={classes}
            source={paths.classNames({ date: start.date })}
          />
          {everyClass && !answer ? (
            <p className="dim">
              Only this teacher’s classes are listed. <Link to={everyClass}>Find another class</Link>
            </p>
          ) : null}
          <SlotFields
            fields={fields}
            minutes={fields.minutes}
            noMinutes={isSolo ? "Blank: as long as usual." : "Blank: as long as the class’s lessons."}
            lines={lines}
            open={{ teacher: "Same as class", room: isSolo ? "Same as usual" : "Same as class" }}
            isSolo={isSolo}
          />
          <FreeTimes refused={refused} />
          <SubmitRow label="Add lesson" intent="save" pending="Adding…" />
          <OverrideFields refused={refused} meta={fields.overrideReason} />
        </PostForm>
      )}
    </div>
  )
}
