"""The edges that read: each turns bytes from outside into values, or says what is wrong with them."""
