"""Web Push: notices for people whose page is closed (RFC 8030, 8188, 8291, 8292)."""
