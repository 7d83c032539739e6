import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary, PostForm } from "~/components/form/post-form"
import { PolicyLine } from "~/components/overview/policies/policy-list"
import { Button, Link } from "~/components/ui/button"
import { DataTable, MorePages } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { idIn, intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { redirectWithToast } from "~/http/toast.server"
import { listSwaps, swapsPerPage } from "~/models/attendance/swap/list-swaps.server"
import { offerLabel, requestLabel, swapRuleLabels } from "~/models/attendance/swap/swap"
import { approveSwap, findSwapRules, refuseSwap, undoSwap } from "~/models/attendance/swap/swap-rules.server"
import { may } from "~/models/foundation/access/permissions"
import { emailedToast } from "~/models/foundation/outbox/bounce"
import { swapRefusals } from "~/texts/attendance/refusals"
import { paths } from "~/utils/paths"

/** Lesson times that families swap with each other, by name, for the office only. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "attendance:read")
  const { rows, total } = listSwaps(actor, readPage(request))
  return {
    rows,
    pages: paged(request, total, swapsPerPage),
    rules: findSwapRules(actor),
    maySet: may(actor, "school:settings"),
    mayDecide: may(actor, "schedule:write"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "attendance:read")
  const refusals = swapRefusals(actor.school.noticeHours)
  const decide =
    (command: typeof undoSwap, done: string, told: string, says = refusals) =>
    async (form: FormData) => {
      await requireMember(request, "schedule:write")
      const decided = command(actor, idIn(form, "swap"))
      if (decided.ok) return redirectWithToast(paths.swaps(), emailedToast(done, decided.reach, told))
      if (decided.reason === "not-found") throw notFound()
      return data({ message: says[decided.reason] }, { status: 409 })
    }
  return intents(request, paths.swaps(), {
    approve: decide(approveSwap, "Swap approved.", "Both families and the teacher get an email."),
    refuse: decide(refuseSwap, "Swap not approved. Both lessons stay.", "The families get an email."),
    undo: decide(undoSwap, "Swap undone.", "Both families and the teacher get an email.", {
      ...refusals,
      changed: "One of the two lessons was changed or has an absence, so the swap can’t be undone.",
      clash: "A teacher, room or student isn’t free at the earlier times, so the swap can’t be undone.",
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Lesson swaps · Tutti" }]

export default function Swaps() {
  const { pages, rules, maySet, mayDecide, rows } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="stack">
      {answer?.message ? (
        <ErrorSummary form={{ id: "swaps", allErrors: {}, errors: [answer.message] }} />
      ) : null}
      <PageHead
        title="Lesson swaps"
        back={{ to: paths.attendance({ view: "credits" }), label: "Make-up credits" }}
      />
      <p className="dim">
        A family offers a private lesson, and another family with the same teacher gives its time for it. The
        families never learn each other’s names. Each lesson keeps its price, package and length.
      </p>
      {maySet ? (
        <PolicyLine
          part="swaps"
          label="Lesson swaps"
          text={rules.rule === "off" ? null : `${swapRuleLabels[rules.rule]}.`}
        />
      ) : rules.rule === "off" ? (
        <p>{swapRuleLabels.off}.</p>
      ) : null}
      <DataTable
        caption="Lesson swaps, newest first"
        rows={rows}
        empty={
          rules.rule === "off"
            ? "Lesson swaps are turned off."
            : "No lessons offered yet. Families offer them on their schedule."
        }
        columns={[
          {
            label: "Offered",
            cell: ({ sessionId, when, teacherName }) => (
              <span>
                <Link to={paths.session(sessionId)}>{when}</Link>
                {teacherName ? <span className="dim">, {teacherName}</span> : null}
              </span>
            ),
          },
          {
            label: "By",
            cell: ({ studentId, name }) => <Link to={paths.student(studentId)}>{name}</Link>,
          },
          {
            label: "Asked for by",
            cell: ({ requests }) =>
              requests.length === 0
                ? "No one yet"
                : requests.map(({ id, studentId, name, sessionId, when, ...request }, index) => (
                    <span key={id}>
                      {index > 0 ? "; " : ""}
                      <Link to={paths.student(studentId)}>{name}</Link>,{" "}
                      <Link to={paths.session(sessionId)}>{when}</Link>{" "}
                      <span className="dim">{requestLabel(request)}</span>
                    </span>
                  )),
          },
          {
            label: "Status",
            cell: offerLabel,
          },
          {
            label: "Action",
            action: true,
            cell: ({ id, state, when, name }) =>
              mayDecide && (state === "waiting" || state === "done") ? (
                <PostForm className="buttons" sends={{ swap: id }}>
                  {state === "waiting" ? (
                    <>
                      <Button intent="approve" aria-label={`Approve swap of ${when} for ${name}`}>
                        Approve swap
                      </Button>
                      <Button
                        intent="refuse"
                        variant="secondary"
                        aria-label={`Decline swap of ${when} for ${name}`}
                      >
                        Decline swap
                      </Button>
                    </>
                  ) : (
                    <Button intent="undo" variant="secondary" aria-label={`Undo swap of ${when} for ${name}`}>
                      Undo swap
                    </Button>
                  )}
                </PostForm>
              ) : null,
          },
        ]}
      />
      <MorePages {...pages} />
    </div>
  )
}
