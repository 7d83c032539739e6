// Lists a school may begin with, per instrument: a sensible order of things most teachers teach. The school's own from
// the moment it takes one. One line is a level and its skills.

const starters: Record<string, string> = {
  Piano: `
    Beginner: Posture and hand shape; Keyboard geography; Five-finger patterns in C and G; Quarter and half notes in time; Reads treble and bass from middle C
    Grade 1: C, G, D and F major scales, hands separately; Hands together in contrary motion; Legato and staccato; Dynamics from p to f; Eighth notes and dotted quarters; Plays three pieces from memory
    Grade 3: Major and minor scales, hands together, two octaves; Broken chords and arpeggios; Balances melody and accompaniment; Syncopated pedal; Sight-reads a short piece in 3/4
    Grade 5: All major and minor scales, three octaves; Cadences in four keys; Ornaments: trill, mordent, turn; Shapes phrases with rubato; Plays with a singer or another instrument
    Advanced: Scales in thirds and sixths; Voices a fugue; Half pedal and color; Prepares a recital program`,
  Keyboard: `
    Beginner: Posture and hand shape; Names all keys; Melody in the right hand; One-finger chords; Keeps time with the drum track
    Grade 1: Triads C, F, G and A minor; Changes chords without a gap; Reads a lead sheet; Chooses voice and style; Uses intro and ending
    Grade 3: Inversions; Seventh chords; Left-hand rhythm patterns; Plays by ear over three chords; Registers sounds during a piece
    Grade 5: Improvises eight bars; Transposes a song; Splits and layers; Accompanies a singer`,
  Guitar: `
    Beginner: Sitting and holding; Tunes with a tuner; Open strings in time; Chords Em, G, C and D; Down strokes on the beat
    Grade 1: Changes G, C, D in four beats; Down and up strumming; Reads first position; Thumb and finger picking; Plays three songs from start to end
    Grade 3: Barre chords F and Bm; Major scale in two positions; Hammer-on and pull-off; Travis picking; Reads tablature and notes
    Grade 5: Barre chords up the neck; Pentatonic improvisation; Bends and vibrato in tune; Fingerstyle arrangement; Plays with a band
    Advanced: Modes; Sweep and alternate picking at 120; Arranges a song alone; Prepares a recital program`,
  Violin: `
    Beginner: Stands and holds freely; Bow hold; Open strings, straight bow; First finger pattern on D and A; Plucks in time
    Grade 1: D, A and G major, one octave; Slurs of two and four; String crossings; Low second finger; Plays three pieces from memory
    Grade 3: Two-octave scales; Third position; Vibrato begun; Martelé and détaché; Sight-reads in first position
    Grade 5: Shifts between first and fifth position; Even vibrato; Spiccato; Double stops; Plays in an ensemble
    Advanced: Three-octave scales in all keys; Thirds and octaves; Ricochet and staccato; Prepares a concerto movement`,
  Cello: `
    Beginner: Sits and holds freely; Bow hold; Open strings, straight bow; First position on D and G; Plucks in time
    Grade 1: D, G and C major, one octave; Slurs of two and four; Extensions begun; String crossings; Plays three pieces from memory
    Grade 3: Two-octave scales; Fourth position; Vibrato begun; Reads tenor clef slowly; Sight-reads in first position
    Grade 5: Thumb position begun; Even vibrato; Spiccato; Double stops; Plays in an ensemble
    Advanced: Three-octave scales; Thirds and sixths; Thumb position in melodies; Prepares a concerto movement`,
  Flute: `
    Beginner: Sound on the head joint; Posture and hand position; First notes B, A, G; Tongues each note; Breathes at the phrase
    Grade 1: F, G and B flat major, one octave; Slurs and tonguing; Low D to high D; Dynamics; Plays three pieces from memory
    Grade 3: Two-octave scales; Third octave begun; Vibrato begun; Double tonguing begun; Sight-reads a short piece
    Grade 5: Chromatic scale, three octaves; Even vibrato; Double tonguing at 100; Ornaments; Plays in an ensemble`,
  Drums: `
    Beginner: Sits and sets up the kit; Matched grip; Quarter notes with a metronome; Basic rock beat; Counts aloud
    Grade 1: Single and double stroke roll; Paradiddle; Eighth-note beat with fills; Reads drum notation; Plays along with a song
    Grade 3: Sixteenth-note beats; Ghost notes; Flam and drag; Shuffle; Fills over four bars
    Grade 5: Swing with the ride; Bossa nova and samba; Linear fills; Changes tempo on purpose; Plays in a band
    Advanced: Odd meters; Independence of four limbs; Solo of sixteen bars; Reads a big-band chart`,
  Voice: `
    Beginner: Stands freely; Breathes low and quietly; Matches pitch; Sings a five-note scale; Clear vowels
    Grade 1: Sings an octave evenly; Legato phrase in one breath; Diction in English; Keeps a round against others; Sings three songs from memory
    Grade 3: Chest and head voice; Crescendo and diminuendo on one note; Sight-sings steps and thirds; A song in a second language; Sings a second part
    Grade 5: Even passage between registers; Melismas; Sight-sings intervals to the octave; Acts the text; Uses a microphone
    Advanced: Messa di voce; Three styles told apart; Ornaments a da capo; Prepares a recital program`,
}

export const starterInstruments: readonly string[] = Object.keys(starters)

/** The list for an instrument in order, whatever its capitals; undefined when there is none. */
export function starterList(name: string): { instrument: string; level: string; name: string }[] | undefined {
  const instrument = starterInstruments.find((each) => each.toLowerCase() === name.toLowerCase())
  if (!instrument) return undefined
  return (starters[instrument] ?? "")
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [level = "", ...rest] = line.trim().split(": ")
      return rest
        .join(": ")
        .split("; ")
        .map((name) => ({ instrument, level, name }))
    })
}
