"""The programme as a file, its versions, and changes of it that one person submits and another approves."""
