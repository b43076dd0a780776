// Certificates: read from DER or PEM, printed as text, compared with names. Knows nothing of records.

export { type Certificate, readCertificate } from './certificate.ts'
export { coversName, matchesName } from './match.ts'
export { type Name, partOf } from './name.ts'
export { printCertificate } from './print.ts'
export { type CertificateFields, printFields, readCertificateText } from './text.ts'
