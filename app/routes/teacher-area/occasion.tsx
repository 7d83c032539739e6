import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { GuestList } from "~/components/teaching/occasion/guest-list"
import { OccasionFacts } from "~/components/teaching/occasion/occasion-facts"
import { ProgramPart } from "~/components/teaching/occasion/program-part"
import { EmptyState } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { listGuestFees } from "~/models/money/event-fee/event-fee.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { findFee, findTeacherOccasion } from "~/models/teaching/occasion/find-occasion.server"
import { listGuests } from "~/models/teaching/occasion/occasion-guests.server"
import { listProgram } from "~/models/teaching/occasion/program.server"
import { answerProgramForm } from "~/routes/schedule/program-answers.server"
import { feesPaidText, feeText, guestFeesText } from "~/texts/money/event-fees"
import { answersText } from "~/texts/teaching/occasions"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"

/**
 * An event that concerns a teacher: the answers of their own students, and the program, to which they add. Who is in charge
 * sees all students and puts the program in order.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const { occasion, teacherId, isLead, editor } = requireOwn(actor, params.occasionId)
  const { currency } = actor.school
  const fees = seesFamilyMoney(actor) ? listGuestFees(actor, [occasion.id]) : []
  const guests = listGuests(actor, occasion.id, editor)
  const theirs = fees.filter(({ studentId }) => guests.some((guest) => guest.studentId === studentId))
  const taught = new Set(listGuests(actor, occasion.id, { teacherId }).map(({ studentId }) => studentId))
  return {
    occasion: {
      ...occasion,
      fee: seesFamilyMoney(actor) ? feeText(findFee(actor, occasion.id), currency) : null,
    },
    feesPaid: theirs.length > 0 ? feesPaidText(theirs) : null,
    isLead,
    guests: guests.map(({ studentId, name, answer, companions }) => ({
      ...{ studentId, name, answer, companions },
      isTaught: taught.has(studentId),
      fee: guestFeesText(
        theirs.filter((fee) => fee.studentId === studentId),
        currency,
      ),
    })),
    entries: listProgram(actor, occasion.id, editor),
    formKey: newId(),
    editing: new URL(request.url).searchParams.get("entry"),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teaching:write")
  const { occasion, editor } = requireOwn(actor, params.occasionId)
  const to = paths.teacherOccasion(occasion.id)
  return answerProgramForm(actor, occasion.id, await request.formData(), { to, editor })
}

function requireOwn(actor: Actor, occasionId = "") {
  const own = orNotFound(findOwnTeacher(actor))
  const occasion = orNotFound(findTeacherOccasion(actor, own.id, occasionId))
  const isLead = occasion.teacherId === own.id
  return { occasion, teacherId: own.id, isLead, editor: isLead ? {} : { teacherId: own.id } }
}

export const handle: FramedPage<typeof loader> = {
  title: "Event",
  head: ({ occasion }) => ({
    title: occasion.title,
    back: { to: paths.teacherOccasions(), label: "My events" },
  }),
}

export const meta = pageTitle<typeof loader>((found) => `${found.occasion.title}, my students`)

export default function OwnOccasion() {
  const { occasion, isLead, guests, entries, editing, formKey, feesPaid } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isAsked = occasion.state !== "draft"
  return (
    <>
      <AnswerSummary formId="entry" result={answer?.result} />
      <OccasionFacts occasion={occasion} more={feesPaid ? [["Fees", feesPaid]] : []} />
      <section className="section" aria-labelledby="guests-title">
        <h2 id="guests-title">{isLead ? "Students" : "My students"}</h2>
        {guests.length === 0 ? (
          <EmptyState>
            {isLead ? "No students yet. The office invites them." : "None of your students are invited."}
          </EmptyState>
        ) : (
          <>
            {isLead && isAsked ? <p>{answersText(guests)}.</p> : null}
            <GuestList
              guests={guests}
              isAsked={isAsked}
              studentTo={(id) =>
                guests.some(({ studentId, isTaught }) => studentId === id && isTaught)
                  ? paths.teacherStudent(id)
                  : undefined
              }
            />
          </>
        )}
      </section>
      <section className="section" aria-labelledby="program-title">
        <h2 id="program-title">Program</h2>
        <ProgramPart
          entries={entries}
          guests={guests}
          to={paths.teacherOccasion(occasion.id)}
          sheetTo={paths.teacherProgramSheet(occasion.id)}
          editing={editing}
          isOpen={occasion.state !== "canceled"}
          canMove={isLead}
          formKey={formKey}
          answer={answer}
        />
      </section>
    </>
  )
}
