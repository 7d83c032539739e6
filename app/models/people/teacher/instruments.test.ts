import { describe, expect, test } from "vitest"
import { ChosenInstruments } from "./about-form"
import { instrumentsIn, offeredTo, teachesIt } from "./instruments"

// What a teacher teaches is chosen from the school's list; what was typed once is still understood.

describe("instruments of a teacher", () => {
  test("are read as people write them, in the school's own spelling", () => {
    expect(instrumentsIn("piano and Voice; Organ/theory", ["Piano", "Voice"])).toEqual([
      "Piano",
      "Voice",
      "Organ",
      "theory",
    ])
    expect(instrumentsIn(null, ["Piano"])).toEqual([])
  })

  test("may have a sign in their name that else divides two", () => {
    const offered = ["Drums and percussion", "Voice, classical", "Piano"]
    const kept = ChosenInstruments.parse(["Voice, classical", "Drums and percussion", "Piano"])
    expect(kept).toBe("Voice, classical, Drums and percussion, Piano")
    expect(offeredTo(kept ?? null, offered)).toEqual({
      names: offered,
      chosen: expect.arrayContaining(offered),
    })
    expect(offeredTo(kept ?? null, offered).chosen).toHaveLength(3)
  })

  test("are offered even when the school's list doesn't have them", () => {
    expect(offeredTo("Theremin, piano", ["Piano"])).toEqual({
      names: ["Piano", "Theremin"],
      chosen: ["Theremin", "Piano"],
    })
  })

  test("are found whole, not as a part of another", () => {
    expect(teachesIt("Bass guitar", "Guitar")).toBe(false)
    expect(teachesIt("Drums and percussion", "drums")).toBe(true)
    expect(teachesIt("Voice, classical, Piano", "Voice, classical")).toBe(true)
  })

  test("none is what the classes say, and too many are refused", () => {
    expect(ChosenInstruments.parse(undefined)).toBeUndefined()
    expect(ChosenInstruments.safeParse(Array.from({ length: 61 }, (_, n) => `No. ${n}`)).success).toBe(false)
    const long = Array.from({ length: 20 }, (_, n) => `Instrument with a long name, no. ${n}`)
    expect(ChosenInstruments.safeParse(long).success).toBe(false)
  })
})
