def test_x(floor):
    assert floor.state == "open"


def test_y(match):
    assert match.state == "open"
