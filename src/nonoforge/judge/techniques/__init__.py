"""The techniques of the ladder, one file each: class, reasons, finder, words.

A file in this folder is found by `judge.ladder`; nothing else has to name it. To add a technique,
copy the file that is most like it, give the class its name, cost (its place on the ladder), stars,
words and example, and add its row to the table in docs/rating.md (a test says how it must read).
"""
