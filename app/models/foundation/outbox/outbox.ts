import type { AccountMailData } from "./account-mail-data"
import type { Greeting } from "./greeting"
import type { InvoiceMailData } from "./invoice-mail"
import type { CalendarLesson, LessonMailData } from "./lesson-mail-data"
import type { MessageMailData } from "./message-mail-data"
import type { OfficeMailData } from "./office-mail-data"
import type { StaffMailData } from "./staff-mail-data"
import type { SubscriptionMailData } from "./subscription-mail-data"

// Mail the platform sends. A row is written in the transaction that causes it; the worker sends it after commit.
// Its data holds ids and texts, never a secret: links are created when the mail is rendered.

export type { HowToPay } from "./invoice-mail"
export type { CalendarLesson, SessionChange } from "./lesson-mail-data"
/** What a visitor says in a demo request; choices by their keys. */
export type DemoRequestData = Record<
  | "fullName"
  | "role"
  | "email"
  | "countryCode"
  | "phone"
  | "schoolName"
  | "schoolSize"
  | "numberOfTeachers"
  | "preferredTime"
  | "timezone"
  | "currentSoftware"
  | "specificInterests"
  | "additionalInfo",
  string
>

/** What a family asks for, days as text; `className` null for all classes, `endsOn` until it is known. */
type AskedLeave = Greeting & {
  studentName: string
  isEnd: boolean
  startsOn: string
  endsOn: string | null
  className: string | null
}

type TrialArrived = Greeting & {
  studentName: string
  instrument: string | null
  day: string
  time: string
  teacherName: string
  isCanceled: boolean
  inquiryId: string | null
  sessionId: string
}

/** An offer in a letter: a class by its name, or null for a weekly time. `startsOn` is a date, times and price are texts. */
type Offered = {
  schoolName: string
  studentName: string
  what: string | null
  times: string
  price: string | null
  startsOn: string
}

