import { randomUUID } from "node:crypto"
import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { contactMessages, demoRequests, staffActs } from "db/schema/platform"
import { supportThreads } from "db/schema/platform-support"
import { beforeEach, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import type { StaffRole } from "~/models/foundation/access/staff-permissions"
import { receiveContactMessage } from "~/models/platform/contact-message/contact-message.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { Browser } from "../../support/app"
import { changeRows, openSchool, removeRows, rowOf, rowsOf } from "../../support/school"
import { addStaff, personOf } from "../../support/support-chat"

// What Support hands to a colleague of another role: both see it, the log says so, and the colleague sees nothing else.

const queue = "/super-admin/support"
type Colleague = Awaited<ReturnType<typeof colleague>>
let support: Colleague
let money: Colleague
let operations: Colleague
beforeEach(async () => {
  removeRows(supportThreads)
  removeRows(contactMessages)
  removeRows(demoRequests)
  removeRows(emails)
  support = await colleague("Sam Ortiz", "support")
  money = await colleague("Nora Lind", "money")
  operations = await colleague("Ola Berg", "operations")
})

async function colleague(name: string, role: StaffRole) {
  const { userId } = addStaff(name)
  changeRows(users, { id: userId }, { staffRoles: role })
  const email = rowOf(users, { id: userId })?.email ?? ""
  return { userId, email, browser: await Browser.of(userId) }
}

function chatFrom(name: string, content: string) {
  const school = openSchool({ name })
  const kept = saveMessage(personOf(school.actor), "admin", { content, imageUrl: null })
  if (!kept.ok) throw new Error(kept.reason)
  return { ...school, address: `${queue}/chats/${kept.row.threadId}` }
}

function contactFrom(name: string) {
  receiveContactMessage({
    name,
    email: "imani@clarke.example",
    subject: "Invoices",
    message: "Charged twice?",
  })
  const id = rowsOf(contactMessages, undefined, { by: "id" }).at(-1)?.id ?? ""
  return { address: `${queue}/contact/${id}` }
}

const read = async ({ browser }: Colleague, address: string) => browser.read(address)
const statusOf = async ({ browser }: Colleague, address: string) => (await browser.visit(address)).status
const assign = ({ browser }: Colleague, address: string, assignee: string, handNote = "") =>
  browser.submit(address, { intent: "assign", assignee, handNote })
const handOvers = () => rowsOf(staffActs, { verb: "hand-over" })
const mailsTo = ({ email }: Colleague) => rowsOf(emails, { recipient: email })

test("a chat handed to Money is seen and answered there, and Support sees it too", async () => {
  const chat = chatFrom("Harmony School of Music", "We were charged twice.")
  const other = chatFrom("Crescendo Academy", "The schedule is empty.")
  expect(await statusOf(money, chat.address)).toBe(404)
  expect(await read(money, "/super-admin")).not.toContain("Waiting for an answer")

  const handed = await assign(support, chat.address, "role:money", "Two charges on Nov 3.")
  await expect(handed).toLead(303, chat.address)
  expect(await read(support, chat.address)).toMatch(
    /Assigned to Money\..*With Money.*Internal notes Sam Ortiz .* Two charges on Nov 3\./,
  )
  expect(await read(support, `${queue}?whose=handed`)).toMatch(/We were charged twice\..* Money Waiting/)
  expect(handOvers()).toMatchObject([
    {
      staffName: "Sam Ortiz",
      about: "Chat with Ruth Castellano",
      reason: "Money: Two charges on Nov 3.",
      schoolId: chat.actor.school.id,
    },
  ])
  // Money is told by mail, Operations isn't.
  const [mail] = mailsTo(money)
  const letter = mail && (await composeMail(mail))
  expect(letter?.subject).toBe("Sam Ortiz handed you a conversation")
  expect(letter?.text).toMatch(
    /Chat with Ruth Castellano\.[\s\S]*Two charges on Nov 3\.[\s\S]*\/super-admin\/support\/chats\//,
  )
  expect([mailsTo(money).length, mailsTo(operations).length, mailsTo(support).length]).toEqual([1, 0, 0])

  // It is all that Money sees of the desk.
  const desk = await read(money, queue)
  expect(desk).toContain("We were charged twice.")
  expect(desk).not.toContain("The schedule is empty.")
  expect(desk).toContain("1 waiting 0 snoozed 0 answered 0 closed")
  expect(await read(money, "/super-admin")).toMatch(/Support 1 Schools.*Waiting for an answer 1 chat/)
  expect(await read(money, chat.address)).toContain("Two charges on Nov 3.")
  expect([await statusOf(money, other.address), await statusOf(operations, chat.address)]).toEqual([404, 404])
  for (const intent of ["answer", "close", "note", "sort", "assign"])
    expect((await money.browser.submit(other.address, { intent, content: "x", note: "x" })).status).toBe(404)
  expect((await money.browser.visit(`${queue}/answers`)).headers.get("Location")).toBe("/super-admin")

  // The answer is the person's as any; who answers takes it.
  await money.browser.submit(chat.address, { intent: "answer", content: "One is refunded." })
  expect(await read(support, chat.address)).toMatch(/With Money.*Nora Lind .* One is refunded\./)
  const theirs = await (await Browser.of(chat.userId)).read("/support?mode=admin")
  expect(theirs).toContain("One is refunded.")
  expect(theirs).not.toContain("Two charges on Nov 3.")

  // Given back, it's Support's alone.
  const back = await assign(money, chat.address, support.userId)
  expect(back.headers.get("Location")).toBe(queue)
  expect([await statusOf(money, chat.address), await statusOf(support, chat.address)]).toEqual([404, 200])
  expect(await read(support, chat.address)).not.toContain("With Money")
})

test("a contact message is handed to one colleague of another role the same way", async () => {
  const { address } = contactFrom("Imani Clarke")
  await assign(support, address, operations.userId)
  expect(await read(support, queue)).toMatch(/Imani Clarke .*Ola Berg, Operations Waiting/)
  expect(await read(operations, address)).toContain("Charged twice?")
  expect(await statusOf(money, address)).toBe(404)
  expect(mailsTo(operations).map(({ template }) => template)).toEqual(["matter-handed"])
  await operations.browser.submit(address, { intent: "answer", content: "We look into it." })
  expect(rowsOf(emails, { recipient: "imani@clarke.example" })).toHaveLength(1)
  // Handed on to another role: the first one has it no longer.
  expect((await assign(operations, address, "role:money")).headers.get("Location")).toBe(queue)
  expect([await statusOf(operations, address), await statusOf(money, address)]).toEqual([404, 200])
  // A role that is taken away takes the matter with it.
  changeRows(users, { id: money.userId }, { staffRoles: "operations" })
  expect(await statusOf(money, address)).toBe(404)
})

test("only staff get it; a long note is refused beside nothing lost", async () => {
  const { address } = contactFrom("Imani Clarke")
  const school = openSchool()
  for (const stranger of [school.userId, randomUUID(), "role:support", "role:root"])
    expect((await assign(support, address, stranger)).status).toBe(404)
  const long = await assign(support, address, "role:money", "x".repeat(501))
  expect([long.status, await long.text()]).toEqual([
    400,
    expect.stringMatching(/Keep the note under 500 characters\.[\s\S]*value="x{501}"/),
  ])
  expect(rowOf(contactMessages)?.handedTo).toBeNull()
})
