/** The sentences of the tag vocabulary in Chinese, by the English ones. */
export const tagSentences: Readonly<Record<string, string>> = {
  'in a special-purpose block of IANA’s registries, by name': '位于 IANA 特殊用途地址块，以其名称标明',
  'none for the block; relays of 6to4, Teredo and NAT64 carry other people’s traffic':
    '地址块本身无误判；6to4、Teredo 和 NAT64 中继承载他人的流量',
  'not allocated to anybody at the date of the list': '在列表日期尚未分配给任何人',
  'ranges allocated since; registries hand out space every week': '此后已分配的网段；注册机构每周都在分配',
  'said to be used in, or registered to someone in, the country (ISO 3166-1)':
    '据称在该国家/地区使用，或登记在该国家/地区的持有者名下（ISO 3166-1）',
  'a registration names the holder’s country, not where the address is used':
    '登记的是持有者所在国家/地区，不一定是使用地点',
  'servers rather than people: data centre, cloud or hosting company':
    '是服务器而非上网用户：数据中心、云或托管公司',
  'offices and VPN users of hosting companies; access lines of mixed networks':
    '托管公司的办公室和 VPN 用户；混合网络中的接入线路',
  'network of an access provider': '接入运营商的网络',
  'most access providers also rent out servers': '多数接入运营商也出租服务器',
  'network of a mobile operator; many subscribers share an address': '移动运营商的网络，多个用户共用一个地址',
  'fixed lines of the same operator': '同一运营商的固定线路',
  'university, school or research network': '大学、学校或科研网络',
  'hospitals and libraries served by research networks': '由科研网络接入的医院和图书馆',
  'network of a state or its armed forces': '国家机关或军队的网络',
  'ranges lent to contractors': '借给承包商的网段',
  'network of a company for its own use': '公司自用的网络',
  'companies that resell part of their network': '转租部分网络的公司',
  'range of a cloud provider; whoever rents it acts, not the provider':
    '云服务商的网段；行为来自租用者，而非服务商',
  'the provider’s own offices and services inside the same ranges': '同一网段内服务商自己的办公室和服务',
  'edge of a content delivery network; thousands of sites share the address':
    'CDN 的边缘节点，成千上万个网站共用该地址',
  'customers’ servers inside the ranges of companies that also rent servers':
    '同时出租服务器的公司网段中的客户服务器',
  'web application firewall in front of other people’s sites': '为他人网站提供防护的 Web 应用防火墙',
  'as for `cdn`': '同 `cdn`',
  'exit of a commercial VPN, or range of a company that rents to them':
    '商业 VPN 的出口，或向其出租的公司的网段',
  'broad lists name whole hosting ranges': '宽泛的列表会包含整个托管网段',
  'open proxy seen working': '经验证可用的开放代理',
  'home lines that changed hands since': '此后已更换用户的家庭线路',
  'Tor traffic leaves here': 'Tor 流量从这里离开',
  'other services on the same machine; relays that stopped since': '同一机器上的其他服务；此后已停止的中继',
  'Tor relay of any kind; unless it is also an exit, no traffic to third parties leaves here':
    '任意类型的 Tor 中继；除非同时是出口，否则没有流量从这里发往第三方',
  'egress of a privacy relay or secure web gateway that many people share':
    '多人共用的隐私中继或安全 Web 网关的出口',
  'none known; the address says nothing about the person': '未知；该地址不能说明使用者是谁',
  'known to scan the internet, mostly for research': '已知会扫描互联网，多为研究用途',
  'cloud addresses given back by the scanner and rented by others': '扫描者退还后由他人租用的云地址',
  'looks like a decoy; the reasons are beside the score': '疑似蜜罐，分数旁列有依据',
  'shared hosting and port forwarders with very many services': '提供大量服务的共享主机和端口转发',
  'answers DNS queries of anybody': '响应任何人的 DNS 查询',
  'lists of open resolvers age fast': '开放解析器列表很快过时',
  'belongs to a well-known service: crawler, monitor, messenger, code host':
    '属于知名服务：爬虫、监测、即时通信、代码托管',
  'addresses of cloud customers inside ranges a service publishes as a whole':
    '服务整段公布的网段中云客户的地址',
  'serves parked domains': '承载停放域名',
  'registrars’ other services': '注册商的其他服务',
  'receives traffic of seized malware domains': '接收被接管的恶意软件域名的流量（sinkhole）',
  'cloud addresses given back since': '此后已退还的云地址',
  'named by the block list after the colon': '被冒号后的黑名单收录',
  'addresses that many share, dynamic addresses, addresses with a new holder':
    '多人共用的地址、动态地址、已更换持有者的地址',
  'named by a list of fraudulent sites, such as phishing and counterfeit shops':
    '被欺诈网站列表收录，如钓鱼网站和假冒商店',
  'shared hosting, addresses with a new holder': '共享主机、已更换持有者的地址',
  'we hold a record of the open port': '我们的记录中有该开放端口',
  'closed since; see `seen`': '此后可能已关闭，见 `seen`',
  'a service of the address spoke the protocol': '该地址的某个服务使用了该协议',
  'a service of the address named the product': '该地址的某个服务给出了该产品',
  'products that pose as others; proxies that pass headers on': '伪装成其他产品的产品；转发响应头的代理',
  'what kind of device or service the records show': '记录所示的设备或服务类型',
  'classes derived from a port alone are kept below the threshold': '仅凭端口判断的类型低于阈值，不给出标签',
  'registries and standards: hold until replaced': '注册机构和标准：替换之前一直有效',
  'what the administrator says holds until changed': '管理员的规定：更改之前一直有效',
  'relays come and go within hours': '中继在数小时内出现和消失',
  'exit addresses are rented by the month': '出口地址按月租用',
  'open proxies are found and closed within weeks': '开放代理在数周内被发现和关闭',
  'egress ranges of large privacy services, published by them': '大型隐私服务自己公布的出口网段',
  'providers add ranges weekly and rarely give one back': '服务商每周增加网段，很少退还',
  'as for clouds': '同云',
  'research scanners keep their addresses for years': '研究性扫描器多年使用同一地址',
  'resolvers, crawlers, monitors and other well-known services': '解析器、爬虫、监测等知名服务',
  'an attacking address is soon someone else’s': '发起攻击的地址很快会换人使用',
  'who announces a range; goes stale, never silent': '谁在宣告该网段；会过时，但不会停用',
  'where a range is used; goes stale, never silent': '网段在何处使用；会过时，但不会停用',
  'the administrator of this server said so': '由本服务器的管理员给出',
  'a registry (IANA) or standard (RFC) says so': '由注册机构（IANA）或标准（RFC）规定',
  'the owner’s own list': '所有者自己公布的列表',
  'our own records; newer and repeated is higher': '我们自己的记录；越新、次数越多则越高',
  'a list kept by a third party': '第三方维护的列表',
  'the whole network is of that kind': '整个网络属于该类型',
  'concluded from something else': '由其他信息推断',
}
