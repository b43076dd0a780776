filedesc://hand.arc 0.0.0.0 20080430204825 text/plain 104
1 1 by hand
URL IP-address Archive-date Content-type Archive-length
<?xml version="1.0"?><arcmetadata/>

dns:quay.example 198.18.0.1 20080430204825 text/dns 49
20080430204825
quay.example.	589	IN	A	198.18.0.7

http://quay.example:80/ 198.18.0.7 20080430204825 text/html 97
HTTP/1.0 200 Document follows
Server: NCSA/1.4.1
Content-type: text/html

<title>Quay</title>
http://quay.example/old page?a=b c 198.18.0.7 20080430204826 text/html; charset=utf-8 35
HTTP/1.1 301 Moved
Location: /


https://quay.example:8443/none 198.18.0.7 200804302048 no-type 62
HTTP/1.0 200 OK
Content-length: 30
<HTML>no empty line</HTML>

http://quay.example/short 198.18.0.7 20080430204827 text/plain 50
HTTP/1.1 200 OK
Content-Type: text/plain

length is too short
http://quay.example/long 0.0.0.0 20080430204828 text/plain 300
HTTP/1.1 200 OK
Content-Type: text/plain

length is too long
http://quay.example/minus 198.18.0.7 - text/plain -1
HTTP/1.1 200 OK
Content-Type: text/plain

length is -1
ftp://quay.example/ 198.18.0.7 20080430204829 text/plain 7
total 0
http://quay.example/words 198.18.0.7 20080430204829 text/plain 7
no HTTP

stray

http://quay.example/last 198.18.0.7 20080430204830 text/plain 90
HTTP/1.1 200 OK
Content-Type: text/plain

cut
