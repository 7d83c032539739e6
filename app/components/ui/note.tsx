import type { ReactNode } from "react"

const tones = { ink: "note", red: "note red", amber: "note amb" }

/** Something the reader should know here: ink to know, amber to watch, red to correct. Children are paragraphs. */
export function Note({ tone = "ink", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return <div className={tones[tone]}>{children}</div>
}
