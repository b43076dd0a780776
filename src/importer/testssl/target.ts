// What testssl.sh says of one target, collected from its findings. Names of findings: testssl.sh, functions `fileout`.
import type { Stated, StatedFinding } from '../../asset/index.ts'
import {
  certificateBytes,
  decimalSerial,
  defined,
  type Mapped,
  overTls,
  readProtocol,
  rejected,
  serviceOf,
  severityNamed,
  skipped,
  statedCertificate,
} from '../fact/index.ts'
import { readTime } from '../text/index.ts'

/** The findings that columns are filled from; others are what the server supports and lacks. */
const KEPT =
  /^(service|SSLv2|SSLv3|TLS1|TLS1_1|TLS1_2|TLS1_3|cert|cert_commonName|cert_subjectAltName|cert_caIssuers|cert_notBefore|cert_notAfter|cert_serialNumber|cert_fingerprintSHA1|cert_fingerprintSHA256|HTTP_status_code|banner_server)$/

/** What a finding says beside its text; only those with a severity are weaknesses. */
export interface Weakness {
  readonly severity: string
  readonly cve: string | undefined
}

const MOST_FINDINGS = 500

/** A finding as a weakness; undefined where testssl.sh says that all is well, or only what there is. */
export function weaknessOf(severity: string | undefined, cve: string | undefined): Weakness | undefined {
  return severity !== undefined && /^(LOW|MEDIUM|HIGH|CRITICAL)$/.test(severity)
    ? { severity, cve }
    : undefined
}

function findingOf(id: string, finding: string, { severity, cve }: Weakness): StatedFinding {
  const ids = (cve ?? '').split(/\s+/).filter((one) => /^CVE-/i.test(one))
  return { tool: 'testssl', id, ids, name: id, severity: severityNamed(severity), evidence: finding }
}

/** Where a target is, as testssl.sh writes it. */
interface Where {
  readonly name: string | undefined
  readonly address: string | undefined
  readonly port: string | undefined
  readonly time: unknown
}

/** Collects one target. */
export class Target {
  readonly where: Where
  /** Line of its first finding. */
  readonly line: number
  readonly #found = new Map<string, string>()
  readonly #weaknesses: StatedFinding[] = []
  #others = 0

  constructor(where: Where, line: number) {
    this.where = where
    this.line = line
  }

  /** Adds a finding; of several certificates the first counts. */
  take(id: string, finding: string, weakness?: Weakness): void {
    if (weakness !== undefined && this.#weaknesses.length < MOST_FINDINGS)
      this.#weaknesses.push(findingOf(id, finding, weakness))
    const name = id.replace(/ <(hostCert)?#\d+>$/, '')
    if (!KEPT.test(name)) this.#others++
    else if (!this.#found.has(name) && finding !== '' && finding !== '--') this.#found.set(name, finding)
  }

  /** Its service. */
  result(): Mapped {
    const { name, address, port, time } = this.where
    // A target that did not answer has messages alone; `--severity` leaves out all but the weaknesses.
    if (this.#found.size === 0 && this.#weaknesses.length === 0)
      return this.#others === 0
        ? rejected('no findings of this target')
        : skipped('a target without an answer')
    const pem = certificateBytes(this.#found.get('cert')?.replace(/\s+/g, ' '))
    const certificate = typeof pem === 'string' ? derOf(pem) : pem
    const stated = { ...this.#stated(), ...(certificate === undefined && statedCertificate(this.#facts())) }
    return serviceOf({
      name,
      address,
      port,
      time,
      stated,
      findings: this.#weaknesses,
      ...(certificate !== undefined && { certificate }),
    })
  }

  #stated(): Stated {
    const service = readProtocol(this.#found.get('service')?.split(/[^A-Za-z0-9 _-]/, 1)[0])
    const status = /^(\d{3})\b/.exec(this.#found.get('HTTP_status_code') ?? '')?.[1]
    const web = service === 'http' || status !== undefined
    const server = this.#found.get('banner_server')
    return defined<Stated>({
      protocol: web ? 'https' : service === undefined || service.includes('-') ? undefined : overTls(service),
      tls_version: this.#version(),
      status_code: status === undefined ? undefined : Number(status),
      server: server === undefined || /^no server banner/i.test(server) ? undefined : server,
    })
  }

  /** The newest version that the server offers. */
  #version(): string | undefined {
    const offered = (id: string): boolean => /^(is )?offered/.test(this.#found.get(id) ?? '')
    const versions = [
      ['TLS1_3', 'TLSv1.3'],
      ['TLS1_2', 'TLSv1.2'],
      ['TLS1_1', 'TLSv1.1'],
      ['TLS1', 'TLSv1.0'],
      ['SSLv3', 'SSLv3'],
      ['SSLv2', 'SSLv2'],
    ] as const
    return versions.find(([id]) => offered(id))?.[1]
  }

  #facts() {
    const value = (id: string): string | undefined => this.#found.get(id)
    const hash = (id: string): string | undefined =>
      /\b([0-9A-F]{40,64})\b/i.exec(value(id) ?? '')?.[1]?.toLowerCase()
    const subject = value('cert_commonName')?.replace(/ \(.*$/, '')
    const issuer = value('cert_caIssuers')?.replace(/ \(.*$/, '')
    const names = (value('cert_subjectAltName') ?? '').split(/\s+/)
    return {
      serial: decimalSerial(hexadecimal(value('cert_serialNumber'))),
      ...(subject !== undefined && { subject: [{ label: 'CommonName', value: subject }] }),
      ...(issuer !== undefined && { issuer: [{ label: 'CommonName', value: issuer }] }),
      names: names.filter((name) => /^[*\w.:-]+$/.test(name) && name.includes('.')),
      notBefore: readTime(value('cert_notBefore')),
      notAfter: readTime(/\d{4}-\d\d-\d\d \d\d:\d\d/.exec(value('cert_notAfter') ?? '')?.[0]),
      sha1: hash('cert_fingerprintSHA1'),
      sha256: hash('cert_fingerprintSHA256'),
    }
  }
}

function hexadecimal(serial: string | undefined): string | undefined {
  const digits = /\b([0-9A-F]{2,64})\b/i.exec(serial ?? '')?.[1]
  return digits === undefined ? undefined : `0x${digits}`
}

/** testssl.sh writes blanks where a certificate has line ends. */
function derOf(pem: string): Uint8Array | undefined {
  const packed = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]{100,65536})-----END/.exec(pem)?.[1]
  const bytes = packed === undefined ? undefined : Buffer.from(packed, 'base64')
  return bytes?.[0] === 0x30 ? bytes : undefined
}
