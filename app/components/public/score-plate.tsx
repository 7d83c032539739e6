const voices = [
  { staff: 66, rest: 76, stemUp: true, heads: [91, 86, 81] },
  { staff: 150, rest: 160, stemUp: false, heads: [160, 165, 170] },
  { staff: 234, rest: 244, stemUp: true, heads: [254, 249, 244] },
  { staff: 318, rest: 328, stemUp: true, heads: [348, 343, 338] },
]
const columns = [250, 318, 386]

/** The engraved plate beside the login forms: four parts rest a bar, then enter together. Hidden on phones. */
export function ScorePlate() {
  return (
    <aside className="score-plate wide-only" aria-hidden="true">
      <svg viewBox="0 0 500 400" aria-hidden="true">
        <path
          className="staves"
          d={voices.map(({ staff }) => `M18 ${staff}h474m0 10H18m0 10h474m0 10H18m0 10h474`).join("")}
        />
        <path d="M18 66v292M196 66v292M484 66v292" strokeWidth="1.5" />
        <path d="M492 66v292" strokeWidth="5" />
        <path
          className="solid"
          d="M8 58h5v308H8zM8 58c8 0 13-4 17-12-2 10-6 17-12 19zM8 366c8 0 13 4 17 12-2-10-6-17-12-19z"
        />
        <path className="solid" d={voices.map(({ rest }) => `M98 ${rest}h17v6H98z`).join("")} />
        {voices.map(({ staff, stemUp, heads }) => (
          <g key={staff}>
            {heads.map((y, index) => {
              const x = columns[index] ?? 0
              return (
                <g key={x}>
                  <ellipse
                    className="solid"
                    cx={x}
                    cy={y}
                    rx="7.5"
                    ry="5.2"
                    transform={`rotate(-20 ${x} ${y})`}
                  />
                  <path d={stemUp ? `M${x + 6.7} ${y}v-34` : `M${x - 6.7} ${y}v34`} strokeWidth="1.6" />
                </g>
              )
            })}
          </g>
        ))}
        <text x="224" y="34">
          tutti
        </text>
        <path className="pencil" d="M262 8c-30-4-52 4-53 18s24 21 46 19 36-10 33-22-24-18-44-14" />
        <path d="M448 372 250 381l198 9" strokeWidth="1.5" />
      </svg>
      <p>tutti, all together: the place in a score where every part comes in at once.</p>
    </aside>
  )
}
