// Names of the object identifiers that occur in certificates (RFC 5280, 4055, 5480, 5758, 8410, 9688 and the CA/Browser Forum).

/** Parts of a distinguished name, with the labels of common certificate texts. */
export const NAME_PARTS: ReadonlyMap<string, string> = new Map([
  ['2.5.4.6', 'Country'],
  ['2.5.4.8', 'Province'],
  ['2.5.4.7', 'Locality'],
  ['2.5.4.9', 'Street Address'],
  ['2.5.4.17', 'Postal Code'],
  ['2.5.4.10', 'Organization'],
  ['2.5.4.97', 'Organization Identifier'],
  ['2.5.4.11', 'Organizational Unit'],
  ['2.5.4.15', 'Business Category'],
  ['2.5.4.3', 'CommonName'],
  ['2.5.4.4', 'Surname'],
  ['2.5.4.42', 'Given Name'],
  ['2.5.4.12', 'Title'],
  ['2.5.4.5', 'Serial Number'],
  ['2.5.4.46', 'DN Qualifier'],
  ['2.5.4.13', 'Description'],
  ['2.5.4.41', 'Name'],
  ['2.5.4.65', 'Pseudonym'],
  ['1.2.840.113549.1.9.1', 'Email Address'],
  ['1.2.840.113549.1.9.2', 'Unstructured Name'],
  ['0.9.2342.19200300.100.1.1', 'User ID'],
  ['0.9.2342.19200300.100.1.25', 'Domain Component'],
  ['1.3.6.1.4.1.311.60.2.1.1', 'Jurisdiction Locality'],
  ['1.3.6.1.4.1.311.60.2.1.2', 'Jurisdiction Province'],
  ['1.3.6.1.4.1.311.60.2.1.3', 'Jurisdiction Country'],
])

/** Signature algorithms. */
export const SIGNATURES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.2', 'MD2-RSA'],
  ['1.2.840.113549.1.1.4', 'MD5-RSA'],
  ['1.2.840.113549.1.1.5', 'SHA1-RSA'],
  ['1.3.14.3.2.29', 'SHA1-RSA'],
  ['1.2.840.113549.1.1.10', 'RSA-PSS'],
  ['1.2.840.113549.1.1.11', 'SHA256-RSA'],
  ['1.2.840.113549.1.1.12', 'SHA384-RSA'],
  ['1.2.840.113549.1.1.13', 'SHA512-RSA'],
  ['1.2.840.113549.1.1.14', 'SHA224-RSA'],
  ['1.2.840.10040.4.3', 'DSA-SHA1'],
  ['2.16.840.1.101.3.4.3.2', 'DSA-SHA256'],
  ['1.2.840.10045.4.1', 'ECDSA-SHA1'],
  ['1.2.840.10045.4.3.1', 'ECDSA-SHA224'],
  ['1.2.840.10045.4.3.2', 'ECDSA-SHA256'],
  ['1.2.840.10045.4.3.3', 'ECDSA-SHA384'],
  ['1.2.840.10045.4.3.4', 'ECDSA-SHA512'],
  ['1.3.101.112', 'Ed25519'],
  ['1.3.101.113', 'Ed448'],
  ['1.2.156.10197.1.501', 'SM2-SM3'],
  ['1.2.643.2.2.3', 'GOST3411-94-GOST3410-2001'],
  ['1.2.643.7.1.1.3.2', 'GOST3411-2012-256-GOST3410-2012'],
  ['1.2.643.7.1.1.3.3', 'GOST3411-2012-512-GOST3410-2012'],
  ['2.16.840.1.101.3.4.3.17', 'ML-DSA-44'],
  ['2.16.840.1.101.3.4.3.18', 'ML-DSA-65'],
  ['2.16.840.1.101.3.4.3.19', 'ML-DSA-87'],
])

/** Public key algorithms. */
export const KEYS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.1', 'RSA'],
  ['1.2.840.113549.1.1.10', 'RSA-PSS'],
  ['1.2.840.10040.4.1', 'DSA'],
  ['1.2.840.10045.2.1', 'ECDSA'],
  ['1.3.101.110', 'X25519'],
  ['1.3.101.112', 'Ed25519'],
  ['1.3.101.113', 'Ed448'],
  ['1.2.643.2.2.19', 'GOST3410-2001'],
  ['1.2.643.7.1.1.1.1', 'GOST3410-2012-256'],
  ['1.2.643.7.1.1.1.2', 'GOST3410-2012-512'],
  ['2.16.840.1.101.3.4.3.17', 'ML-DSA-44'],
  ['2.16.840.1.101.3.4.3.18', 'ML-DSA-65'],
  ['2.16.840.1.101.3.4.3.19', 'ML-DSA-87'],
])

/** Elliptic curves with the size of their keys in bits. */
export const CURVES: ReadonlyMap<string, readonly [string, number]> = new Map([
  ['1.2.840.10045.3.1.1', ['P-192', 192]],
  ['1.3.132.0.33', ['P-224', 224]],
  ['1.2.840.10045.3.1.7', ['P-256', 256]],
  ['1.3.132.0.34', ['P-384', 384]],
  ['1.3.132.0.35', ['P-521', 521]],
  ['1.3.132.0.10', ['secp256k1', 256]],
  ['1.3.36.3.3.2.8.1.1.7', ['brainpoolP256r1', 256]],
  ['1.3.36.3.3.2.8.1.1.11', ['brainpoolP384r1', 384]],
  ['1.2.156.10197.1.301', ['SM2', 256]],
])

/** Uses of a key, by bit. */
export const KEY_USAGES = [
  'Digital Signature',
  'Content Commitment',
  'Key Encipherment',
  'Data Encipherment',
  'Key Agreement',
  'Cert Sign',
  'CRL Sign',
  'Encipher Only',
  'Decipher Only',
] as const

/** Extended uses of a key. */
export const EXTENDED_USAGES: ReadonlyMap<string, string> = new Map([
  ['2.5.29.37.0', 'Any'],
  ['1.3.6.1.5.5.7.3.1', 'Server Auth'],
  ['1.3.6.1.5.5.7.3.2', 'Client Auth'],
  ['1.3.6.1.5.5.7.3.3', 'Code Signing'],
  ['1.3.6.1.5.5.7.3.4', 'E-mail Protection'],
  ['1.3.6.1.5.5.7.3.5', 'IPsec End System'],
  ['1.3.6.1.5.5.7.3.6', 'IPsec Tunnel'],
  ['1.3.6.1.5.5.7.3.7', 'IPsec User'],
  ['1.3.6.1.5.5.7.3.8', 'Time Stamping'],
  ['1.3.6.1.5.5.7.3.9', 'OCSP Signing'],
  ['1.3.6.1.5.5.7.3.17', 'IPsec IKE'],
  ['1.3.6.1.4.1.311.54.1.2', 'Remote Desktop'],
  ['1.3.6.1.4.1.311.20.2.2', 'Smart Card Logon'],
  ['1.3.6.1.5.2.3.5', 'Kerberos KDC'],
])
