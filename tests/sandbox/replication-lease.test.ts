import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type LeaseServer, startLeaseServer } from "../../sandbox/replication/lease-server"

let lease: LeaseServer
beforeEach(async () => {
  lease = await startLeaseServer()
})
afterEach(() => lease.close())

const put = async (path: string, body?: unknown) => {
  const answer = await fetch(`${lease.url}/v1${path}`, {
    method: "PUT",
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
  }
}
const openSession = async (lockDelay = "100ms") =>
  (await put("/session/create", { Name: "litefs", Behavior: "delete", TTL: "10s", LockDelay: lockDelay }))
    .body.ID as string
const n1 = { hostname: "n1", "advertise-url": "http://127.0.0.1:1" }
const n2 = { hostname: "n2", "advertise-url": "http://127.0.0.1:2" }

describe("the lease server", () => {
  test("gives a key to one session at a time, and to the next when the first lets go", async () => {
    const [first, second] = [await openSession(), await openSession()]
    expect((await put(`/kv/litefs/app?acquire=${first}`, n1)).body).toBe("true")
    expect((await put(`/kv/litefs/app?acquire=${second}`, n2)).body).toBe("false")
    expect(lease.holder("litefs/app")).toEqual(n1)
    const [entry] = await (await fetch(`${lease.url}/v1/kv/litefs/app`)).json()
    expect(JSON.parse(Buffer.from(entry.Value, "base64").toString())).toEqual(n1)
    expect(entry).toMatchObject({ Session: first, LockIndex: 1 })
    expect((await put(`/kv/litefs/app?release=${second}`)).body).toBe("false")
    expect((await put(`/kv/litefs/app?release=${first}`)).body).toBe("true")
    expect((await put(`/kv/litefs/app?acquire=${second}`, n2)).body).toBe("true")
  })

  test("deletes the keys of a session that ends, and keeps others away for the lock delay", async () => {
    const [first, second] = [await openSession("300ms"), await openSession()]
    await put(`/kv/litefs/app?acquire=${first}`, n1)
    await put("/kv/litefs/app/clusterid", "LFSC1")
    await put(`/session/destroy/${first}`)
    expect((await fetch(`${lease.url}/v1/kv/litefs/app`)).status).toBe(404)
    expect((await fetch(`${lease.url}/v1/kv/litefs/app/clusterid`)).status).toBe(200)
    expect((await put(`/session/renew/${first}`)).status).toBe(404)
    expect((await put(`/kv/litefs/app?acquire=${second}`, n2)).body).toBe("false")
    await expect
      .poll(async () => (await put(`/kv/litefs/app?acquire=${second}`, n2)).body, { timeout: 2000 })
      .toBe("true")
  })

  test("refuses a time to live under ten seconds, a session it does not know and calls LiteFS does not make", async () => {
    expect((await put("/session/create", { TTL: "5s" })).status).toBe(400)
    expect((await put("/kv/litefs/app?acquire=11111111-1111-1111-1111-111111111111", n1)).status).toBe(500)
    expect((await fetch(`${lease.url}/v1/agent/self`)).status).toBe(405)
  })

  test("answers errors, late, with a closed connection or not at all while it suffers that", async () => {
    const ask = (ms = 5000) => fetch(`${lease.url}/v1/kv/none`, { signal: AbortSignal.timeout(ms) })
    lease.suffer({ kind: "error", status: 500 })
    expect((await ask()).status).toBe(500)
    lease.suffer({ kind: "delay", ms: 200 })
    const begun = performance.now()
    expect((await ask()).status).toBe(404)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(190)
    lease.suffer({ kind: "reset" })
    await expect(ask()).rejects.toThrow()
    lease.suffer({ kind: "silence" })
    await expect(ask(200)).rejects.toThrow(/timeout/i)
    lease.suffer()
    expect((await ask()).status).toBe(404)
  })
})
