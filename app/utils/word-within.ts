const instruments = new Set(
  "accordion,alto saxophone,bagpipes,banjo,baroque flute,bass,bass clarinet,bass guitar,bassoon,cello,choir,clarinet,composition,cornet,didgeridoo,double bass,drums,ear training,electric guitar,euphonium,flute,french horn,guitar,harmonica,harp,harpsichord,horn,keyboard,lute,mandolin,marimba,music theory,oboe,organ,percussion,piano,piccolo,recorder,saxophone,singing,sitar,tabla,tenor saxophone,theory,trombone,trumpet,tuba,ukulele,vibraphone,viola,violin,vocals,voice,xylophone".split(
    ",",
  ),
)

/** A word within a text: one of these in small letters, any other as the school writes it. */
const within = (words: ReadonlySet<string>) => (word: string) => {
  const small = word.trim().toLowerCase()
  return words.has(small) ? small : word.trim()
}

/** An instrument within a text: "violin", and "Gesang" as the school writes it. */
export const instrumentWord = within(instruments)

const relations = new Set(
  "aunt,brother,caregiver,carer,contact,cousin,dad,daughter,emergency contact,father,foster father,foster mother,foster parent,friend,grandfather,grandma,grandmother,grandpa,grandparent,guardian,husband,legal guardian,mom,mother,mum,nanny,neighbor,other,parent,partner,payer,self,sibling,sister,son,spouse,stepfather,stepmother,stepparent,uncle,wife".split(
    ",",
  ),
)

/** A relation within a text: "mother", and "Mutter" as the school writes it. */
export const relationWord = within(relations)
