import { db, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { eq } from "drizzle-orm"
import sharp from "sharp"
import { listMemberships } from "~/models/accounts/sign-in/sign-in.server"
import { memberActor, personActor, schoolActor, superActor } from "~/models/foundation/access/actor.server"
import { receiveContactMessage } from "~/models/platform/contact-message/contact-message.server"
import { receiveDemoRequest } from "~/models/platform/demo-request/demo-request.server"
import { saveAnswer } from "~/models/platform/saved-answer/saved-answer.server"
import { recordPlatformAct } from "~/models/platform/staff-act/staff-act.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { storeSupportImage } from "~/models/platform/support/support-image.server"
import { allowSupport } from "~/models/platform/support-consent/support-consent.server"
import { answerChat } from "~/models/platform/support-desk/chat.server"
import { addNote, sortMatter } from "~/models/platform/support-desk/matter.server"
import { fixClock } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

const minute = 60_000
const hour = 60 * minute

/** Two support chats, one of them waiting, and the messages of two visitors. */
export async function seedSupport(present: number) {
  const staff = superActor({ userId: idOf("super@tutti.example"), name: "Tutti staff" })
  const admin = personOf("admin@harmony.example")
  fixClock(present - 26 * hour)
  const stored = await storeSupportImage(admin, await screenshot())
  write(admin, "Where do I change how invoice numbers start?", stored.ok ? stored.imageId : null)
  fixClock(present - 25 * hour)
  answerThread(
    staff,
    admin.userId,
    "In Settings, open School and find the number format under Invoices. Invoices you’ve already sent keep their numbers.",
  )
  fixClock(present - 24 * hour)
  write(admin, "Found it, thanks!")
  fixClock(present - 23 * hour)
  answerThread(staff, admin.userId, "You’re welcome!")

  fixClock(present - 3 * hour)
  write(
    personOf("solo@brightkeys.example"),
    "A family moved away and I ended their lessons. Will they still see their unpaid invoice?",
  )

  fixClock(present - 5 * hour)
  receiveContactMessage({
    name: "Imani Clarke",
    email: "imani@clarke.example",
    subject: "Two locations",
    message: "We teach in two buildings with 11 rooms in total. Can rooms show which building they’re in?",
  })
  fixClock(present - 2 * hour)
  receiveDemoRequest({
    fullName: "Tomás Rivera",
    email: "tomas@riveramusic.example",
    countryCode: "+34",
    phone: "600 100 200",
    schoolName: "Rivera Música",
    role: "owner",
    schoolSize: "101-200",
    numberOfTeachers: "11-20",
    currentSoftware: "A spreadsheet",
    preferredTime: "afternoon",
    timezone: "CET",
    specificInterests: "Make-up lessons, invoices for siblings",
    additionalInfo: "",
  })
}

/** How the staff worked off some of it, and a school that let support look at its records. */
export function seedDeskWork(present: number) {
  const staff = superActor({ userId: idOf("support@tutti.example"), name: "Dana Whitfield" })
  const operator = superActor({ userId: idOf("operations@tutti.example"), name: "Priya Raman" })
  fixClock(present - 20 * hour)
  saveAnswer(staff, {
    title: "Invoice number format",
    content: "In Settings, open School and find the number format under Invoices.",
  })
  saveAnswer(staff, {
    title: "Import a roster",
    content:
      "Open Students, Import, and choose your spreadsheet. You see every row before anything is saved.",
  })
  fixClock(present - 2 * hour)
  const chat = threadOf.get(idOf("solo@brightkeys.example")) ?? ""
  sortMatter(staff, "chat", chat, { priority: "urgent", tags: ["billing"], snooze: "keep" })
  addNote(staff, "chat", chat, "Ended lessons keep their invoices. Check the family's portal access first.")
  checkIntegrityLogged(operator)
  fixClock(present - hour)
  const school = schoolOf("admin@harmony.example")
  if (school) allowSupport(school, { days: 7, reason: "Check why one invoice shows an old address" })
}

/** A check that an operator ran. */
const checkIntegrityLogged = (operator: ReturnType<typeof superActor>) =>
  transact(() => recordPlatformAct(operator, { verb: "check-database", about: "Database checks" }))

function schoolOf(email: string) {
  const userId = idOf(email)
  const [membership] = listMemberships(userId)
  const school = membership && schoolActor(membership.schoolId)
  const name = db().select({ name: users.name }).from(users).where(eq(users.id, userId)).get()?.name ?? ""
  return (
    school &&
    memberActor(school.school, { memberId: membership.memberId, userId, name, role: membership.role })
  )
}

const idOf = (email: string): string => {
  const user = db().select({ id: users.id }).from(users).where(eq(users.email, email)).get()
  if (!user) throw new Error(`No one in the demo has the email ${email}.`)
  return user.id
}

function personOf(email: string) {
  const userId = idOf(email)
  const [membership] = listMemberships(userId)
  const name = db().select({ name: users.name }).from(users).where(eq(users.id, userId)).get()?.name ?? ""
  return personActor({ userId, name, schoolId: membership?.schoolId ?? null, timeZone: "UTC" })
}

function write(person: ReturnType<typeof personOf>, content: string, imageId: string | null = null) {
  const stored = saveMessage(person, "admin", { content, imageUrl: imageId && paths.supportImage(imageId) })
  if (!stored.ok) throw new Error(stored.reason)
  threadOf.set(person.userId, stored.row.threadId)
}
const threadOf = new Map<string, string>()

function answerThread(staff: ReturnType<typeof superActor>, userId: string, content: string) {
  answerChat(staff, threadOf.get(userId) ?? "", content)
}

/** Looks like part of a settings page from afar: lines of text, a field, a button. */
const screenshot = () =>
  sharp({ create: { width: 520, height: 220, channels: 3, background: "#f6f4ee" } })
    .composite(
      [
        [24, 24, 180, 14, "#221e1a"],
        [24, 64, 300, 8, "#524c45"],
        [24, 84, 420, 44, "#857e75"],
        [26, 86, 416, 40, "#fdfcfa"],
        [36, 102, 110, 8, "#221e1a"],
        [24, 152, 110, 40, "#1649ad"],
        [46, 168, 66, 8, "#fdfcfa"],
      ].map(([left, top, width, height, background]) => ({
        input: {
          create: {
            width: Number(width),
            height: Number(height),
            channels: 3,
            background: String(background),
          },
        },
        left: Number(left),
        top: Number(top),
      })),
    )
    .png()
    .toBuffer()
