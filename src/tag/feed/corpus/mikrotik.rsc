/ip firewall address-list
add address=192.0.2.0/24 list=bad comment="one"
add list=bad \
    address=198.51.100.7
/ipv6 firewall address-list
add address=2001:db8::/32 list=bad
