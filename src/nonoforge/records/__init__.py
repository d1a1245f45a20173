"""What programs are told in JSON: one record for each thing that Nonoforge finds out or makes.

`nonoforge ... --json` prints these records, and the studio's API answers with them, so that both
have the same names for the same things. The words for people that go with them are here, too.
"""
