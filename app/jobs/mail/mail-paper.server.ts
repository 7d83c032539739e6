import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import { comesFromSchool } from "~/models/foundation/outbox/mail-kinds"
import type { CalendarLesson, MailData } from "~/models/foundation/outbox/outbox"
import type { LeasedMail } from "~/models/foundation/outbox/outbox.server"
import { creditNotePdf } from "~/models/money/credit-note/credit-notes.server"
import { invoicePdf } from "~/models/money/invoice/invoice-pdf.server"
import { paySlipPdf } from "~/models/money/pay/payslip-pdf.server"
import { voucherPdf } from "~/models/money/voucher/vouchers.server"
import { readInBackground } from "~/providers/threads/background-read.server"
import { type CalendarEvent, calendarText } from "~/utils/calendar"
import { qrImage } from "~/utils/qr-code.server"
import { inSchool } from "../in-school.server"
import { transferImage } from "./invoice-letters"
import type { Face } from "./letter"

// What a mail carries beside its letter: an invoice, a credit note or a payslip as a PDF, the code of a bank transfer, the logo.

export type Attachment = { filename: string; content: string; contentType: string; contentId?: string }

type PaperMail = Pick<LeasedMail, "schoolId" | "template" | "data">

export const hasPaper = (template: string): boolean =>
  ["credit-note-issued", "invoice-issued", "invoice-reminder", "payslip", "voucher"].includes(template)

/** Drawing a paper takes a tenth of a second in one go: done in the background, thousands of them hold no one up. */
export const attachmentInBackground = ({
  schoolId,
  template,
  data,
}: PaperMail): Promise<Attachment | undefined> =>
  readInBackground({
    name: "mail-paper",
    input: { schoolId, template, data },
    here: () => attachmentOf({ schoolId, template, data }),
  })

/** The paper as it was issued, whatever happened since: a mail tried again must carry the same bytes under its key. */
export async function attachmentOf(mail: PaperMail): Promise<Attachment | undefined> {
  // Amounts are divided in the school's currency before anything is drawn.
  const pdf = mail.schoolId ? await inSchool(mail.schoolId, (actor) => paperOf(actor, mail)) : undefined
  if (pdf === undefined) return undefined
  return {
    filename: pdf.fileName,
    content: pdf.bytes.toString("base64"),
    contentType: "application/pdf",
  }
}

/** Undefined for a mail without a paper. */
async function paperOf(actor: Actor, mail: PaperMail) {
  if (mail.template === "credit-note-issued") {
    const { creditNoteId } = JSON.parse(mail.data) as MailData["credit-note-issued"]
    return needed(await creditNotePdf(actor, creditNoteId), creditNoteId)
  }
  if (mail.template === "voucher") {
    const { voucherId } = JSON.parse(mail.data) as MailData["voucher"]
    return needed(await voucherPdf(actor, voucherId), voucherId)
  }
  if (mail.template === "payslip") {
    const { slipId } = JSON.parse(mail.data) as MailData["payslip"]
    return needed(await paySlipPdf(actor, slipId), slipId)
  }
  if (mail.template !== "invoice-issued" && mail.template !== "invoice-reminder") return undefined
  const { invoiceId } = JSON.parse(mail.data) as MailData["invoice-issued"]
  return needed(await invoicePdf(actor, invoiceId, { asIssued: true }), invoiceId)
}

function needed<Paper>(paper: Paper | undefined, id: string): Paper {
  if (!paper) throw new Error(`No paper for ${id}`)
  return paper
}

/** The code of a bank transfer as a picture that the letter shows. */
export const codeOf = async (code: string): Promise<Attachment> => ({
  filename: "transfer-code.png",
  content: (await qrImage(code)).toString("base64"),
  contentType: "image/png",
  contentId: transferImage,
})

type CalendarMail = Pick<LeasedMail, "template" | "data" | "createdAt">

/** The lessons that some mails are about, for their reader's calendar; undefined where there are none. */
export function calendarFileOf(mails: readonly CalendarMail[]): Attachment | undefined {
  const known = mails.flatMap(eventsIn).sort((a, b) => a.sequence - b.sequence)
  // Of what became of one lesson twice, the last.
  const events = [...new Map(known.map((event) => [event.uid, event])).values()]
  const [first] = mails
  if (!first || events.length === 0) return undefined
  const { schoolName } = JSON.parse(first.data) as { schoolName: string }
  const text = calendarText({ name: schoolName, events, writtenAt: first.createdAt })
  const content = Buffer.from(text).toString("base64")
  const filename = isOfTrial(first) ? "trial-lesson.ics" : "lessons.ics"
  return { filename, content, contentType: "text/calendar; charset=utf-8" }
}

const isOfTrial = ({ template }: CalendarMail) => template === "trial-booked" || template === "trial-changed"

function eventsIn(mail: CalendarMail): CalendarEvent[] {
  const data = JSON.parse(mail.data) as { schoolName: string; calendar?: CalendarLesson[] }
  const { schoolName, calendar = [] } = data
  const locationOf = (roomName: string | null) => (roomName ? `${roomName}, ${schoolName}` : schoolName)
  if (!isOfTrial(mail))
    return calendar.map(({ className, roomName, isCanceled, ...lesson }) => ({
      ...lesson,
      title: isCanceled ? `Canceled: ${className}` : className,
      location: locationOf(roomName),
      details: null,
      isCancelled: isCanceled,
    }))
  const { bookingId, studentName, startsAt, endsAt, roomName, teacherName, ...changed } =
    data as typeof data & MailData["trial-booked"] & Partial<MailData["trial-changed"]>
  return [
    {
      ...{ uid: `${bookingId}@tutti`, title: `Trial lesson, ${studentName}`, startsAt, endsAt },
      ...{ location: locationOf(roomName), details: teacherName && `With ${teacherName}` },
      isCancelled: changed.isCanceled ?? false,
      // A later change has a higher number.
      sequence: Math.floor((changed.changedAt ?? 0) / 1000),
    },
  ]
}

const logoImage = "school-logo"

/** How a mail in its school's name looks: the school's color, and its logo as a picture that travels with the mail. */
export async function faceOf(
  { template }: Pick<LeasedMail, "template">,
  actor: Actor | undefined,
): Promise<{ face?: Partial<Face>; logo?: Attachment }> {
  if (!actor || !comesFromSchool(template)) return {}
  const { accentColor, logoId } = actor.school
  const bytes = await readLogo(logoId)
  const color = accentColor ? { color: accentColor } : {}
  if (!bytes) return { face: color }
  // A PNG says its size in its first part, after its signature; it is twice the size at which it is shown.
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map((pixels) =>
    Math.ceil(pixels / 2),
  )
  const content = bytes.toString("base64")
  return {
    face: { ...color, logo: { contentId: logoImage, width: width ?? 0, height: height ?? 0 } },
    logo: { filename: "logo.png", content, contentType: "image/png", contentId: logoImage },
  }
}
