resource "aws_security_group" "x" {
  ingress {
    cidr_blocks = ["192.0.2.0/24", "198.51.100.7/32"]
  }
}
