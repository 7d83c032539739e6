import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto"

// A self-signed X.509 certificate, written as the bytes it is: Node reads certificates but makes none.

export type Signer = { id: string; privateKeyPem: string; certificatePem: string }

type Validity = { from: number; to: number; commonName?: string }

/** A fresh RSA key and the certificate that goes with it. `from` and `to` are UTC ms. */
export function createSigner({ from, to, commonName }: Validity): Signer {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const privateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  const certificatePem = certify(privateKeyPem, { from, to, commonName })
  const id = `CERT-${createHash("sha256").update(certificatePem).digest("hex").slice(0, 16)}`
  return { id, privateKeyPem, certificatePem }
}

function certify(
  privateKeyPem: string,
  { from, to, commonName = "messageverificationcerts.sandbox.tutti.example" }: Validity,
): string {
  const key = createPrivateKey(privateKeyPem)
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" })
  const algorithm = sequence(objectId("1.2.840.113549.1.1.11"), tagged(0x05, Buffer.alloc(0)))
  const name = sequence(tagged(0x31, sequence(objectId("2.5.4.3"), tagged(0x0c, Buffer.from(commonName)))))
  const facts = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey,
  )
  const signature = sign("RSA-SHA256", facts, key)
  const certificate = sequence(facts, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`
}

// DER: a tag, the length of what follows, and that.

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 128) return Buffer.from([length])
  const bytes = length < 256 ? [length] : [length >> 8, length & 255]
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))

/** GeneralizedTime, to the second. */
const time = (at: number) =>
  tagged(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`))

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 127]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128)
  return digits
}
