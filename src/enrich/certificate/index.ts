// Certificates: read from DER or PEM, printed as text, compared with names. Knows nothing of records.

export { type Certificate, readCertificate } from './certificate.ts'
export { coversName } from './match.ts'
export { partOf } from './name.ts'
export { printCertificate } from './print.ts'
export { type CertificateFields, printFields, readCertificateText } from './text.ts'
