import { schoolActor } from "~/models/foundation/access/actor.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { linkDays } from "~/models/people/inquiry/inquiry"
import { tokenOfDraft } from "~/models/people/inquiry/inquiry-draft.server"
import { findSchoolPage } from "~/models/people/school-page/school-page.server"
import { trialToken } from "~/models/teaching/trial-lesson/book-trial.server"
import { findTrialWish } from "~/models/teaching/trial-lesson/trial-booking.server"
import type { TrialTime } from "~/models/teaching/trial-lesson/trial-times"
import { env } from "~/utils/env.server"
import { formatDate, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { turnOff } from "./ways-on"

/** To whoever was named as the one who asks: no word of theirs, which could be anyone's, and a link that nothing happens without. */
const confirmationLetter = ({ schoolName, schoolId, draftId }: MailData["inquiry-confirmation"]): Letter => {
  const actor = schoolActor(schoolId)
  const address = (actor && findSchoolPage(actor)?.address) ?? "school"
  const token = actor ? tokenOfDraft(actor, draftId) : ""
  const time = actor && findTrialWish(actor, token)?.time
  const url = `${env().APP_URL}${paths.confirmInquiry(address, token)}`
  const texts = time
    ? trialTexts(schoolName, time)
    : {
        subject: `Confirm your request to ${schoolName}`,
        paragraphs: [
          `Someone entered this email to ask ${schoolName} for lessons. Confirm that it was you, and the school gets the request.`,
        ],
        label: "Confirm request",
      }
  return {
    subject: texts.subject,
    greeting: "Hello,",
    paragraphs: texts.paragraphs,
    button: { label: texts.label, url },
    closing: `The link works for ${linkDays} days. If it wasn’t you, ignore this email: nothing is sent to the school.`,
    sender: schoolName,
  }
}

const trialTexts = (schoolName: string, { date, startTime, endTime, teacherName }: TrialTime) => ({
  subject: `Confirm your trial lesson at ${schoolName}`,
  paragraphs: [
    `Someone entered this email to book a trial lesson at ${schoolName}: ${formatDate(date, "weekday")}, ${formatTimeRange(startTime, endTime)}, with ${teacherName}.`,
    "If it was you, open the link and press “Book this time”. Until then the time isn’t held, and someone else can book it.",
  ],
  label: "View and book",
})

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
  closing: "Need to add something? Reply to this email.",
  sender: schoolName,
})