/** What each template needs. Links are given as one-time link ids or paths. */
export type MailData = AccountMailData &
  InvoiceMailData &
  LessonMailData &
  OfficeMailData &
  MessageMailData &
  StaffMailData &
  SubscriptionMailData & {
    "guardian-invitation": {
      schoolName: string
      guardianName: string
      invitedBy: string
      studentNames: string[]
      /** Of one who doesn't see what lessons cost. */
      seesMoney?: false | undefined
      linkId: string
    }
    "student-invitation": { schoolName: string; studentName: string; invitedBy: string; linkId: string }
    "teacher-invitation": { schoolName: string; teacherName: string; invitedBy: string; linkId: string }
    "lessons-tomorrow": Greeting & {
      day: string
      /** Time, then what and where, in order. */
      lessons: [string, string][]
      forTeacher: boolean
      /** They are later than tomorrow, as the school reminds some days before. */
      isAhead?: boolean
    }
    /** Lessons of a day that ended without attendance, for their teacher: time and title; and how many older ones there are. */
    "attendance-missing": Greeting & {
      day: string
      lessons: [string, string][]
      older: number
    }
    /** To a stranger who asked for lessons: the link that proves their mailbox. Nothing that they wrote is in it. */
    "inquiry-confirmation": { schoolName: string; schoolId: string; draftId: string }
    /** To them, once they have: it arrived. */
    "inquiry-receipt": {
      schoolName: string
      studentName: string
      purpose: string
      instrument: string | null
    }
    /** To who asked for lessons: what the office answers. */
    "inquiry-reply": Greeting & {
      subject: string
      body: string
      inquiryId: string
      /** Who of the office wrote it. */
      authorName: string
    }
    /** To the office. */
    "inquiry-arrived": Greeting & {
      studentName: string
      purpose: string
      instrument: string | null
      inquiryId: string
    }
    /** To a stranger who booked a trial lesson: when it is, as a calendar file, too, and the link that cancels it. Instants in UTC ms. */
    "trial-booked": {
      schoolName: string
      schoolId: string
      bookingId: string
      studentName: string
      instrument: string | null
      day: string
      time: string
      teacherName: string
      roomName: string | null
      startsAt: number
      endsAt: number
      /** With tax, as text; null where the form says nothing. */
      price: string | null
    }
    /**
     * To the same: the school moved the lesson, canceled it, or it is back. The day, time, teacher and room are those it has now;
     * `known` is what they were told before, for a change that is undone. Instants in UTC ms.
     */
    "trial-changed": {
      schoolName: string
      schoolId: string
      bookingId: string
      studentName: string
      known: string
      isCanceled: boolean
      reason: string | null
      day: string
      time: string
      teacherName: string
      roomName: string | null
      startsAt: number
      endsAt: number
      changedAt: number
    }
    /** To the office: a stranger booked a trial lesson, or canceled it. */
    "trial-arrived": TrialArrived
    /** The same to the teacher, without the inquiry. */
    "trial-arrived-teacher": TrialArrived
    /** To someone who asked for lessons: what the school offers, with the link that answers. `startsOn` is a date, the rest texts. */
    "offer-made": Offered & {
      recipientName: string
      linkId: string
      teacherName: string | null
      roomName: string | null
      terms: string | null
      until: string
      /** With its currency; null without one. */
      deposit: string | null
      /** Whether it takes the place of an earlier offer. */
      isChanged: boolean
    }
    /** To whoever accepted; of a spot in a waiting list (`isSpot`) to all who are written to about the student. */
    "offer-accepted": Offered & { isInvited: boolean; isSpot?: boolean; calendar?: CalendarLesson[] }
    /** To whom the school takes an offer back. */
    "offer-withdrawn": Pick<Offered, "schoolName" | "studentName" | "what"> & { recipientName: string }
    /** To the office: what became of an offer. Of a spot in a waiting list there is a class and no inquiry. */
    "offer-answered": Greeting & {
      studentName: string
      answer: "accept-offer" | "ask-other-time" | "decline-offer" | "let-offer-run-out"
      wish: string | null
      inquiryId: string | null
      classId: string | null
    }
    /** To whoever can answer a document of the school and hasn't; the students it is about, where it asks for each. */
    "consent-reminder": Greeting & { title: string; whose: string[] }
    /** To who asked for changes of a family's details: the office's answer. `changes` are the facts with whose they are; their values stay in the portal. */
    "change-answered": Greeting & {
      changes: [string, string][]
      isApproved: boolean
      /** Why it was declined. */
      reason: string | null
    }
    /** To a teacher, or to a student's family: documents that the school requires and lacks, or that expire. `validUntil` is a date. */
    "documents-needed": Greeting & {
      hasPages: boolean
      isTeacher: boolean
      documents: {
        kind: string
        whose: string | null
        state: "missing" | "expired" | "expiring" | "valid"
        validUntil: string | null
      }[]
    }
    /** To a teacher or a family: what the office said of a document that was handed in. `reason` where it was declined. */
    "document-answered": Greeting & {
      hasPages: boolean
      isTeacher: boolean
      kind: string
      whose: string | null
      isAccepted: boolean
      validUntil: string | null
      reason: string | null
    }
    /** To the office: a teacher asks for days off, or withdraws approved ones. `days` as text. */
    "time-off-requested": Greeting & {
      teacherName: string
      days: string
      lessons: number
      reason: string | null
      isWithdrawn?: boolean
      /** Approved time off that was withdrawn, and is on again. */
      isRestored?: boolean
    }
    /** To the teacher: what the office answered. */
    "time-off-answered": Greeting & {
      days: string
      isApproved: boolean
      /** Days off that stood, and were removed. */
      isRemoved?: boolean
      /** Days off that stood, and are others now. */
      isChanged?: boolean
      answer: string | null
    }
    /** To the office: a teacher entered extra work. Date and amount as text. */
    "work-entered": Greeting & {
      teacherName: string
      description: string
      workedOn: string
      amount: string
      note: string | null
    }
    /** To the teacher: what the office answered. */
    "work-answered": Greeting & {
      description: string
      workedOn: string
      amount: string
      isConfirmed: boolean
      reason: string | null
    }
    /** To a teacher: a student cannot come, or comes after all. */
    "absence-noticed": {
      seatId: string
      schoolName: string
      recipientName: string
      studentName: string
      className: string
      when: string
      /** When and which class; only where several lessons were reported at once. */
      others?: [string, string][]
      comes: boolean
      text: string | null
    }
    /** To the person who just did it: proof of a reported or withdrawn absence, or of a booked make-up lesson. */
    "family-confirmation": Greeting & {
      what: "absence" | "withdrawn" | "booked" | "open-time" | "open-time-canceled"
      studentName: string
      /** When, then the class; several for days away. */
      lessons: [string, string][]
      /** What it costs and earns, as sentences. */
      effects: string[]
      /** What was booked, or canceled again. */
      calendar?: CalendarLesson[]
    }
    /** To the office: a family booked an open time, or canceled it. */
    "open-time": Greeting & {
      what: "booked" | "canceled"
      by: string
      studentName: string
      studentId: string
      className: string
      when: string
    }
    /** To the office: a family asks for a leave or the end of lessons. */
    "leave-asked": AskedLeave & { askerName: string }
    /** To who asked: the office's answer. */
    "leave-answered": AskedLeave & { isApproved: boolean }
    /** To a family and its teachers: a leave that the office entered, changed or took back. */
    "leave-told": AskedLeave & {
      /** How many are named; one where it doesn't say. */
      students?: number
      what: "recorded" | "changed" | "undone"
      studentId: string
      forTeacher: boolean
      hasPages: boolean
    }
    /** To a family: make-up credits that end soon, each with its student and class, and its last day. */
    "credits-expiring": Greeting & {
      credits: [string, string][]
      hasPages: boolean
    }
    /** A student's birthday, or several of one family or teacher, by name. */
    birthday: Greeting & {
      studentName: string
      forTeacher: boolean
      hasPages: boolean
    }
    /** A place in a class is free for someone who waits for it. `times` and `until` as text. */
    "place-offered": Greeting & {
      studentName: string
      className: string
      times: string
      until: string
      /** The day from which it is free (2026-12-10), where that isn’t today. */
      from?: string | null
      hasPages: boolean
      /** The link that answers without a login; a letter that was queued before has none. */
      linkId?: string
    }
    /** To the payer of a payment that was typed wrongly and taken back. */
    "payment-reversed": Greeting & {
      amount: string
      receivedOn: string
      /** The invoices it had paid. */
      numbers: string | null
      /** What is due again on them, and what was account credit; a letter that was queued before doesn't say. */
      parts?: { due: string; credit: string | null }
      reason: string
      /** It was a gift voucher that the reader redeemed. */
      isVoucher?: boolean
    }
    /** To a teacher, with the PDF. */
    payslip: Greeting & {
      slipId: string
      period: string
      total: string
    }
    /** To the payer: money was given back. Of a refund made at the provider's own pages no reason is known. */
    "refund-given": Greeting & {
      amount: string
      method: string
      refundedOn: string
      reason: string | null
      isCredit?: boolean
      /** The provider that took the payment sends it back: that takes days. */
      isSentBack?: boolean
      /** What is open again of invoices that it had paid, and their numbers. */
      dueAgain?: { amount: string; numbers: string }
    }
    /** To each payer, with the PDF. */
    "credit-note-issued": Greeting & {
      creditNoteId: string
      number: string
      total: string
      /** Null when it corrects no invoice. */
      invoiceNumber: string | null
      /** What became account credit; null when the balance due took all of it. */
      credit: string | null
      hasPortal: boolean
    }
    "payment-receipt": Greeting & {
      amount: string
      /** The invoices it settles, or null; what it paid of a balance on none, and what became account credit. */
      number: string | null
      beside?: { owed: string | null; credit: string | null }
      method: string
      receivedOn: string
      reference: string | null
      /** Missing in earlier ones. */
      referenceLabel?: string
    }
    /** To the office: money of a family's payment went back. `numbers` are the invoices that are open again. */
    "payment-refunded": {
      schoolName: string
      name: string
      kind: "refund" | "reversal" | "won" | "returned" | "disputed" | "kept"
      amount: string
      payerName: string
      numbers: string | null
      /** Of a chargeback, what had been refunded before another way. Missing in earlier ones. */
      owed?: string | null
      /** Of a dispute, the last day for an answer at the provider, if there is one. */
      answerBy?: string
      paymentId: string
      /** The provider's name; the platform's in earlier ones. */
      provider?: string
    }
    /** To the office: the provider didn't make a refund that it had kept pending. */
    "refund-failed": {
      schoolName: string
      name: string
      amount: string
      payerName: string
      reason: string
      paymentId: string
      provider?: string
    }
    /** The staff's answer to a contact message or a demo request. */
    "inquiry-answer": {
      name: string
      subject: string
      content: string
      staffName: string
      quoted: string
      /** Where a reply joins the conversation; absent where no mail is received. */
      replyTo?: string
    }
    /** The staff's answer in the support chat, for someone who is away. */
    "support-answer": { name: string; content: string; replyTo?: string }
    "contact-message": { name: string; email: string; subject: string; message: string }
    "demo-request": DemoRequestData
    /** All that someone chose to get once a day: its parts are emails of their own (digest.server.ts). */
    digest: Greeting
    /** `name` is empty while no one has proven the address. */
    "password-reset": { name: string; email: string; linkId: string }
  }

export type MailTemplate = keyof MailData
export type QueuedMail = {
  [Template in MailTemplate]: { template: Template; data: MailData[Template] }
}[MailTemplate]
