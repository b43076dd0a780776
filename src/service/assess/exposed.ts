// What should rarely be reachable from everywhere: the queries of the section on exposed consoles.

/** The name of each kind, and its query. */
export const EXPOSED = {
  login:
    'title="login" || title="log in" || title="sign in" || title="anmelden" || title="connexion" || title="登录" || title="登錄"',
  administration:
    'title="admin" || title="console" || title="dashboard" || title="control panel" || title="management" || title="管理"',
  desktop: 'protocol="rdp,vnc,x11,teamviewer"',
  shell: 'protocol="telnet,rsh,rlogin"',
  database:
    'protocol="mysql,postgresql,postgres,mssql,oracle,mongodb,redis,memcached,elasticsearch,cassandra,couchdb"',
  files: 'protocol="smb,nfs,rsync,tftp" || title="index of /"',
  industrial: 'protocol="modbus,s7,bacnet,dnp3,fox,ethernet-ip,iec-104"',
  debug: 'title="phpinfo()" || title="swagger ui" || title="whoops" || body="<title>graphiql"',
} as const

/** The name of a kind. */
export type ExposedKind = keyof typeof EXPOSED
