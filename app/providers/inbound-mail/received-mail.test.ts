import { createServer } from "node:http"
import { expect, test } from "vitest"
import { withSettings } from "../../../tests/support/settings"
import { fetchReceivedMail } from "./received-mail.server"

test("a mail with pictures of many megabytes in its page is read, its texts cut", async () => {
  const html = `<p>See you at 5</p><img src="data:image/jpeg;base64,${"A".repeat(6_000_000)}">`
  const mail = { from: "ada@x.example", text: "See you at 5", html }
  const provider = createServer((_, response) => response.end(JSON.stringify(mail))).listen(0)
  const { port } = provider.address() as { port: number }
  withSettings({ RESEND_BASE_URL: `http://localhost:${port}` })
  const received = await fetchReceivedMail("m1").finally(() => provider.close())
  expect(received).toMatchObject({ text: "See you at 5", html: html.slice(0, 200_000) })
})
