import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, test } from "vitest"
import { startPayPal } from "../../../tests/support/paypal"
import { isCertificateAddress, judgeWebhook, mostFetchesPerMinute } from "./webhook-signature.server"

const paypal = await startPayPal()
afterAll(() => paypal.close())

const standin = () => ({
  PAYPAL_MODE: "standin" as const,
  PAYPAL_WEBHOOK_ID: "WH-1",
  PAYPAL_API_BASE: `${paypal.url}/paypal`,
})
const headers = (more: Record<string, string> = {}) =>
  new Headers({
    "paypal-transmission-id": "t-1",
    "paypal-transmission-time": "2026-11-18T20:10:00Z",
    "paypal-transmission-sig": "c2ln",
    "paypal-cert-url": `${paypal.url}/paypal/v1/notifications/certs/CERT-none`,
    "paypal-auth-algo": "SHA256withRSA",
    ...more,
  })

describe("a message that claims to be PayPal's", () => {
  test("is never believed while no webhook is named", async () => {
    expect(await judgeWebhook(headers(), Buffer.from("{}"), { ...standin(), PAYPAL_WEBHOOK_ID: "" })).toBe(
      "not-configured",
    )
  })

  test("is forged without its headers, with another algorithm, or with an unknown certificate", async () => {
    expect(await judgeWebhook(new Headers(), Buffer.from("{}"), standin())).toBe("forged")
    expect(await judgeWebhook(headers({ "paypal-auth-algo": "none" }), Buffer.from("{}"), standin())).toBe(
      "forged",
    )
    expect(await judgeWebhook(headers(), Buffer.from("{}"), standin())).toBe("forged")
  })

  test("waits while the certificate cannot be fetched", async () => {
    await paypal.fault({ kind: "status", status: 503, path: "/v1/notifications/certs" })
    expect(await judgeWebhook(headers(), Buffer.from("{}"), standin())).toBe("unreachable")
  })
})

describe("where a certificate may come from", () => {
  const live = {
    PAYPAL_MODE: "live",
    PAYPAL_WEBHOOK_ID: "1",
    PAYPAL_API_BASE: "https://api-m.paypal.com",
  } as const
  const sandbox = { ...live, PAYPAL_MODE: "sandbox" } as const

  test("only PayPal's own hosts, over https, in one folder", () => {
    for (const host of ["api.paypal.com", "api-m.paypal.com"])
      expect(isCertificateAddress(`https://${host}/v1/notifications/certs/CERT-1`, live)).toBe(true)
    expect(
      isCertificateAddress("https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1", sandbox),
    ).toBe(true)
    for (const address of [
      "http://api.paypal.com/v1/notifications/certs/CERT-1",
      "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1",
      "https://evil.example/v1/notifications/certs/CERT-1",
      "https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1",
      "https://user@api.paypal.com/v1/notifications/certs/CERT-1",
      "https://api.paypal.com:8443/v1/notifications/certs/CERT-1",
      "https://api.paypal.com/v1/notifications/certs/../../elsewhere",
      "https://api.paypal.com/v1/notifications/certs/CERT-1?to=x",
      "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
      "http://localhost:3001/paypal/v1/notifications/certs/CERT-1",
      "nonsense",
      "",
    ])
      expect(isCertificateAddress(address, live), address).toBe(false)
  })

  test("the stand-in's own address counts only while payments are practice", () => {
    const address = `${paypal.url}/paypal/v1/notifications/certs/CERT-1`
    expect(isCertificateAddress(address, standin())).toBe(true)
    expect(isCertificateAddress(address, sandbox)).toBe(false)
    expect(isCertificateAddress("http://localhost:1/paypal/v1/notifications/certs/CERT-1", standin())).toBe(
      false,
    )
  })
})

test("made-up addresses of certificates aren't fetched without end: PayPal is asked to send again", async () => {
  let fetched = 0
  const server = createServer((_request, response) => {
    fetched += 1
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/paypal`
  const verdicts: string[] = []
  for (let n = 0; n < mostFetchesPerMinute + 5; n += 1)
    verdicts.push(
      await judgeWebhook(
        headers({ "paypal-cert-url": `${base}/v1/notifications/certs/CERT-${n}` }),
        Buffer.from("{}"),
        { ...standin(), PAYPAL_API_BASE: base },
      ),
    )
  server.close()
  expect([verdicts[0], verdicts.at(-1)]).toEqual(["forged", "unreachable"])
  expect(fetched).toBeLessThanOrEqual(mostFetchesPerMinute)
})
