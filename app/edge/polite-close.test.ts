import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { closePolitely } from "./polite-close.server"

const server = () => {
  const made = createServer((_asked, answer) => void answer.end("fine"))
  const close = closePolitely(made)
  return new Promise<{ port: number; close: () => Promise<void> }>((done) =>
    made.listen(0, "127.0.0.1", () => done({ port: (made.address() as AddressInfo).port, close })),
  )
}
const agents: Agent[] = []
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
})
const ask = (port: number, agent = new Agent({ keepAlive: true })) =>
  new Promise<string>((done) => {
    agents.push(agent)
    const asked = request({ host: "127.0.0.1", port, agent }, (answer) => {
      answer.resume().on("end", () => done(`${answer.statusCode} ${answer.headers.connection}`))
    })
    asked.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? "unknown"))
    asked.end()
  })

test("a client that has just knocked when the server stops is let in and answered", async () => {
  const { port, close } = await server()
  const answers = Array.from({ length: 12 }, () => ask(port))
  // By now the system has made the connections, and the server has seen none of them.
  await Promise.resolve()
  await new Promise((later) => process.nextTick(later))
  const closed = close()
  expect((await Promise.all(answers)).map((answer) => answer.slice(0, 3))).toEqual(Array(12).fill("200"))
  await closed
  expect(await ask(port)).toBe("ECONNREFUSED")
})

test("a client with an idle connection is answered once more, and told that it was the last time", async () => {
  const { port, close } = await server()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await ask(port, agent)).toBe("200 keep-alive")
  const closed = close()
  await new Promise((later) => setTimeout(later, 300))
  expect(await ask(port, agent)).toBe("200 close")
  // No one is left, so no one is waited for: that would take 40 of these.
  const waits = async () => {
    for (let count = 0; count < 30; count += 1) await new Promise((later) => setTimeout(later, 50))
    return "waited"
  }
  expect(await Promise.race([closed.then(() => "closed"), waits()])).toBe("closed")
  expect(await ask(port, agent)).toBe("ECONNREFUSED")
})
