import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { Browser } from "./app"

/** A server on a free port that hands each message to the built app, as its edge would, and keeps what was answered. */
export async function openBridge() {
  const answers: { status: number; body: string }[] = []
  let isDown = false
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (isDown) return void response.writeHead(503).end()
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    )
    const answer = await new Browser().send(request.url ?? "/", body, headers)
    const text = await answer.text()
    answers.push({ status: answer.status, body: text })
    response.writeHead(answer.status).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/api/webhooks/paypal`,
    answers,
    /** Answers no one, as while the app is being deployed. */
    setDown(down: boolean) {
      isDown = down
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
