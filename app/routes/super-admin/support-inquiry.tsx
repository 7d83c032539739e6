import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { AnswerForm } from "~/components/platform/support-desk/answer-form"
import { MatterButtons } from "~/components/platform/support-desk/matter-buttons"
import {
  matterFormIds,
  NotesPart,
  refusedForm,
  SavedPick,
  SortPart,
} from "~/components/platform/support-desk/matter-care"
import { MatterLine } from "~/components/platform/support-desk/matter-line"
import { ReplyFiles } from "~/components/platform/support-desk/reply-files"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { CutText } from "~/components/ui/chat/cut-text"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireStaff } from "~/http/guards.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { takesReplies } from "~/models/platform/reply-address/reply-address.server"
import { kindLabels } from "~/models/platform/support-desk/desk"
import { answerInquiry, findInquiry, type InquiryKind } from "~/models/platform/support-desk/inquiry.server"
import { findSchoolsOfAddress } from "~/models/platform/timeline/timeline.server"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/work-times.server"
import { answerDeskForm, careOf } from "./desk.server"

const isInquiryKind = (text: string | undefined): text is InquiryKind => text === "contact" || text === "demo"

/** The inquiry an address names; another kind or id is missing. */
function inquiryAt(staff: SuperActor, { kindKey, inquiryKey }: { kindKey?: string; inquiryKey?: string }) {
  const inquiry = orNotFound(
    isInquiryKind(kindKey) ? findInquiry(staff, kindKey, inquiryKey ?? "") : undefined,
  )
  return inquiry
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "matter:answer")
  const { answeredAt, closedAt, createdAt, waitingSince, snoozedUntil, replies, ...inquiry } = inquiryAt(
    staff,
    params,
  )
  const since = answeredAt === null ? (waitingSince ?? createdAt) : null
  return {
    ...inquiry,
    ...careOf(staff, request, {
      kind: inquiry.kind,
      id: inquiry.id,
      handled: { snoozedUntil, closedAt, priority: inquiry.priority, since },
    }),
    arrived: staffTimeAndZone(createdAt),
    answersByMail: takesReplies(),
    replies: replies.map(({ createdAt: at, ...reply }) => ({ ...reply, when: staffTimeAndZone(at) })),
    schools: findSchoolsOfAddress(staff, inquiry.email),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "matter:answer")
  const { kind, id, email } = inquiryAt(staff, params)
  return answerDeskForm(staff, await request.formData(), {
    kind,
    id,
    to: paths.deskInquiry(kind, id),
    answer: (content, seen) => answerInquiry(staff, kind, id, content, seen),
    answered: `Answer sent to ${email}.`,
  })
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>(
  (data) => `${kindLabels[data.kind].one} from ${data.name}`,
  "Inquiry",
)

export default function Inquiry() {
  const inquiry = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  const refused = refusedForm(result)
  return (
    <>
      <AnswerSummary formId={matterFormIds[refused ?? "answer"]} result={result} />
      <PageHead
        back={{ to: paths.desk(), label: "Support" }}
        over={kindLabels[inquiry.kind].one}
        title={inquiry.kind === "contact" ? inquiry.subject : inquiry.name}
        expression={inquiry.arrived}
      />
      <MatterLine {...inquiry} email={null} />
      <MatterButtons
        {...inquiry}
        result={refused === "assign" ? result : undefined}
        isClosed={inquiry.state === "closed"}
      />
      <div className="two-columns">
        <div className="stack">
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
            {inquiry.replies.map(({ id, isStaff, name, when, content, cut, files }) => (
              <li className={isStaff ? "chat-message mine" : "chat-message"} key={id}>
                <header>
                  <b>{name}</b> {when}, by email
                </header>
                <p className="message-text">{content}</p>
                <CutText cut={cut} />
                <ReplyFiles files={files} />
              </li>
            ))}
          </ol>
          <SavedPick saved={inquiry.saved} inserted={inquiry.inserted?.id} canEdit={inquiry.keepsAnswers} />
          <AnswerForm
            key={`${inquiry.replies.at(-1)?.id} ${inquiry.inserted?.id}`}
            result={refused === "answer" ? result : undefined}
            label="Send email"
            hint={`Sent to ${inquiry.email}. ${inquiry.answersByMail ? "Replies appear here." : "Replies go to our shared inbox."}`}
            inserted={inquiry.inserted?.content}
            seen={inquiry.seen}
          />
        </div>
        <div className="stack">
          <NotesPart result={refused === "note" ? result : undefined} notes={inquiry.notes} />
          <SortPart {...inquiry} result={refused === "sort" ? result : undefined} />
        </div>
      </div>
    </>
  )
}
