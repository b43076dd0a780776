// The example queries of the start page. Each finds one of the stories of the demonstration (`src/demo/story`).

/** From simple to particular. */
export const EXAMPLES = [
  'title="login" && country="DE"',
  'port="22" && banner="OpenSSH"',
  'cert.is_expired="true" && protocol="https"',
  'category="database" && body="patients"',
  'title="files are encrypted"',
  'icon_hash="-1886833005" && domain!="halyard-bank.example"',
  'title="Tor Exit Router"',
  'title="登录"',
  'protocol="modbus,s7" && country!="CN"',
  'product="nginx" && !product.version*="1.2*"',
  'ip="192.0.2.0/24" || domain="example.com"',
] as const
