import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { AnswerForm, answerFormId } from "~/components/platform/platform/answer-form"
import { MatterButtons } from "~/components/platform/platform/matter-buttons"
import { MatterStatus } from "~/components/platform/platform/matter-state"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { kindLabels } from "~/models/platform/support-desk/desk"
import { answerInquiry, findInquiry, type InquiryKind } from "~/models/platform/support-desk/inquiry.server"
import { listStaff } from "~/models/platform/support-desk/matter.server"
import { findSchoolsOfAddress } from "~/models/platform/timeline/timeline.server"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { answerDeskForm } from "./desk.server"

const isInquiryKind = (text: string | undefined): text is InquiryKind => text === "contact" || text === "demo"

/** The inquiry an address names; another kind or id is missing. */
function inquiryAt(staff: SuperActor, { kindKey, inquiryKey }: { kindKey?: string; inquiryKey?: string }) {
  const inquiry = isInquiryKind(kindKey) ? findInquiry(staff, kindKey, inquiryKey ?? "") : undefined
  if (!inquiry) throw notFound()
  return inquiry
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "desk:read")
  const { answeredAt, closedAt, createdAt, replies, ...inquiry } = inquiryAt(staff, params)
  const when = (ms: number) => `${formatInstant(ms, "UTC")} UTC`
  return {
    ...inquiry,
    state: closedAt ? ("closed" as const) : answeredAt ? ("answered" as const) : ("waiting" as const),
    arrived: when(createdAt),
    closedOn: closedAt ? when(closedAt) : null,
    replies: replies.map(({ createdAt: at, ...reply }) => ({ ...reply, when: when(at) })),
    staff: listStaff(staff),
    schools: findSchoolsOfAddress(staff, inquiry.email),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "desk:answer")
  const { kind, id, email } = inquiryAt(staff, params)
  return answerDeskForm(staff, await request.formData(), {
    kind,
    id,
    to: paths.deskInquiry(kind, id),
    answer: (content) => answerInquiry(staff, kind, id, content),
    answered: `Answer sent to ${email}.`,
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${kindLabels[data.kind].one} from ${data.name}` : "Inquiry"} · Tutti` },
]

export default function Inquiry() {
  const inquiry = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  return (
    <>
      <AnswerSummary formId={answerFormId} result={result} />
      <PageHead
        back={{ to: paths.desk(), label: "Support" }}
        over={kindLabels[inquiry.kind].one}
        title={inquiry.kind === "contact" ? inquiry.subject : inquiry.name}
        expression={inquiry.arrived}
      />
      <p className="toolbar">
        <MatterStatus state={inquiry.state} />
        {inquiry.closedOn ? (
          <span className="dim">
            {inquiry.closedOn}
            {inquiry.closedByName ? ` by ${inquiry.closedByName}` : ""}
          </span>
        ) : null}
        {inquiry.schools.map(({ id, name }) => (
          <Link key={id} to={paths.platformSchool(id)}>
            {name}
          </Link>
        ))}
      </p>
      <MatterButtons
        staff={inquiry.staff}
        assignedTo={inquiry.assignedTo}
        isClosed={inquiry.state === "closed"}
      />
      <div className="stack narrow">
        <LedgerList facts rows={inquiry.facts.map(([label, amount]) => ({ label, amount }))} />
        <ol className="chat-messages">
          {inquiry.text ? (
            <li className="chat-message">
              <header>
                <b>{inquiry.name}</b> {inquiry.arrived}
              </header>
              <p className="message-text">{inquiry.text}</p>
            </li>
          ) : null}
          {inquiry.replies.map(({ id, name, when, content }) => (
            <li className="chat-message mine" key={id}>
              <header>
                <b>{name}</b> {when}, by email
              </header>
              <p className="message-text">{content}</p>
            </li>
          ))}
        </ol>
        <AnswerForm
          key={inquiry.replies.at(-1)?.id}
          result={result}
          label="Send email"
          hint={`Sent to ${inquiry.email}. Replies go to our shared inbox.`}
        />
      </div>
    </>
  )
}
