import type { AddressInfo } from "node:net"
import express from "express"
import { expect, test } from "vitest"
import { ownFacts } from "~/edge/own-facts.server"

/** What the app is told of a visitor's country, behind so many trusted proxies. */
async function countryAnswered(trustedProxies: number, headers: Record<string, string>): Promise<string> {
  const app = express()
  app.use(ownFacts("http://localhost:3000", trustedProxies))
  app.get("/", (request, response) => void response.send(request.get("x-tutti-country") ?? "nothing"))
  const server = app.listen(0)
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://localhost:${port}/`, { headers })
  server.close()
  return answer.text()
}

test("a country is believed from a trusted proxy only", async () => {
  expect(await countryAnswered(1, { "CF-IPCountry": "NZ" })).toBe("NZ")
  expect(await countryAnswered(1, { "CloudFront-Viewer-Country": "DE" })).toBe("DE")
  expect(await countryAnswered(0, { "CF-IPCountry": "NZ" })).toBe("nothing")
})

test("a visitor cannot claim a country, and nonsense is none", async () => {
  expect(await countryAnswered(1, { "X-Tutti-Country": "NZ" })).toBe("nothing")
  expect(await countryAnswered(0, { "X-Tutti-Country": "NZ" })).toBe("nothing")
  expect(await countryAnswered(1, { "CF-IPCountry": "<b>" })).toBe("nothing")
})
