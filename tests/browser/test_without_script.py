"""Without script everything works too: one reloads to see."""


def test_an_evening_without_script(server, phone):
    ann, bob = (phone(server.home, script=False) for _ in range(2))
    ann.page.goto(server.home)
    ann.page.fill("#name", "Ann")
    ann.button("Open a table").tap()
    ann.page.wait_for_url("**/n/*/share")
    ann.night = ann.page.url.removesuffix("share")
    bob.join(ann.invitation(), "Bob")
    a_refusal_is_a_sentence_on_the_same_page(ann)
    ann.page.fill("#names", "Cal")
    ann.button("Add").tap()
    ann.says("#r-seats", "Cal")
    ann.go("start/five-card-yak")
    ann.button("Play Five-Card Yak").tap()
    ann.taker("Bob").tap()
    ann.says("#r-last", "Bob took trick 1")

    bob.says("#r-mine", "drink 1")
    bob.button("Done", "#r-mine").tap()
    bob.is_silent("#r-mine")
    ann.page.reload()
    ann.page.locator("#r-players .owes").wait_for(state="detached")
    assert ann.table() == bob.table()


def a_refusal_is_a_sentence_on_the_same_page(ann):
    ann.go("seats")
    ann.page.fill("#names", "Eve, ann")
    ann.button("Add").tap()
    ann.says("#r-answer", "Ann is here already")
    assert ann.page.input_value("#names") == "Eve, ann"
    assert ann.page.locator("#r-seats [name=order]").count() == 2
