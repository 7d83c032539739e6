import { describe, expect, test } from "vitest"
import { z } from "zod"
import { askingAll } from "~/utils/asking-all.server"
import { readForm } from "./read-form.server"

const Form = z.object({
  name: z.string(),
  rows: z.array(z.object({ name: z.string().optional() })).default([]),
  password: z.string().optional(),
})
const read = (...fields: [string, string][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return readForm(form, { schema: Form })
}

test("a control character is refused beside its field, wherever the field is", () => {
  const { error } = read(["name", "A\u0000"], ["rows[1].name", "\u0007"], ["rows[0].name", "Zoe"]).reply()
  expect(Object.keys(error ?? {})).toEqual(["name", "rows[1].name"])
  expect(error?.name).toEqual(["This contains a character that can’t be displayed."])
})

test("a control character is refused with what is wrong in another field", () => {
  const { error } = read(["password", "x"], ["rows[0].name", "\u0007"]).reply()
  expect(Object.keys(error ?? {})).toEqual(["name", "rows[0].name"])
})

test("a control character is refused with what is wrong in another field, where the form is made into something else", () => {
  const form = new FormData()
  form.append("name", "A\u0000")
  form.append("tags[]", "\u0007")
  const schema = z
    .object({ name: z.string(), email: z.string(), tags: z.array(z.string()) })
    .transform(({ name }) => name)
  const { error } = readForm(form, { schema }).reply()
  expect(Object.keys(error ?? {}).sort()).toEqual(["email", "name", "tags"])
  form.append("email", "zoe@harmony.example")
  expect(readForm(form, { schema }).status).toBe("error")
})

test("a form with more fields than any page sends is refused, not read in part", () => {
  const many = Array.from({ length: 5000 }, (): [string, string] => ["intent", "save"])
  expect(read(...many.slice(1), ["name", "Zoe"]).status).toBe("success")
  expect(() => read(...many, ["name", "Zoe"])).toThrow(expect.objectContaining({ status: 413 }))
})

test("a password is taken as it is", () => {
  const submission = read(["name", "Zoe"], ["password", "a\u200bb\u0001"])
  expect(submission.status === "success" && submission.value.password).toBe("a\u200bb\u0001")
})

test("a name that every object has is not read", () => {
  for (const name of ["valueOf", "hasOwnProperty", "constructor", "rows[0].toString"]) {
    const submission = read(["name", "Zoe"], [name, "x"])
    expect(submission.status === "success" && submission.value, name).toEqual({ name: "Zoe", rows: [] })
    expect(JSON.stringify(submission.reply().initialValue ?? {}), name).not.toContain("x")
  }
})

test("a field that nests without end, or has no name, is not read", () => {
  for (const name of [Array(3000).fill("a").join("."), "__proto__.name", "][", ""])
    expect(read(["name", "Zoe"], [name, "x"])).toMatchObject({
      status: "success",
      value: { name: "Zoe", rows: [] },
    })
})

describe("rows", () => {
  const row = z.object({ name: z.string().optional(), days: z.array(z.number()).max(7).default([]) })
  const Rows = z
    .object({
      guardians: z
        .array(row)
        .max(12)
        .default([])
        .superRefine(() => undefined),
      unbounded: z.array(row).default([]),
      columns: z.array(z.string()).length(30).optional(),
      students: z.array(z.string()).max(3, "At most 3.").default([]),
      name: z.string().optional(),
    })
    .transform((form) => form)
    .pipe(z.any())
  const send = (schema: z.ZodType, fields: [string, string][]) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return readForm(form, { schema })
  }
  const refusal = (...fields: [string, string][]) => {
    try {
      send(Rows, fields)
    } catch (thrown) {
      return thrown instanceof Response ? thrown.status : thrown
    }
  }

  test.each([
    ["as many as the schema takes", "guardians[11].name", undefined],
    ["one more", "guardians[12].name", 400],
    ["a thousand million", "guardians[999999999].name", 400],
    ["one more within a row", "guardians[0].days[7]", 400],
    ["a list whose schema says no number", "unbounded[19].name", undefined],
    ["one more of it", "unbounded[20].name", 400],
    ["a list of a length", "columns[29]", undefined],
    ["one more of it", "columns[30]", 400],
    ["rows of what is no list", "name[999]", 400],
    ["rows of what the form does not have", "teachers[500].name", 400],
  ])("%s: %s", (_, name, status) => {
    expect(refusal([name, "1"])).toBe(status)
  })

  test("of a choice between forms, or one with defaults around it, are counted too", () => {
    const Choice = z.discriminatedUnion("intent", [
      z.object({ intent: z.literal("join"), students: z.array(z.string()).max(100) }),
      z.object({ intent: z.literal("offer") }),
    ])
    expect(() => send(Choice, [["students[99]", "x"]])).not.toThrow()
    expect(() => send(Choice, [["students[100]", "x"]])).toThrow()
  })

  test("of a repeated name are read one further than allowed, so that the schema says beside the field how many", () => {
    const submission = send(
      Rows,
      Array.from({ length: 2000 }, (): [string, string] => ["students", "x"]),
    )
    const { error, initialValue } = submission.reply()
    expect(error).toEqual({ students: ["At most 3."] })
    expect(initialValue?.students).toHaveLength(4)
  })
})

