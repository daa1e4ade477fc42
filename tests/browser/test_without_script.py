"""Without script everything works too: one reloads to see."""


def test_an_evening_without_script(house, phone):
    ann, bob = (phone(house.home, script=False) for _ in range(2))
    ann.open_night("By hand", "Ann")
    bob.join(ann.invitation(), "Bob")
    ann.go("seats")
    ann.page.fill("[name=name]", "Cal")
    ann.button("Add a player").tap()
    ann.says("#r-seats", "Cal")
    ann.start()
    ann.taker("Bob").tap()
    ann.says("#r-last", "Bob took trick 1")

    bob.go()
    bob.says("#r-mine", "drink 1")
    bob.button("Done", "#r-mine").tap()
    bob.is_silent("#r-mine")
    ann.page.reload()
    ann.says("#r-players", "0 owed")
    assert ann.table() == bob.table()


def test_a_refusal_without_script_is_a_sentence_on_the_same_page(house, phone):
    ann = phone(house.home, script=False)
    ann.open_night("By hand", "Ann")
    ann.go("seats")
    ann.page.fill("[name=name]", "ann")
    ann.button("Add a player").tap()

    ann.says("#r-answer", "Take another name")
    assert ann.page.locator("#r-seats [name=order]").count() == 1
