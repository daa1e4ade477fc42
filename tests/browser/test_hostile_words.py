"""Names, rules and reasons are text: on nobody's phone do they run."""

NAMES = ("<svg onload=alert(1)>", "<script>alert(2)//", "'\"><b onclick=alert(1)>", "{{7*7}}${7*7}<%=7*7%>")
TEXTS = (
    "<script>alert(document.domain)</script>",
    "<img src=x onerror=alert(1)>",
    "</textarea></title></style><script>alert(1)</script>",
    "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
    '" autofocus onfocus="alert(1)" x="',
    "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>tap</button>",
    '<a href="javascript:alert(1)" data-share="x" hx-on:click="alert(1)" hx-get="/">a link</a>',
    "<section id=r-status>gone</section>",
    "event: gone data: removed id: 99.99.x",
)
RULES = ("rules", "rules/r1", "rules/bring", "rules/keep")
PAGES = ("", "drinks", *RULES, "log", "log/2", "seats", "share", "start", "deal", "pad")
STRANGE = "script:not([src]), svg[onload], b[onclick], img[src=x], iframe, [onfocus], [hx-on\\:click], [formaction^=j]"


def test_hostile_words_run_on_nobodys_phone(house, phone):
    ann, bob = (phone(house.home) for _ in range(2))
    ann.open_night("<script>alert('night')</script>", NAMES[0], unit="drink")
    bob.join(ann.invitation(), NAMES[1])
    ann.go()
    ann.add(*NAMES[2:])
    for text in TEXTS:
        ann.tell("rule.made", text=text, amount=1)
    ann.start()
    for number, text in enumerate(TEXTS, 1):
        bob.tell("rule.called", rule=f"r{number}", player="p1")
        ann.tell("fine.given", player="p2", amount=1, reason=text)
    ann.tell("fine.forgiven", player="p2", amount=1)
    bob.says("#r-mine", "drink 8")
    for one in (ann, bob):
        for page in PAGES:
            one.go(page)
            assert one.page.locator(STRANGE).count() == 0, page

    for text in TEXTS:  # and nothing of it is lost
        assert any(text in line for line in ann.log())
    ann.go("seats")
    ann.says("#r-seats", NAMES[0])
