const english = new Set(
  "accordion,alto saxophone,bagpipes,banjo,baroque flute,bass,bass clarinet,bass guitar,bassoon,cello,choir,clarinet,composition,cornet,didgeridoo,double bass,drums,ear training,electric guitar,euphonium,flute,french horn,guitar,harmonica,harp,harpsichord,horn,keyboard,lute,mandolin,marimba,music theory,oboe,organ,percussion,piano,piccolo,recorder,saxophone,singing,sitar,tabla,tenor saxophone,theory,trombone,trumpet,tuba,ukulele,vibraphone,viola,violin,vocals,voice,xylophone".split(
    ",",
  ),
)

/** An instrument within a text: an English one in small letters, any other as the school writes it, such as "Gesang". */
export const instrumentWord = (name: string): string => {
  const small = name.trim().toLowerCase()
  return english.has(small) ? small : name.trim()
}
