import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { redirectWithToast } from "~/http/toast.server"
import { may } from "~/models/foundation/access/permissions"
import { type CoverState, isLacking } from "~/models/people/proof/proof"
import { audiencesOf, listAskedProofs, listCovered } from "~/models/people/proof/proofs.server"
import { keyOf, listRemindedToday, remindOfProofs } from "~/models/people/proof/remind.server"
import { coverText } from "~/texts/people/proofs"
import { countOf } from "~/utils/formats"
import { PER_PAGE } from "~/utils/page-number"
import { paths } from "~/utils/paths"

const shows = {
  lacking: "Missing or expired",
  expiring: "Expiring",
  waiting: "To check",
  valid: "Valid",
} as const
type Show = keyof typeof shows
const isShow = (text: string | null): text is Show => text !== null && Object.hasOwn(shows, text)

/** What waits for a check is listed by itself. */
function showOf(row: { state: CoverState; isWaiting: boolean }): Show | undefined {
  if (row.state === "valid") return "valid"
  if (row.isWaiting) return undefined
  return isLacking(row) ? "lacking" : "expiring"
}

/** Who lacks a document that the school requires, whose expires, and what was handed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const asked = new URL(request.url).searchParams.get("show")
  const show: Show = isShow(asked) ? asked : "lacking"
  const all = listCovered(actor, audiencesOf(actor))
  const waiting = listAskedProofs(actor)
  const reminded = listRemindedToday(actor)
  const found =
    show === "waiting"
      ? waiting.map(({ proofId, ...row }) => ({
          ...{ ...row, key: proofId, state: "missing" as const, validUntil: null, isReminded: false },
        }))
      : all
          .filter((row) => showOf(row) === show)
          .map((row) => ({
            ...{ key: keyOf(row), id: row.id, noun: row.noun, name: row.name, kind: row.kind.name },
            ...{ state: row.state, validUntil: row.validUntil, isReminded: reminded.has(row.id) },
          }))
  const page = readPage(request)
  return {
    show,
    isRequired: all.length + waiting.length > 0,
    counts: Object.fromEntries(
      Object.keys(shows).map((key) => [
        key,
        key === "waiting" ? waiting.length : all.filter((row) => showOf(row) === key).length,
      ]),
    ),
    pages: paged(request, found.length),
    rows: found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    mayRemind: may(actor, "student:write"),
    setsKinds: may(actor, "school:settings"),
  }
}

const most = 100

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  return intents(request, paths.lackingProofs(), {
    remind: (form) => {
      const keys = form
        .getAll("lacking")
        .slice(0, most)
        .map((key) => String(key).slice(0, 160))
      if (keys.length === 0)
        return redirectWithToast(paths.lackingProofs(), { tone: "bad", title: "Select who to remind first." })
      const { people, left } = remindOfProofs(actor, keys)
      return redirectWithToast(paths.lackingProofs(), {
        tone: people > 0 ? "good" : "bad",
        title: people > 0 ? `Reminder sent to ${countOf(people, "person", "people")}.` : "No reminder sent.",
        ...(left > 0
          ? {
              text: `${countOf(left, "document")} left out: reminded today, already handed in, or no working email.`,
            }
          : {}),
      })
    },
  })
}

export const meta: MetaFunction = () => [{ title: "Required documents · Tutti" }]

const formId = "remind"

export default function LackingProofs() {
  const { show, isRequired, counts, pages, rows, mayRemind, setsKinds } = useLoaderData<typeof loader>()
  const canRemind = mayRemind && (show === "lacking" || show === "expiring")
  return (
    <div className="stack">
      <PageHead
        title="Documents"
        expression="what you require, and who lacks it"
        actions={setsKinds ? <LinkButton to={paths.proofKinds()}>Set up documents</LinkButton> : null}
      />
      <PeopleTabs current="documents" />
      {isRequired ? (
        <>
          <Tabs
            label="Documents"
            current={show}
            tabs={(Object.keys(shows) as Show[]).map((key) => ({
              key,
              label: `${shows[key]} (${counts[key]})`,
              to: paths.lackingProofs({ show: key }),
            }))}
          />
          {rows.length > 0 ? (
            <ul className="rows">
              {rows.map((row) => (
                <li key={row.key}>
                  {canRemind && !row.isReminded ? (
                    <label className="checkbox">
                      <input type="checkbox" name="lacking" value={row.key} form={formId} />
                      <span>
                        <Bearer row={row} />
                      </span>
                    </label>
                  ) : (
                    <span>
                      <Bearer row={row} />
                    </span>
                  )}{" "}
                  <span className={row.state === "valid" ? "dim" : undefined}>
                    {show === "waiting" ? "Handed in, to check" : coverText(row)}
                    {row.isReminded ? <span className="small dim"> Reminded today</span> : null}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState>{emptyTexts[show]}</EmptyState>
          )}
          {canRemind && rows.some(({ isReminded }) => !isReminded) ? (
            <PostForm id={formId}>
              <SubmitButton intent="remind" pending="Sending…" label="Email reminder to selected" />
            </PostForm>
          ) : null}
          <Pagination {...pages} />
        </>
      ) : (
        <EmptyState>
          No documents are required. Under Settings, Required documents, add what you ask teachers or students
          for.
        </EmptyState>
      )}
    </div>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]

const Bearer = ({ row: { noun, id, name, kind } }: { row: Row }) => (
  <>
    <Link to={noun === "teacher" ? paths.teacherProofs(id) : paths.studentProofs(id)}>{name}</Link>, {kind}
  </>
)

const emptyTexts: Record<Show, string> = {
  lacking: "No document is missing or expired.",
  expiring: "No document expires soon.",
  waiting: "No document waits for your check.",
  valid: "No valid documents yet.",
}
