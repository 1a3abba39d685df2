"""Photographs of sheets filled in by hand, drawn by chance, to judge a reader of photographs with.

`python -m bench.second_photos FOLDER` writes them. Whoever wrote this had not seen how sheets are read. A number in
here is a guess at what people, printers and phones do: none was fitted to a reader.
"""
