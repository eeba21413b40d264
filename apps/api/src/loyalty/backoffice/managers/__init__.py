"""What managers, head office, finance and the help desk do in the staff app, over the services of the
office.
"""
