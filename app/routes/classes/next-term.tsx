import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ActButton, PostForm, SubmitButton } from "~/components/form/post-form"
import { classNoun } from "~/components/teaching/class/class-labels"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { useMaySend } from "~/components/ui/limits"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { may } from "~/models/foundation/access/permissions"
import { listEmptied } from "~/models/teaching/roll-over/emptied-lessons.server"
import { countToRemind, remindUnanswered } from "~/models/teaching/roll-over/remind-renewals.server"
import { renewalLabels, renewalStates } from "~/models/teaching/roll-over/renewal"
import {
  answerRenewal,
  confirmRenewals,
  countLateRenewals,
  findRenewal,
  listRenewals,
  releaseUnanswered,
  renewalsPerPage,
  reopenRenewals,
} from "~/models/teaching/roll-over/renewals.server"
import { renewalRefusals } from "~/texts/teaching/refusals"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

/** What families answered about the next term. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const search = new URL(request.url).searchParams
  const state = renewalStates.find((known) => known === search.get("state"))
  const { total, ...listed } = listRenewals(actor, { state, page: readPage(request) })
  return {
    state,
    pages: paged(request, total, renewalsPerPage),
    perPage: renewalsPerPage,
    late: countLateRenewals(actor),
    toRemind: countToRemind(actor),
    emptied: may(actor, "class:write") ? listEmptied(actor) : { named: [], total: 0 },
    isSolo: actor.school.kind === "solo",
    ...listed,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const answer = (as: "confirmed" | "declined") => (form: FormData) => {
    const asked = orNotFound(findRenewal(actor, idIn(form, "renewal")))
    const answered = answerRenewal(actor, asked.id, as)
    if (!answered.ok) return data({ message: renewalRefusals[answered.reason] }, { status: 409 })
    return redirectWithToast(
      paths.nextTerm(),
      as === "confirmed" ? `Spot confirmed for ${answered.name}.` : `Spot of ${answered.name} released.`,
    )
  }
  return intents(request, paths.nextTerm(), {
    release: act({
      run: () => releaseUnanswered(actor),
      saved: (released) => `${countOf(released, "spot")} released.`,
    }),
    remind: act({
      run: () => remindUnanswered(actor),
      saved: (families) => {
        const text = withoutEmailText(countToRemind(actor).withoutEmail)
        if (families > 0)
          return {
            title: `${countOf(families, "family", "families")} reminded.`,
            text: text || undefined,
            tone: "good",
          }
        return {
          title: "No reminders sent.",
          text: text || "Everyone who hasn’t answered was asked or reminded today.",
          tone: "plain",
        }
      },
    }),
    "confirm-all": async (form) => {
      const chosen = chosenIn(form)
      for (const id of chosen) orNotFound(findRenewal(actor, id))
      const confirmed = confirmRenewals(actor, chosen)
      if (confirmed.length === 0)
        return data({ message: "Select at least one spot that waits for an answer." }, { status: 400 })
      const fields = { intent: "reopen", renewal: confirmed.join(" ") }
      return redirectWithUndo(paths.nextTerm(), `${countOf(confirmed.length, "spot")} confirmed.`, {
        to: paths.nextTerm(),
        fields,
      })
    },
    reopen: act({
      run: (form) => reopenRenewals(actor, chosenIn(form)),
      saved: (reopened) =>
        reopened > 0
          ? `${countOf(reopened, "spot")} asked again.`
          : { title: "Nothing to undo.", text: "These answers have changed.", tone: "plain" },
    }),
    confirm: answer("confirmed"),
    decline: answer("declined"),
  })
}

/** The selected answers, no more than a page has. */
const chosenIn = (form: FormData): string[] =>
  form
    .getAll("renewal")
    .flatMap((ids) => String(ids).split(" "))
    .slice(0, renewalsPerPage)

export const meta: MetaFunction = () => [{ title: "Next term’s answers · Tutti" }]

