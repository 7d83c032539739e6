import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ActButton } from "~/components/form/post-form"
import { ConsentStateText } from "~/components/people/consent/consent-state"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intents, titles } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { may } from "~/models/foundation/access/permissions"
import { listAnswered } from "~/models/people/consent/answers.server"
import { type ConsentState, stateLabels } from "~/models/people/consent/consent"
import { listDocuments } from "~/models/people/consent/documents.server"
import { findReminder, remindOfConsent } from "~/models/people/consent/remind.server"
import { consentReminderRefusals } from "~/texts/people/refusals"
import { countOf } from "~/utils/formats"
import { PER_PAGE } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

const shows = { waiting: "Not answered", declined: "Not agreed", agreed: "Agreed" } as const
type Show = keyof typeof shows
const isShow = (text: string | null): text is Show => text !== null && Object.hasOwn(shows, text)

/** Those who haven't been asked yet are listed with those who haven't answered. */
const isIn =
  (show: Show) =>
  ({ state }: { state: ConsentState }) =>
    state === show || (show === "waiting" && state === "none")

/** Who has agreed to a document of the school, who hasn't, and whom to remind. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const { searchParams } = new URL(request.url)
  const documents = listDocuments(actor)
  const document = documents.find(({ id }) => id === searchParams.get("document")) ?? documents[0]
  const asked = searchParams.get("show")
  const show: Show = isShow(asked) ? asked : "waiting"
  const all = document ? listAnswered(actor, document) : []
  const found = all.filter(isIn(show))
  const page = readPage(request)
  const reminder = document && show === "waiting" ? findReminder(actor, document.id, all) : undefined
  return {
    documents: documents.map(({ id, title }) => ({ id, title })),
    document: document ? { id: document.id, title: document.title, isAsked: document.asked > 0 } : null,
    show,
    counts: Object.fromEntries(
      (Object.keys(shows) as Show[]).map((key) => [key, all.filter(isIn(key)).length]),
    ),
    pages: paged(request, found.length),
    rows: found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ email: _, answer, ...row }) => ({
      ...row,
      answer: answer && { ...answer, on: localDate(answer.createdAt, actor.school.timeZone) },
    })),
    reached: reminder?.people.size ?? 0,
    unreached: reminder?.unreached ?? 0,
    isSentToday: reminder?.isSentToday ?? false,
    setsDocuments: may(actor, "school:settings"),
    mayRemind: may(actor, "student:write"),
    mayInvite: may(actor, "invitation:send"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const form = await request.formData()
  return intents(form, paths.consents({ document: idIn(form, "document") }), {
    remind: act({
      run: () => remindOfConsent(actor, idIn(form, "document")),
      refusals: titles(consentReminderRefusals),
      saved: ({ people, title }) => `Reminder of ${title} sent to ${countOf(people, "person", "people")}.`,
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Consents · Tutti" }]

export default function Consents() {
  const { documents, document, show, counts, pages, rows, ...rest } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHead
        title="Consents"
        expression="who has agreed, and who hasn’t answered yet"
        actions={
          rest.setsDocuments ? <LinkButton to={paths.consentSettings()}>Set up consents</LinkButton> : null
        }
      />
      <PeopleTabs current="consents" />
      {document ? (
        <>
          <Tabs
            label="Documents"
            current={document.id}
            tabs={documents.map(({ id, title }) => ({
              key: id,
              label: title,
              to: paths.consents({ document: id }),
            }))}
          />
          <Tabs
            label="Answers"
            current={show}
            tabs={(Object.keys(shows) as Show[]).map((key) => ({
              key,
              label: `${key === "waiting" && !document.isAsked ? stateLabels.none : shows[key]} (${counts[key]})`,
              to: paths.consents({ document: document.id, show: key }),
            }))}
          />
          {show === "waiting" ? <Remind document={document} {...rest} /> : null}
          <DataTable
            caption={document.title}
            rows={rows}
            empty={
              show === "waiting"
                ? `Everyone has answered ${document.title}.`
                : show === "agreed"
                  ? "No one has agreed yet. Remind those who haven’t answered."
                  : "No one has answered “I don’t agree”. You see those who do here."
            }
            columns={columns}
          />
          <Pagination {...pages} />
        </>
      ) : (
        <EmptyState>
          No documents yet. Under Settings, Consents, add what families should agree to.
        </EmptyState>
      )}
    </div>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]

const columns = [
  {
    label: "Name",
    cell: ({ id, as, name, familyId }: Row) => (
      <Link to={as === "student" ? paths.student(id) : paths.familyRecord(familyId)}>{name}</Link>
    ),
  },
  { label: "Answer", cell: ({ state, answer }: Row) => <ConsentStateText state={state} answer={answer} /> },
  { label: "Sent from", cell: ({ answer }: Row) => answer?.address ?? "–" },
  { label: "Portal", cell: ({ hasLogin }: Row) => (hasLogin ? "Has access" : "No access yet") },
]

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type RemindProps = Pick<Loaded, "reached" | "unreached" | "isSentToday" | "mayRemind" | "mayInvite"> & {
  document: NonNullable<Loaded["document"]>
}

function Remind({ document, reached, unreached, isSentToday, mayRemind, mayInvite }: RemindProps) {
  return (
    <>
      {mayRemind && reached > 0 ? (
        isSentToday ? (
          <p className="dim">A reminder was sent today. You can send the next one tomorrow.</p>
        ) : (
          <ActButton
            label={`Remind ${countOf(reached, "person", "people")}`}
            sends={{ document: document.id }}
            intent="remind"
            pending="Sending…"
            variant="primary"
          />
        )
      ) : null}
      {unreached > 0 ? (
        <p className="small dim">
          {countOf(unreached, "missing answer")} can’t be reminded of: no guardian with a working email has
          portal access. {mayInvite ? <Link to={paths.portalAccess()}>Invite families</Link> : null}
        </p>
      ) : null}
    </>
  )
}
