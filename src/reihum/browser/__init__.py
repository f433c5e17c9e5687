"""A host inside a browser: its page speaks to it over a port, and its log lies in IndexedDB."""

from reihum.browser.start import prepare, start

__all__ = ["prepare", "start"]
