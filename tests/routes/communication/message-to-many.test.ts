import { randomUUID } from "node:crypto"
import { participants } from "db/schema/communication"
import { emails } from "db/schema/foundation-mail"
import { beforeEach, describe, expect, test } from "vitest"
import { carryOnTask } from "~/jobs/task-steps.server"
import { sendMessageWork } from "~/models/communication/messaging/send-message.server"
import type { Actor } from "~/models/foundation/access/actor"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { Browser, locationOf, openOffice, rowCount } from "../../support/app"
import { openFamily } from "../../support/billing"
import { addMember, rowsOf } from "../../support/school"

// A message to more people than a request may write to: it is there at once, and reaches them step by step.

const letter = { subject: "Snow day", body: "No lessons today." }
let actor: Actor
let office: Browser

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  for (let n = 0; n < 30; n++)
    openFamily(actor, {
      name: `Family ${n}`,
      adults: [
        { name: `Ann ${n}`, email: `ann${n}.${actor.school.id}@mail.example`, payerShare: 10_000 },
        { name: `Bob ${n}`, email: `bob${n}.${actor.school.id}@mail.example`, payerShare: 0 },
      ],
      children: ["Mia"],
    })
})
const send = (fields: Record<string, string> = {}) =>
  office.submit("/messaging/new", { ...letter, to: "families", shown: "60", ...fields })
const work = (address: string) => ({
  schoolId: actor.school.id,
  payload: { taskId: address.split("/").at(-1) ?? "" },
  attempts: 1,
})
const mails = () =>
  rowsOf(emails, { schoolId: actor.school.id, template: "new-message" }).map(({ recipient }) => recipient)
const people = () => rowsOf(participants, { schoolId: actor.school.id }).length

describe("a message to many", () => {
  test("answers with its progress, and reaches each person once, a few a step", async () => {
    const answer = await send()
    expect(answer.status).toBe(303)
    const address = locationOf(answer)
    expect(await office.read(address)).toContain("0%: 0 of 60 people")
    expect([people(), mails().length]).toEqual([1, 0])
    expect(runNextItems(actor, work(address).payload.taskId, sendMessageWork)).toBe(true)
    expect(people()).toBeGreaterThan(1)
    expect(people()).toBeLessThanOrEqual(21)
    while (await carryOnTask(work(address)));
    expect(people()).toBe(61)
    expect(new Set(mails()).size).toBe(60)
    expect(mails()).toHaveLength(60)
    expect(await office.read(address)).toContain("Message sent to 60 people.")
    const html = await office.html(address)
    const [, conversation = ""] =
      /href="(\/messaging\/[\w-]+)"/.exec(html.slice(html.indexOf("<table"))) ?? []
    expect(await office.read(conversation)).toContain("No lessons today.")
  })

  test("sent twice by the same form goes out once", async () => {
    const before = rowCount("conversations")
    const form = { entryId: randomUUID() }
    const [one, two] = [await send(form), await send(form)]
    expect(locationOf(two)).toBe(locationOf(one))
    expect(rowCount("conversations") - before).toBe(1)
  })

  test("can be stopped; those who have it keep it", async () => {
    const address = locationOf(await send())
    runNextItems(actor, work(address).payload.taskId, sendMessageWork)
    const reached = mails().length
    await office.submit(address, { intent: "cancel" })
    expect(await carryOnTask(work(address))).toBe(false)
    expect(mails()).toHaveLength(reached)
    expect(await office.read(address)).toContain(`Stopped with ${60 - reached} people left.`)
  })

  test("and what is added to it later goes the same way", async () => {
    const address = locationOf(await send())
    while (await carryOnTask(work(address)));
    const html = await office.html(address)
    const [, conversation = ""] =
      /href="(\/messaging\/[\w-]+)"/.exec(html.slice(html.indexOf("<table"))) ?? []
    const later = locationOf(
      await office.submit(conversation, { entryId: randomUUID(), body: "Lessons are on after all." }),
    )
    expect(later).toMatch(/^\/tasks\//)
    while (await carryOnTask(work(later)));
    expect([people(), mails().length]).toEqual([61, 120])
  })

  test("is seen by its sender alone, not by others of the office", async () => {
    const address = locationOf(await send())
    const colleague = await Browser.of(addMember(actor, "admin", "Nina Colleague").userId)
    expect((await colleague.visit(address)).status).toBe(404)
    expect((await colleague.submit(address, { intent: "cancel" })).status).toBe(404)
    expect(await colleague.read("/tasks")).toContain("No background work yet.")
    expect(await office.read("/tasks")).toContain("In progress: 0 of 60 people")
  })
})
