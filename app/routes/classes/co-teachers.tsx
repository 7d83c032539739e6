import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { OverrideFields } from "~/components/teaching/schedule/slot-fields"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { classOfPage } from "~/http/page-reads.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  asksForNames,
  type NameOffer,
  type NameWish,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { CoTeacherForm } from "~/models/teaching/class/co-teacher-form"
import { addCoTeacher, endCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { listCoTeachers } from "~/models/teaching/co-teacher/co-teacher.server"
import { offerTeachers } from "~/models/teaching/line-offer/line-offer.server"
import { overrideOf } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { coTeacherRefusals, slotMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Who teaches a class beside its own teacher. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const day = todayOf(actor)
  const coTeachers = listCoTeachers(actor, found.id, day)
  return {
    class: { name: found.name, teacherName: found.teacherName, isOver: found.isOver },
    coTeachers: coTeachers.map(({ id, name, startsOn, endsOn }) => ({
      id,
      name,
      since: `${startsOn > day ? "from" : "since"} ${formatDate(startsOn, "medium")}${endsOn ? ` until ${formatDate(endsOn, "medium")}` : ""}`,
      isAhead: startsOn > day,
      isOpen: endsOn === null || endsOn > day,
    })),
    offer: offerOthers(actor, found, nothingSought),
    day,
  }
}

/** Teachers who don't teach the class yet. */
function offerOthers(
  actor: Actor,
  { id, teacherId }: { id: string; teacherId: string | null },
  wish: NameWish,
): NameOffer {
  const beside = listCoTeachers(actor, id, todayOf(actor))
  return offerTeachers(actor, wish, new Set([teacherId, ...beside.map((each) => each.teacherId)]))
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findClass(actor, params.classId ?? ""))
  const form = await request.formData()
  const submission = readForm(form, { schema: CoTeacherForm })
  const offer = offerOthers(actor, found, readNameWish(form, "teacherId"))
  const refuse = (answer: ReturnType<typeof invalid>, refused: Refused | null = null) =>
    data({ result: answer.data.result, refused, offer }, { status: 400 })
  if (asksForNames(form)) return answerSearch(form, submission, { refused: null, offer })
  if (submission.status !== "success") return refuse(invalid(submission))
  const wish = submission.value
  if (wish.intent === "end") {
    const day = todayOf(actor)
    const known = listCoTeachers(actor, found.id, day).find(({ id }) => id === wish.coTeacherId)
    const ended = endCoTeacher(actor, found.id, wish.coTeacherId)
    if (!ended.ok) throw notFound()
    return redirectWithToast(
      paths.coTeachers(found.id),
      known && known.startsOn > day
        ? `${ended.name} removed before the first lesson.`
        : `${ended.name} no longer teaches this class after today.`,
    )
  }
  const { teacherId, startsOn } = wish
  const added = addCoTeacher(actor, found.id, { teacherId, startsOn, override: overrideOf(wish) })
  if (added.ok)
    return redirectWithToast(
      paths.coTeachers(found.id),
      `${added.name} added, starting ${formatDate(startsOn, "medium")}.`,
    )
  switch (added.reason) {
    case "clash":
    case "unknown-teacher":
    case "unknown-room":
    case "class-ended": {
      const { messages, refused } = slotMessages(added)
      return refuse(invalid(submission, messages), refused)
    }
    default:
      return refuse(invalid(submission, coTeacherRefusals[added.reason]))
  }
}

export const handle: FramedPage = { tab: "overview" }

export const meta = pageTitle<typeof loader>((found) => `${found.class.name}, co-teachers`)

export default function CoTeachers() {
  const { class: schoolClass, coTeachers, day, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const offer = answer?.offer ?? loaded.offer
  const [form, fields] = useForm<Record<"teacherId" | "startsOn" | "overrideReason", string>>({
    id: "co-teacher",
    lastResult: answer?.result,
    defaultValue: { startsOn: day },
  })
  return (
    <section className="section narrow" aria-labelledby="co-teachers-title">
      <AnswerSummary formId="co-teacher" result={answer?.result} />
      <h2 id="co-teachers-title">Co-teachers</h2>
      <p className="dim">
        They see the class and its lessons
        {schoolClass.teacherName ? ` as ${schoolClass.teacherName} does` : ""}, can take attendance, count as
        busy at its times, and are paid by their own rates.
      </p>
      {coTeachers.length === 0 ? (
        <EmptyState>No co-teachers yet. Add a second teacher for an ensemble or a large group.</EmptyState>
      ) : (
        <ul className="rows">
          {coTeachers.map(({ id, name, since, isAhead, isOpen }) => (
            <li key={id}>
              <span>
                {name} <span className="dim">{since}</span>
              </span>
              {isOpen ? (
                <PostForm sends={{ coTeacherId: id }}>
                  <Button
                    intent="end"
                    variant="secondary"
                    aria-label={isAhead ? `Remove ${name}` : `End co-teaching by ${name} after today`}
                  >
                    {isAhead ? "Remove" : "End after today"}
                  </Button>
                </PostForm>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {schoolClass.isOver ? null : !offer.isSearched && offer.choices.length === 0 ? (
        <p className="dim">Every teacher of the school teaches this class already.</p>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <EnterButton intent="save" formNoValidate={offer.isSearched}>
            Add co-teacher
          </EnterButton>
          <div className="columns">
            <NameChoiceField
              meta={fields.teacherId}
              label="Teacher"
              sought="a teacher"
              prompt="Choose a teacher"
              offer={offer}
            />
            <DateField meta={fields.startsOn} label="From" min={day} />
          </div>
          <SubmitRow label="Add co-teacher" intent="save" pending="Adding…" />
          <OverrideFields refused={answer?.refused ?? null} meta={fields.overrideReason} />
        </PostForm>
      )}
    </section>
  )
}
