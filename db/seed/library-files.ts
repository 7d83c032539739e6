import sharp from "sharp"

// The files of the demo's library.

/** Twelve staves of five lines. */
export const staffPaper = () =>
  sharp({ create: { width: 800, height: 1130, channels: 3, background: "#ffffff" } })
    .composite(
      Array.from({ length: 60 }, (_, line) => ({
        input: { create: { width: 720, height: 1, channels: 3 as const, background: "#222222" } },
        left: 40,
        top: 60 + Math.floor(line / 5) * 84 + (line % 5) * 9,
      })),
    )
    .png()
    .toBuffer()

/** A C major scale, as notation programs read it. */
export const scaleInC = `<?xml version="1.0" encoding="UTF-8"?>
<score-partwise version="4.0">
  <part-list><score-part id="P1"><part-name>C major</part-name></score-part></part-list>
  <part id="P1">
    ${["CDEF", "GABC"]
      .map(
        (steps, index) =>
          `<measure number="${index + 1}">${[...steps]
            .map(
              (step, note) =>
                `<note><pitch><step>${step}</step><octave>${index === 1 && note === 3 ? 5 : 4}</octave></pitch><duration>1</duration><type>quarter</type></note>`,
            )
            .join("")}</measure>`,
      )
      .join("\n    ")}
  </part>
</score-partwise>
`
