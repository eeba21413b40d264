"""What the HTML of every mail to a member has to be."""


def html_of(mail):
    """The HTML of a mail, which loads nothing from outside, runs nothing and has a dark mode."""
    html = mail.get_body(("html",)).get_content()
    assert "prefers-color-scheme: dark" in html
    for forbidden in ("<img", "<script", "<link", "url(", "position:", "display:flex"):
        assert forbidden not in html
    return html
