"""Without script everything works too: one reloads to see."""


def test_an_evening_without_script(server, phone):
    ann, bob = (phone(server.home, script=False) for _ in range(2))
    ann.page.goto(server.home)
    ann.page.fill("#night", "By hand")
    ann.page.fill("#name", "Ann")
    ann.button("Open the night").tap()
    ann.page.wait_for_url("**/n/*/")
    ann.night = ann.page.url
    bob.join(ann.invitation(), "Bob")
    a_refusal_is_a_sentence_on_the_same_page(ann)
    ann.page.fill("[name=name]", "Cal")
    ann.button("Add a player").tap()
    ann.says("#r-seats", "Cal")
    ann.go("start/five-card-yak")
    ann.button("Play Five-Card Yak").tap()
    ann.taker("Bob").tap()
    ann.says("#r-last", "Bob took trick 1")

    bob.says("#r-mine", "take 1")
    bob.button("Done", "#r-mine").tap()
    bob.is_silent("#r-mine")
    ann.page.reload()
    ann.says("#r-players", "0 owed")
    assert ann.table() == bob.table()


def a_refusal_is_a_sentence_on_the_same_page(ann):
    ann.go("seats")
    ann.page.fill("[name=name]", "ann")
    ann.button("Add a player").tap()
    ann.says("#r-answer", "Take another name")
    assert ann.page.locator("#r-seats [name=order]").count() == 2