describe("names the schema does not have", () => {
  const attack = (nested: string) =>
    Array.from({ length: 4900 }, (_, at): [string, string] => [`x${at}${nested}`, ""])

  test("never reach the parser however they nest, and are not echoed", () => {
    for (const nested of ["[19]".repeat(48), "[11]".repeat(45), "[1][1]", ".a.b", "[]"]) {
      const submission = read(...attack(nested), ["rows[0].name", "Zoe"])
      expect(submission.payload).toEqual({ rows: [{ name: "Zoe" }] })
      expect(JSON.stringify(submission.reply()).length).toBeLessThan(500)
    }
  })

  test("are kept when they are plain and few: a page reads its intent back", () => {
    const { initialValue, fields } = read(["intent", "save"], ...attack("")).reply()
    expect(initialValue).toEqual({ intent: "save" })
    expect(fields?.length).toBeLessThan(40)
  })

  test("neither do those that nest below a field of the schema, nor a second spelling of it", () => {
    const names = [
      `rows${"[0]".repeat(48)}`,
      "rows[0].name[1]",
      "rows[0].other",
      "rows[00].name",
      "rows.0.name",
      "name.x",
      "__intent__",
      "__state__",
    ]
    expect(read(...names.map((name): [string, string] => [name, "x"])).payload).toEqual({})
  })

  test("a record takes the students of a lesson, not any number of keys", () => {
    const marks = (count: number) => {
      const form = new FormData()
      for (let at = 0; at < count; at++) form.append(`marks.s${at}.code`, "present")
      return readForm(form, {
        schema: z.object({ marks: z.record(z.string(), z.object({ code: z.string() })) }),
      })
    }
    expect(Object.keys(marks(1000).payload.marks as object)).toHaveLength(1000)
    expect(() => marks(1001)).toThrow()
  })
})

describe("what several fields mean together", () => {
  const Times = z.object({
    from: z.string().min(1, "Enter from when."),
    to: z.string().min(1, "Enter until when."),
  })
  const Together = z
    .object({
      name: z.string({ error: "Enter a name." }),
      place: z.string().optional(),
      roomId: z.string().optional(),
      count: z.string().regex(/^\d+$/, "Enter a number.").transform(Number).default(1),
      most: z.string().regex(/^\d+$/, "Enter a number.").transform(Number).default(1),
      times: z
        .array(Times.refine(({ from, to }) => from < to, { path: ["to"], message: "Enter a later time." }))
        .default([]),
    })
    .refine(({ roomId, place }) => !roomId || !place, { path: ["place"], message: "Choose one." })
    .superRefine(({ count, most }, context) => {
      if (count > most) context.addIssue({ code: "custom", path: ["count"], message: `At most ${most}.` })
    })
    .transform((form) => form)
  const errorOf = (...fields: [string, string][]) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return readForm(form, { schema: Together }).reply().error ?? {}
  }

  test("is said with what is wrong in another field", () => {
    expect(errorOf(["place", "Hall"], ["roomId", "r"], ["count", "3"], ["most", "2"])).toEqual({
      name: ["Enter a name."],
      place: ["Choose one."],
      count: ["At most 2."],
    })
  })

  test("is left out where one of them is wrong itself", () => {
    expect(errorOf(["name", "Zoe"], ["count", "3"], ["most", "two"])).toEqual({ most: ["Enter a number."] })
  })

  test("is said where a form is joined with another, or keeps rows by name", () => {
    const form = new FormData()
    for (const [name, value] of [
      ["count", "3"],
      ["row.a.from", "2"],
      ["row.a.to", "1"],
    ] as const)
      form.append(name, value)
    const row = z
      .object({ from: z.string(), to: z.string() })
      .refine(({ from, to }) => from < to, { path: ["to"], message: "Later." })
    const one = z
      .object({ name: z.string(), count: z.string(), row: z.record(z.string(), row) })
      .refine(({ count }) => count === "1", { path: ["count"], message: "One." })
    const schema = z.intersection(one, z.object({ other: z.string() }))
    const { error } = readForm(form, { schema, words: null }).reply()
    expect(Object.keys(error ?? {}).sort()).toEqual(["count", "name", "other", "row.a.to"])
  })

  test("leaves the rest of a form’s schema as it is", () => {
    const schema = z
      .object({ name: z.string(), file: z.instanceof(File), list: z.array(z.string()).default(() => []) })
      .refine(() => true)
    expect(Object.keys(readForm(new FormData(), { schema }).reply().error ?? {})).toEqual(["name", "file"])
    const copy = askingAll(schema)
    expect(copy.shape.file).toBe(schema.shape.file)
    expect(askingAll(schema.shape.list)).toBe(schema.shape.list)
    const one = z.object({ name: z.string() }).refine(() => true)
    const wrapped = askingAll(z.array(one).default(() => []))
    expect(wrapped.parse(undefined)).not.toBe(wrapped.parse(undefined))
  })

  test("is said within a row, too, beside another row that is wrong", () => {
    expect(
      errorOf(
        ["times[0].from", "10:00"],
        ["times[0].to", "09:00"],
        ["times[1].from", "10:00"],
        ["roomId", "r"],
        ["place", "Hall"],
      ),
    ).toEqual({
      name: ["Enter a name."],
      "times[0].to": ["Enter a later time."],
      "times[1].to": [expect.any(String)],
      place: ["Choose one."],
    })
  })
})
