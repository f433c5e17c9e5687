"""What people read, in German, English and French. Text is made here and nowhere else."""

from reihum.texts.languages import LANGUAGES, detect
from reihum.texts.store import export
from reihum.texts.translator import MissingText, Texts

__all__ = ["LANGUAGES", "MissingText", "Texts", "detect", "export"]
