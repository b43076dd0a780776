filedesc://hand.arc 0.0.0.0 20080430204825 text/plain 200 - - 0 hand.arc 114
2 0 by hand
URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length

http://quay.example/ 198.18.0.7 20080430204825 text/html 200 fac069150613fe55599cc7fa88aa089d - 209 hand.arc 86
HTTP/1.1 200 OK
Server: Apache
Content-Type: text/html

<title>Version two</title>
