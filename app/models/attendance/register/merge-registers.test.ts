import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Choice, type Mark, mergeRegisters, type RegisterCopy } from "./merge-registers"

const present: Mark = { code: "present", minutesLate: null, statusId: null }
const late = (minutesLate: number): Mark => ({ code: "late", minutesLate, statusId: null })
const absent: Mark = { code: "absent", minutesLate: null, statusId: null }
const sickNote: Mark = { ...absent, statusId: "sick-note" }

const copy = (marks: Record<string, Mark>, sharedNote = "", privateNote = ""): RegisterCopy => ({
  marks,
  notes: { sharedNote, privateNote },
})

const overtaken = { isSeen: false, chosen: {} }

describe("two versions of one lesson’s attendance", () => {
  test("one of the school’s own statuses is another mark than what it counts as", () => {
    const base = copy({ freya: absent })
    const merged = (yours: Mark, theirs: Mark) =>
      mergeRegisters(base, copy({ freya: yours }), copy({ freya: theirs }), overtaken)
    expect(merged(sickNote, absent).merged.marks).toEqual({ freya: sickNote })
    expect(merged(absent, sickNote).merged.marks).toEqual({ freya: sickNote })
    expect(merged(sickNote, sickNote).conflicts.marks).toEqual([])
    expect(merged({ ...absent, statusId: "trip" }, sickNote).conflicts.marks).toHaveLength(1)
    expect(merged(late(5), sickNote).conflicts.marks).toHaveLength(1)
  })

  test("what only one of them changed is combined", () => {
    const base = copy({ freya: present, milo: present, nadia: present })
    const yours = copy({ freya: late(5), milo: present, nadia: present }, "", "Freya’s string broke.")
    const theirs = copy({ freya: present, milo: absent, nadia: present }, "Bars 17 to 24.")
    expect(mergeRegisters(base, yours, theirs, overtaken)).toEqual({
      merged: copy(
        { freya: late(5), milo: absent, nadia: present },
        "Bars 17 to 24.",
        "Freya’s string broke.",
      ),
      conflicts: { marks: [], notes: [] },
    })
  })

  test("what both changed differently is a choice for each student and note", () => {
    const base = copy({ freya: present, milo: present })
    const yours = copy({ freya: late(5), milo: absent }, "Scales")
    const theirs = copy({ freya: late(8), milo: absent }, "Arpeggios")
    const { conflicts } = mergeRegisters(base, yours, theirs, overtaken)
    expect(conflicts).toEqual({
      marks: [{ studentId: "freya", yours: late(5), theirs: late(8) }],
      notes: [{ name: "sharedNote", yours: "Scales", theirs: "Arpeggios" }],
    })
    const open = { marks: { milo: absent }, notes: { privateNote: "" } }
    const chosen: Record<string, Choice> = { freya: "theirs", sharedNote: "both" }
    expect(mergeRegisters(open, yours, theirs, { isSeen: true, chosen })).toEqual({
      merged: copy({ freya: late(8), milo: absent }, "Arpeggios\n\nScales"),
      conflicts: { marks: [], notes: [] },
    })
  })

  test("a choice about a version that has changed again is asked for again", () => {
    const open = { marks: {}, notes: { sharedNote: "", privateNote: "" } }
    const chosen: Record<string, Choice> = { freya: "theirs" }
    const { conflicts } = mergeRegisters(open, copy({ freya: late(5) }), copy({ freya: absent }), {
      isSeen: false,
      chosen,
    })
    expect(conflicts.marks).toHaveLength(1)
  })

  const anyMark = fc.oneof(fc.constantFrom(present, absent), fc.integer({ min: 1, max: 3 }).map(late))
  const anyCopy = fc
    .tuple(fc.tuple(anyMark, anyMark, anyMark), fc.constantFrom("", "Scales", "Arpeggios"))
    .map(([[a, b, c], note]) => copy({ a, b, c }, note))

  test("any two versions: each mark is one of the two, and sending the result again changes nothing", () => {
    fc.assert(
      fc.property(anyCopy, anyCopy, anyCopy, (base, yours, theirs) => {
        const { merged, conflicts } = mergeRegisters(base, yours, theirs, overtaken)
        for (const [id, mark] of Object.entries(merged.marks))
          expect([yours.marks[id], theirs.marks[id]]).toContainEqual(mark)
        if (conflicts.marks.length + conflicts.notes.length > 0) return
        expect(mergeRegisters(base, yours, merged, overtaken)).toEqual({
          merged,
          conflicts: { marks: [], notes: [] },
        })
        // Whichever arrives first, the result is the same.
        expect(mergeRegisters(base, theirs, yours, overtaken).merged).toEqual(merged)
      }),
    )
  })
})
