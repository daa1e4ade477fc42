"""What the phones show: frozen records, and the regions of a page that remember when they last changed."""
