"""The site of documents: the pages of docs/, a reference made from the docstrings, and a search, as static files."""