export default function NextTermAnswers() {
  const { state, pages, perPage, late, toRemind, emptied, counts, rows, isSolo } =
    useLoaderData<typeof loader>()
  const maySend = useMaySend(paths.nextTerm())
  const message = useActionData<typeof action>()?.message
  const all = counts.asked + counts.confirmed + counts.declined
  return (
    <>
      <PageHead
        back={{ to: paths.classes(), label: classNoun(isSolo).title }}
        title="Next term’s answers"
        expression={countOf(all, "spot")}
      />
      {message ? (
        <Callout tone="red">
          <p role="alert">{message}</p>
        </Callout>
      ) : null}
      <Tabs
        label="Answers"
        tabs={[
          { to: paths.nextTerm(), label: `All ${formatNumber(all)}`, current: !state },
          ...renewalStates.map((each) => ({
            to: paths.nextTerm({ state: each }),
            label: `${renewalLabels[each]} ${formatNumber(counts[each])}`,
            current: state === each,
          })),
        ]}
      />
      {late > 0 ? (
        <Callout tone="amber">
          <p>
            {countOf(late, "family hasn’t", "families haven’t")} answered in time. Their spots are still held.
          </p>
          <ActButton
            label={`Release ${countOf(Math.min(late, perPage), "spot")}`}
            intent="release"
            pending="Releasing…"
          />
        </Callout>
      ) : null}
      <NextTermReminder {...toRemind} />
      <EmptiedLessons {...emptied} />
      {rows.some(({ state: answer }) => answer === "asked") ? (
        <PostForm id={selectionId}>
          <SubmitButton
            intent="confirm-all"
            pending="Confirming…"
            variant="secondary"
            label="Confirm the selected spots"
          />
        </PostForm>
      ) : null}
      <DataTable
        caption="Answers"
        rows={rows}
        empty={
          state
            ? "No spots match this filter."
            : "No questions to families yet. Tick the classes that continue in their list, then choose Next term."
        }
        emptyAction={state ? <LinkButton to={paths.nextTerm()}>Clear filter</LinkButton> : undefined}
        middle
        columns={[
          {
            label: "Student",
            cell: (row) => (
              <>
                {row.state === "asked" && maySend ? (
                  <input
                    type="checkbox"
                    form={selectionId}
                    name="renewal"
                    value={row.id}
                    aria-label={`Select ${fullName(row)}, ${row.className}`}
                  />
                ) : null}{" "}
                <Link to={paths.student(row.studentId)}>{fullName(row)}</Link>
              </>
            ),
          },
          {
            label: "Class",
            cell: ({ classId, className, teacherName }) => (
              <span>
                <Link to={paths.class(classId)}>{className}</Link>
                {teacherName ? <span className="dim">, {teacherName}</span> : null}
              </span>
            ),
          },
          { label: "Term", cell: ({ termName }) => termName },
          {
            label: "Answer",
            cell: ({ state: answer, answerBy, isOver }) =>
              answer === "asked"
                ? `${isOver ? "Late, was due" : "Due"} ${formatDate(answerBy, "day")}`
                : renewalLabels[answer],
          },
          { label: "Action", action: true, cell: (row) => <Answer {...row} name={fullName(row)} /> },
        ]}
      />
      <Pagination {...pages} />
    </>
  )
}

const selectionId = "selected-answers"

type AnswerProps = { id: string; name: string; state: (typeof renewalStates)[number] }

/** For a family that called. */
function Answer({ id, name, state }: AnswerProps) {
  if (state === "declined") return null
  return (
    <PostForm className="buttons" sends={{ renewal: id }}>
      {state === "asked" ? (
        <Button intent="confirm" aria-label={`Confirm the spot of ${name}`}>
          Confirm
        </Button>
      ) : null}
      <Button intent="decline" aria-label={`Release the spot of ${name}`}>
        Release
      </Button>
    </PostForm>
  )
}

type Emptied = { id: string; name: string; teacherName: string | null; startsOn: string; lessons: number }

/** Private lessons that no one continues, and the way to end all of them together, with a preview and an undo. */
function EmptiedLessons({ named, total }: { named: Emptied[]; total: number }) {
  if (total === 0) return null
  return (
    <Callout tone="amber">
      <p>
        <b>
          {countOf(
            total,
            "private lesson has no student: its family declined.",
            "private lessons have no student: their families declined.",
          )}
        </b>{" "}
        They still take their teachers’ time.
      </p>
      <ul>
        {named.map(({ id, name, teacherName, startsOn, lessons }) => (
          <li key={id}>
            <Link to={paths.class(id)}>{name}</Link>
            {teacherName ? `, ${teacherName}` : ""}: {countOf(lessons, "lesson")} from{" "}
            {formatDate(startsOn, "day")}
          </li>
        ))}
        {total > named.length ? <li>and {formatNumber(total - named.length)} more</li> : null}
      </ul>
      <PostForm
        action={paths.selections()}
        sends={{ noun: "classes", act: "archive", scope: "all", list: "state=declined" }}
      >
        <p className="hint">
          You choose a last day before the term starts and see what goes. You can undo it.
        </p>
        <SubmitButton variant="secondary" pending="Loading…">
          End {countOf(total, "class", "classes")}
        </SubmitButton>
      </PostForm>
    </Callout>
  )
}

const withoutEmailText = (students: number): string =>
  students > 0
    ? `${countOf(students, "student who waits for an answer can’t be emailed", "students who wait for an answer can’t be emailed")}: the family has no email, or emails to it come back. Call them.`
    : ""

type ReminderProps = { families: number; withoutEmail: number; today: number }

/** One press for all families that can still answer, once a day. */
function NextTermReminder({ families, withoutEmail, today: remindedToday }: ReminderProps) {
  if (families === 0 && withoutEmail === 0 && remindedToday === 0) return null
  return (
    <Callout>
      <p>
        {[
          families > 0 ? `${countOf(families, "family hasn’t", "families haven’t")} answered yet.` : "",
          remindedToday > 0 ? `${countOf(remindedToday, "family was", "families were")} reminded today.` : "",
          withoutEmailText(withoutEmail),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      {families > 0 ? (
        <ActButton
          label={`Remind ${countOf(families, "family", "families")}`}
          intent="remind"
          pending="Sending…"
        />
      ) : null}
    </Callout>
  )
}