const replyLetter = (data: MailData["inquiry-reply"]): Letter => ({
  subject: data.subject,
  greeting: greet(data.recipientName),
  paragraphs: data.body.split(/\s*\n\s*/).filter(Boolean),
  closing: "Questions? Reply to this email.",
  sender: data.schoolName,
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

const lessonFacts = ({
  day,
  time,
  teacherName,
}: Record<"day" | "time" | "teacherName", string>): [string, string][] => [
  ["Day", day],
  ["Time", time],
  ["Teacher", teacherName],
]

const trialBookedLetter = (data: MailData["trial-booked"]): Letter => {
  const { schoolName, schoolId, bookingId, studentName, instrument, roomName } = data
  const actor = schoolActor(schoolId)
  const address = (actor && findSchoolPage(actor)?.address) ?? "school"
  return {
    subject: `Trial lesson at ${schoolName}: ${data.day}, ${data.time}`,
    greeting: "Hello,",
    paragraphs: [
      `The trial lesson of ${studentName} is booked: ${data.day}, ${data.time}. The attached file adds it to your calendar.`,
    ],
    facts: [
      ...lessonFacts(data),
      ...(roomName ? [["Room", roomName] as [string, string]] : []),
      ...asked(instrument),
      ...(data.price ? [["Price", data.price] as [string, string]] : []),
    ],
    button: {
      label: "View or cancel",
      url: `${env().APP_URL}${paths.bookedTrial(address, trialToken(schoolId, bookingId))}`,
    },
    closing:
      "Can’t make it? Cancel with the button, so that the time is free again. Questions? Reply to this email.",
    sender: schoolName,
  }
}

const trialChangedLetter = (data: MailData["trial-changed"]): Letter => {
  const { schoolName, schoolId, bookingId, studentName, isCanceled, reason, roomName, day, time } = data
  const actor = schoolActor(schoolId)
  const address = (actor && findSchoolPage(actor)?.address) ?? "school"
  if (isCanceled)
    return {
      subject: `Trial lesson canceled: ${day}, ${time}`,
      greeting: "Hello,",
      paragraphs: [
        `${schoolName} canceled the trial lesson of ${studentName} on ${day}, ${time}.`,
        ...(reason ? [`Reason: ${reason}`] : []),
      ],
      closing: "Would you like another time? Reply to this email.",
      sender: schoolName,
    }
  return {
    subject: `Trial lesson changed: ${day}, ${time}`,
    greeting: "Hello,",
    paragraphs: [
      `${schoolName} changed the trial lesson of ${studentName}. It’s now ${day}, ${time}. The attached file changes it in your calendar.`,
    ],
    facts: [
      ["Day", day],
      ["Time", time],
      ...(data.teacherName ? [["Teacher", data.teacherName] as [string, string]] : []),
      ...(roomName ? [["Room", roomName] as [string, string]] : []),
    ],
    button: {
      label: "View or cancel",
      url: `${env().APP_URL}${paths.bookedTrial(address, trialToken(schoolId, bookingId))}`,
    },
    closing: "Doesn’t suit you? Cancel with the button, or answer this email.",
    sender: schoolName,
  }
}

const trialArrivedLetter = (data: MailData["trial-arrived"]): Letter => {
  const { studentName, instrument, isCanceled, inquiryId, sessionId, schoolName } = data
  return {
    subject: `Trial lesson ${isCanceled ? "canceled" : "booked"}: ${studentName}, ${data.day}`,
    greeting: greet(data.recipientName),
    paragraphs: [
      isCanceled
        ? `The family canceled the trial lesson of ${studentName} on ${data.day}, ${data.time} with the link in their email. The time is free again.`
        : `A new family booked a trial lesson for ${studentName} on ${data.day}, ${data.time}, on the public page of ${schoolName}, and confirmed their email.`,
    ],
    facts: [["Student", studentName], ...lessonFacts(data), ...asked(instrument)],
    button: inquiryId
      ? { label: "View inquiry", url: `${env().APP_URL}${paths.inquiry(inquiryId)}` }
      : { label: "View lesson", url: `${env().APP_URL}${paths.teacherHome({ lesson: sessionId })}` },
    closing: turnOff(),
    sender: schoolName,
  }
}

const asked = (instrument: string | null): [string, string][] =>
  instrument ? [["Instrument", instrument]] : []

const offered = (what: string | null) => what ?? "a weekly lesson time"

const offerFacts = ({
  studentName,
  what,
  times,
  price,
  startsOn,
}: Omit<MailData["offer-accepted"], "schoolName" | "isInvited">): [string, string][] => [
  ["Student", studentName],
  ...(what ? [["Class", what] as [string, string]] : []),
  ["Times", times],
  ["First day", formatDate(startsOn, "weekday")],
  ...(price ? [["Price", price] as [string, string]] : []),
]

const offerMadeLetter = (data: MailData["offer-made"]): Letter => {
  const { schoolName, recipientName, studentName, linkId, what, isChanged, terms, until } = data
  const { teacherName, roomName, deposit } = data
  const [first, ...facts] = offerFacts(data)
  return {
    subject: `${isChanged ? "Changed offer" : "An offer"} from ${schoolName} for ${studentName}`,
    greeting: greet(recipientName),
    paragraphs: [
      isChanged
        ? `${schoolName} changed its offer of ${offered(what)} for ${studentName}. This is what it is now. It’s held until ${until}.`
        : `${schoolName} offers ${studentName} ${offered(what)}. It’s held until ${until}.`,
      ...(terms ? [terms] : []),
      ...(deposit ? ["You get an invoice for the deposit once you accept."] : []),
    ],
    facts: [
      ...(first ? [first] : []),
      ...facts,
      ...(teacherName ? [["Teacher", teacherName] as [string, string]] : []),
      ...(roomName ? [["Room", roomName] as [string, string]] : []),
      ...(deposit ? [["Deposit", deposit] as [string, string]] : []),
    ],
    button: { label: "View and answer offer", url: `${env().APP_URL}${paths.offer(tokenOf(linkId))}` },
    closing: "You don’t need a login. Need another time? Ask for one on the same page.",
    sender: schoolName,
  }
}

const offerAcceptedLetter = (data: MailData["offer-accepted"]): Letter => ({
  subject: `${data.studentName} has a spot at ${data.schoolName}`,
  greeting: "Hello,",
  paragraphs: [
    data.isSpot
      ? `The spot in ${data.what} is accepted for ${data.studentName}. This is what was agreed.`
      : `You accepted ${offered(data.what)} for ${data.studentName}. This is what was agreed.`,
  ],
  facts: offerFacts(data),
  closing: data.isInvited
    ? "Another email has a link to set up your login for lessons, invoices and messages. Questions? Reply to this email."
    : "Questions? Reply to this email.",
  sender: data.schoolName,
})

const offerWithdrawnLetter = (data: MailData["offer-withdrawn"]): Letter => ({
  subject: `${data.schoolName} withdrew its offer for ${data.studentName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} withdrew its offer of ${offered(data.what)} for ${data.studentName}. The link in the earlier email no longer accepts it.`,
  ],
  closing: "Questions? Reply to this email.",
  sender: data.schoolName,
})

const answerTexts: Record<MailData["offer-answered"]["answer"], { subject: string; text: string }> = {
  "accept-offer": {
    subject: "Offer accepted",
    text: "accepted your offer. The student is enrolled from the first day.",
  },
  "decline-offer": { subject: "Offer declined", text: "declined your offer. What it held is free again." },
  "ask-other-time": { subject: "Another time asked for", text: "asked for another time than you offered." },
  "let-offer-run-out": {
    subject: "Offer ended",
    text: "didn’t answer your offer in time. What it held is free again.",
  },
}

/** An offer of a spot ended after the family asked for another time. */
const staysInLine =
  "asked for another time, and your offer has ended. What it held is free again. The student is still on the waiting list, and automatic offers skip them."

const offerAnsweredLetter = (data: MailData["offer-answered"]): Letter => {
  const { studentName, inquiryId, classId, wish, answer } = data
  const { subject, text: usual } = answerTexts[answer]
  const text = wish && answer === "let-offer-run-out" ? staysInLine : usual
  const path = inquiryId ? paths.inquiry(inquiryId) : paths.waitingList(classId ?? "")
  return {
    subject: `${subject}: ${studentName}`,
    greeting: greet(data.recipientName),
    paragraphs: [`The family of ${studentName} ${text}`, ...(wish ? [`“${wish}”`] : [])],
    button: {
      label: inquiryId ? "View inquiry" : "View waiting list",
      url: `${env().APP_URL}${path}`,
    },
    closing: turnOff(),
    sender: data.schoolName,
  }
}

/** Letters about those who ask for lessons on a school's public page. */
export const inquiryLetters = {
  "inquiry-confirmation": confirmationLetter,
  "inquiry-receipt": receiptLetter,
  "inquiry-reply": replyLetter,
  "inquiry-arrived": arrivedLetter,
  "trial-booked": trialBookedLetter,
  "trial-changed": trialChangedLetter,
  "trial-arrived": trialArrivedLetter,
  "trial-arrived-teacher": trialArrivedLetter,
  "offer-made": offerMadeLetter,
  "offer-accepted": offerAcceptedLetter,
  "offer-withdrawn": offerWithdrawnLetter,
  "offer-answered": offerAnsweredLetter,
}
