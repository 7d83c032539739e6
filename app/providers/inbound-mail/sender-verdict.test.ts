import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { judgeSender, valuesInHead, valuesOf } from "./sender-verdict"

const provider = "amazonses.com"
const judge = (...results: string[]) => judgeSender("ruth@harmony.example", results, provider)

describe("a mail is its sender’s", () => {
  test("when the provider says that its domain’s DMARC passed", () => {
    const result =
      "amazonses.com; spf=pass (spfCheck: domain of harmony.example designates 192.0.2.1 as permitted sender) client-ip=192.0.2.1; envelope-from=ruth@harmony.example; helo=mail.harmony.example; dkim=pass header.i=@harmony.example; dmarc=pass header.from=harmony.example;"
    expect(judge(result)).toBe("proven")
    expect(judge(result.replace("amazonses.com;", "AmazonSES.com 1;").replaceAll("=pass", " = pass"))).toBe(
      "proven",
    )
  })

  test("when a domain without a policy signed it, or sent it under the same domain", () => {
    expect(
      judge("amazonses.com; dkim=pass header.d=harmony.example; dmarc=none header.from=harmony.example"),
    ).toBe("proven")
    expect(judge("amazonses.com; dkim=pass header.i=@harmony.example")).toBe("proven")
    expect(judge("amazonses.com; spf=pass smtp.mailfrom=ruth@harmony.example")).toBe("proven")
    const below = judgeSender(
      "ruth@mail.harmony.example",
      ["amazonses.com; dkim=pass header.d=harmony.example"],
      provider,
    )
    expect(below).toBe("proven")
  })

  test.each([
    "amazonses.com; none",
    "amazonses.com; dkim=pass header.d=bulk.example",
    "amazonses.com; dkim=pass header.d=notharmony.example",
    "amazonses.com; dkim=pass header.d=mail.harmony.example",
    "amazonses.com; dkim=pass",
    "amazonses.com; spf=pass smtp.mailfrom=bounce@bulk.example",
    "amazonses.com; dmarc=pass",
    "amazonses.com; dmarc=pass header.from=bulk.example",
    "amazonses.com; dmarc=pass header.from=harmony.example; dmarc=pass header.from=harmony.example",
    "amazonses.com; dkim=pass header.d=bulk.example header.d=harmony.example",
    "mx.google.com; dmarc=pass header.from=harmony.example",
    "amazonses.com.evil.example; dmarc=pass header.from=harmony.example",
    "dmarc=pass header.from=harmony.example",
    "",
  ])("not proven by %j", (result) => expect(judge(result)).not.toBe("proven"))

  test("not when it is said by no one we know, and never for two addresses in one", () => {
    const passed = "amazonses.com; dmarc=pass header.from=harmony.example"
    expect(judge()).toBe("unknown")
    expect(judgeSender("ruth@harmony.example", [passed], undefined)).toBe("unknown")
    for (const odd of ["ruth@evil.example, ruth@harmony.example", "ruth@evil@harmony.example", "ruth", ""])
      expect(judgeSender(odd, [passed], provider)).toBe("unknown")
  })

  test("denied when its domain says so", () => {
    expect(
      judge(
        "amazonses.com; spf=pass smtp.mailfrom=a@harmony.example; dmarc=fail header.from=harmony.example",
      ),
    ).toBe("failed")
    expect(judge("amazonses.com; dkim=fail header.d=harmony.example; spf=softfail")).toBe("failed")
  })
})

describe("what the sender wrote is no result", () => {
  const failed =
    "amazonses.com; spf=fail smtp.mailfrom=a@evil.example; dmarc=fail header.from=harmony.example"

  test("not in comments and quotes", () => {
    for (const echoed of [
      'amazonses.com; spf=pass (of "a) dmarc=pass header.from=harmony.example (b"@evil.example) smtp.mailfrom="a) dmarc=pass (b"@evil.example',
      'amazonses.com; spf=pass (of "a); dmarc=pass header.from=harmony.example; (b"@evil.example) smtp.mailfrom=x@evil.example',
      "amazonses.com; (a (b) dmarc=pass header.from=harmony.example) spf=neutral",
      'amazonses.com; spf=pass smtp.mailfrom="x; dmarc=pass header.from=harmony.example; "@evil.example',
      'amazonses.com; spf=pass smtp.mailfrom="evil@harmony.example"',
      "amazonses.com; spf=pass (\\) dmarc=pass header.from=harmony.example) smtp.mailfrom=a@evil.example",
    ])
      expect(judge(echoed), echoed).toBe("unknown")
  })

  test("not beside the provider’s own, above or below it", () => {
    const forged = "amazonses.com; dmarc=pass header.from=harmony.example"
    expect([judge(failed, forged), judge(forged, failed)]).toEqual(["failed", "failed"])
    expect(judge("amazonses.com; none", forged)).toBe("unknown")
  })

  test("however the envelope’s address is written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 60 }), (local) => {
        const quoted = `"${local.replace(/["\\]/g, "\\$&")}"@evil.example`
        return judge(`amazonses.com; spf=pass smtp.mailfrom=${quoted}; dkim=none; dmarc=none`) !== "proven"
      }),
    )
  })
})

test("the header is read as a text, a list, a list in a text, and from the mail itself", () => {
  const name = "authentication-results"
  expect(valuesOf({ "Authentication-Results": "a; x", From: "b" }, name)).toEqual(["a; x"])
  expect(valuesOf({ [name]: ["a", "b"] }, name)).toEqual(["a", "b"])
  expect(valuesOf({ [name]: '["a","b"]' }, name)).toEqual(["a", "b"])
  expect(valuesOf({ [name]: "[a" }, name)).toEqual(["[a"])
  expect([valuesOf(null, name), valuesOf({ [name]: 7 }, name)]).toEqual([[], []])
  const mail =
    "Received: from x\r\nAuthentication-Results: a;\r\n dmarc=pass\r\n\theader.from=b\r\nAUTHENTICATION-RESULTS : c\r\nFrom: x\r\n\r\nAuthentication-Results: in the text"
  expect(valuesInHead(mail, name)).toEqual(["a; dmarc=pass header.from=b", "c"])
})
