"""The figures of the programme, the rows that they are made of, and both for spreadsheets."""
