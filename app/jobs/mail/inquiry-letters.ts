import { schoolActor } from "~/models/foundation/access/actor.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { linkDays } from "~/models/people/inquiry/inquiry"
import { tokenOfDraft } from "~/models/people/inquiry/inquiry-draft.server"
import { findSchoolPage } from "~/models/people/school-page/school-page.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { turnOff } from "./ways-on"

/** To whoever was named as the one who asks: no word of theirs, which could be anyone's, and a link that nothing happens without. */
const confirmationLetter = ({ schoolName, schoolId, draftId }: MailData["inquiry-confirmation"]): Letter => {
  const actor = schoolActor(schoolId)
  const address = (actor && findSchoolPage(actor)?.address) ?? "school"
  return {
    subject: `Confirm your request to ${schoolName}`,
    greeting: "Hello,",
    paragraphs: [
      `Someone entered this email to ask ${schoolName} for lessons. Confirm that it was you, and the school gets the request.`,
    ],
    button: {
      label: "Confirm request",
      url: `${env().APP_URL}${paths.confirmInquiry(address, actor ? tokenOfDraft(actor, draftId) : "")}`,
    },
    closing: `The link works for ${linkDays} days. If it wasn’t you, ignore this email: the school gets nothing.`,
    sender: schoolName,
  }
}

const receiptLetter = ({
  schoolName,
  studentName,
  purpose,
  instrument,
}: MailData["inquiry-receipt"]): Letter => ({
  subject: `${schoolName} got your request`,
  greeting: "Hello,",
  paragraphs: [`Thank you. ${schoolName} has your request and will get back to you.`],
  facts: [["Student", studentName], ["Asked for", purpose], ...asked(instrument)],
  closing: "Need to add something? Answer this email.",
  sender: schoolName,
})

const arrivedLetter = (data: MailData["inquiry-arrived"]): Letter => ({
  subject: `New inquiry: ${data.studentName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `Someone asked for lessons on the public page of ${data.schoolName} and confirmed their email.`,
  ],
  facts: [["Student", data.studentName], ["Asked for", data.purpose], ...asked(data.instrument)],
  button: { label: "View inquiry", url: `${env().APP_URL}${paths.inquiry(data.inquiryId)}` },
  closing: turnOff(),
  sender: data.schoolName,
})

const asked = (instrument: string | null): [string, string][] =>
  instrument ? [["Instrument", instrument]] : []

/** Letters about those who ask for lessons on a school's public page. */
export const inquiryLetters = {
  "inquiry-confirmation": confirmationLetter,
  "inquiry-receipt": receiptLetter,
  "inquiry-arrived": arrivedLetter,
}
