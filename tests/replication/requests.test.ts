import { randomBytes } from "node:crypto"
import sharp from "sharp"
import { describe, expect } from "vitest"
import { drill } from "./support/drill"
import { closeAfterEach, open } from "./support/opened"

// What people send and read, whichever machine they meet.

closeAfterEach()

/** The cookies of an answer, as the browser sends them back. */
const cookiesOf = (set: string[] | undefined) => (set ?? []).map((each) => each.split(";")[0]).join("; ")

describe("whichever machine is asked", () => {
  drill("form-without-scripts", async () => {
    const { cluster, seed } = await open({ hasRelays: true })
    const [n2, n3] = [cluster.node(1), cluster.node(2)]
    const names: string[] = []
    const seen: string[] = []
    // At once, late, and too late to wait for: then the primary shows the page.
    for (const lag of [0, 150, 1500])
      for (let turn = 0; turn < 5; turn += 1) {
        cluster.relays.n1?.delay(lag)
        const name = `Scriptless ${lag} ${turn}`
        const sent = await n2.ask("/teachers/create", {
          method: "POST",
          headers: {
            Cookie: seed.cookie,
            Referer: `${cluster.appUrl}/teachers/create`,
            "Content-Type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams({ name }).toString(),
        })
        expect([sent.status, sent.headers.location]).toEqual([303, "/teachers"])
        names.push(name)
        const page = await n3.ask("/teachers", {
          headers: { Cookie: `${seed.cookie}; ${cookiesOf(sent.headers["set-cookie"])}` },
        })
        expect(page.status).toBe(200)
        if (page.text.includes(name)) seen.push(name)
      }
    expect(seen).toEqual(names)
    cluster.relays.n1?.delay(0)
    await cluster.settled()
    return { acknowledged: names.length, present: seen.length, lost: names.length - seen.length, repeated: 0 }
  })

  drill("large-upload", async () => {
    const { cluster, seed } = await open({ hasEdge: true })
    cluster.edge?.sendTo("n2")
    const [width, height] = [1300, 1250]
    const picture = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(picture.length).toBeGreaterThan(4_500_000)
    const form = new FormData()
    form.set("image", new File([new Uint8Array(picture)], "noise.png", { type: "image/png" }))
    const sent = await fetch(`${cluster.appUrl}/api/support/upload-image`, {
      method: "POST",
      headers: { Cookie: seed.cookie, Origin: cluster.appUrl },
      body: form,
    })
    const said = await sent.text()
    expect([sent.status, said]).toEqual([200, expect.stringContaining("/support/images/")])
    // Too large for the edge to send again: the machine sent it on by itself.
    expect(cluster.edge?.journeys.at(-1)).toBe("POST /api/support/upload-image n2")

    const path = /\/support\/images\/[0-9a-f-]{36}/.exec(said)?.[0] ?? ""
    const cookies = `${seed.cookie}; ${cookiesOf(sent.headers.getSetCookie())}`
    const lengths: number[] = []
    for (const node of cluster.nodes) {
      const image = await node.ask(path, { headers: { Cookie: cookies } })
      expect([image.status, image.headers["content-type"]]).toEqual([200, "image/webp"])
      lengths.push(image.raw.length)
    }
    expect(new Set(lengths).size).toBe(1)
    return { acknowledged: 1, present: lengths.length === 3 ? 1 : 0, lost: 0, repeated: 0 }
  })

  drill("edge-sends-again", async () => {
    const { cluster, seed } = await open({ hasEdge: true })
    const send = (name: string) =>
      fetch(`${cluster.appUrl}/teachers/create`, {
        method: "POST",
        redirect: "manual",
        headers: { Cookie: seed.cookie, Origin: cluster.appUrl },
        body: new URLSearchParams({ name }),
      })
    let acknowledged = 0
    for (const instance of ["n1", "n2", "n3"]) {
      cluster.edge?.sendTo(instance)
      const answer = await send(`Edge ${instance}`)
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/teachers"])
      acknowledged += 1
    }
    expect(cluster.edge?.journeys).toEqual([
      "POST /teachers/create n1",
      "POST /teachers/create n2>n1",
      "POST /teachers/create n3>n1",
    ])
    // Nobody but the edge is answered with a replay.
    const direct = await cluster.node(1).ask("/teachers/create", {
      method: "POST",
      headers: {
        Cookie: seed.cookie,
        Origin: cluster.appUrl,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: "name=Direct",
    })
    expect([direct.status, direct.headers["fly-replay"]]).toEqual([303, undefined])
    const rows = cluster
      .node(0)
      .read<{ n: number }>(
        "select count(*) as n from teachers where name like 'Edge n%' or name = 'Direct' group by name",
      )
    return {
      acknowledged: acknowledged + 1,
      present: rows.length,
      lost: acknowledged + 1 - rows.length,
      repeated: rows.filter(({ n }) => n > 1).length,
    }
  })
})
