"""The page of the design language: there for those who build, and nowhere else."""

from companion import create_app


def test_it_is_not_there_unless_asked_for(web):
    assert web.test_client().get("/design").status_code == 404


def test_it_shows_ten_players_each_with_a_colour_and_a_shape(tmp_path):
    page = create_app({"DATA": tmp_path, "DESIGN": 1}).test_client().get("/design").text

    for mark in range(1, 11):
        assert f"who-{mark}" in page
    assert "queen of diamonds" in page
    assert "style=" not in page
