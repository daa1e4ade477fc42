"""What differs between the charges of two logs: by how much for each player, and because of what."""

from companion.domain.fines import Cause, Charge, causes


def charge(player, amount, because):
    return Charge(1, player, amount, "reason", because=because)


def test_what_came_and_what_went_is_told_by_its_reason():
    late, trick, row = charge("eve", 1, "late"), "trick 3 costs 2", "Bob has two in a row"
    before = [charge("dan", 2, trick), late]
    after = [charge("bob", 2, trick), charge("ann", 1, row), charge("cal", 1, row), late]

    assert causes(before, after) == (
        Cause((("dan", -2),), (), (trick,)),
        Cause((("bob", 2),), (trick,), ()),
        Cause((("ann", 1), ("cal", 1)), (row,), ()),
    )


def test_who_is_charged_the_same_for_another_reason_is_not_told():
    assert causes([charge("bob", 1, "trick 1 costs 1")], [charge("bob", 1, "only 1")]) == ()
    fewer = causes([charge("bob", 2, "trick 2")], [charge("bob", 1, "only 1")])
    assert fewer == (Cause((("bob", -1),), ("only 1",), ("trick 2",)),)
