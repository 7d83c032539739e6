import { describe, expect } from "vitest"
import { startSandbox } from "../../sandbox/sandbox"
import { testNow } from "../support/clock"
import { drill } from "./support/drill"
import { closeAfterEach, open } from "./support/opened"

// Work that runs without a request, while the machine that does it dies.

closeAfterEach()

const teachers = 25

describe("the work", () => {
  drill("jobs-across-a-failover", async () => {
    const sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
    try {
      // What the dead machine had begun is free again after its lease of two minutes: the others' clocks are later.
      const clock = (name: string) => new Date(testNow + (name === "n1" ? 0 : 300_000)).toISOString()
      const { cluster, seed } = await open({
        environment: { RESEND_BASE_URL: `${sandbox.url}/resend` },
        environmentOf: (name) => ({ CLOCK_START: clock(name) }),
      })
      const [n1, n2, n3] = [cluster.node(0), cluster.node(1), cluster.node(2)]
      const invited: string[] = []
      const mailed = async () => {
        const answer = await fetch(`${sandbox.url}/mailbox/messages.json`)
        const mails = (await answer.json()) as { to: string | string[] }[]
        return mails.flatMap(({ to }) => to).filter((to) => to.endsWith("@drill.example"))
      }
      for (let index = 0; index < teachers; index += 1) {
        const email = `teacher${index}@drill.example`
        const { status } = await n1.ask("/teachers/create", {
          method: "POST",
          headers: {
            Cookie: seed.cookie,
            Origin: cluster.appUrl,
            "Content-Type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams({ name: `Teacher ${index}`, email, invite: "on" }).toString(),
        })
        if (status === 303) invited.push(email)
      }
      await n1.until("first mails", async () => (await mailed()).length >= 3)
      await cluster.settled()
      await n1.kill()
      const next = await cluster.primary([n2, n3])
      await next.until("all mails", async () => new Set(await mailed()).size >= invited.length, 60_000)
      // Nobody sends any more: each goes once.
      await next.until(
        "an empty outbox",
        async () =>
          next.read("select 1 from emails where state = 'queued' and recipient like '%@drill.example'")
            .length === 0,
      )
      const sent = await mailed()
      const present = new Set(sent)
      expect(sent.length).toBe(present.size)
      const other = next === n2 ? n3 : n2
      expect(other.output()).not.toContain("the worker runs")
      return {
        acknowledged: invited.length,
        present: present.size,
        lost: invited.filter((email) => !present.has(email)).length,
        repeated: sent.length - present.size,
      }
    } finally {
      await sandbox.close()
    }
  })
})
