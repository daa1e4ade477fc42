"""What reaches the phones that listen: publish and subscribe, in this process and between several."""
