"""The texts that people read, in German, English and French. All text is made here."""

from reihum.texts.catalogue import export
from reihum.texts.languages import LANGUAGES, detect
from reihum.texts.translator import MissingText, Texts

__all__ = ["LANGUAGES", "MissingText", "Texts", "detect", "export"]
