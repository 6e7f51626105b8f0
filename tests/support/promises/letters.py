"""Twenty-five letters of the small world, from plain to nasty."""

from typing import Final

LETTERS: Final[dict[str, str]] = {
    "L01": "Red promises Blue to give 2 wood to Blue by the end of season 2.",
    "L02": "Red promises Blue never to attack Blue.",
    "L03": "Red promises to idle at most once.",
    "L04": (
        'Red promises Blue to spend at least 3 influence in favour of law "Corn Tax" in the next vote on law '
        '"Corn Tax".'
    ),
    "L05": "Red promises Blue not to attack Blue until the end of season 3, unless Blue attacks Red.",
    "L06": (
        "Red promises Blue if Blue gives 2 wood to Red by the end of season 1, to give 1 stone to Blue within 1 season."
    ),
    "L07": 'Red promises Blue to deploy a knight to tile "Mill" before Green deploys a knight to tile "Mill".',
    "L08": "Red promises to attack Green at least twice by the end of season 3.",
    "L09": "Red promises Blue whenever Blue gives 1 wood to Red, to give 1 stone to Blue within 2 turns of Red.",
    "L10": "Red promises Green that Red has at least 3 corn at the end of season 2.",
    "L11": 'Red promises Green that Red controls tile "Mill" until the end of season 2.',
    "L12": "Red promises Blue to ally with Blue in every battle.",
    "L13": "Red promises Blue not to ally with Green in every battle.",
    "L14": "Red and Blue jointly promise Green to give 6 wood to Green by the end of season 2.",
    "L15": (
        "Red and Blue jointly promise Green: (1) each of them to spend at least 3 influence in favour of law "
        '"Open Gates" in the next vote on law "Open Gates"; (2) Red not to attack Green until the end of '
        "season 2; (3) Blue to give 1 iron to Green by the end of season 2."
    ),
    "L16": "Red and Blue each promise Green not to attack Green until the end of season 2.",
    "L17": (
        "Red promises Blue to give 3 corn to Blue by the end of season 2, otherwise to give 2 iron to Blue "
        "within 1 season."
    ),
    "L18": "Red promises Blue to either give 2 stone to Blue or give 1 iron to Blue by the end of season 2.",
    "L19": (
        'Red promises whenever any player gives marker "Bond" to Red, to give 5 stone to that player by the '
        "end of next season."
    ),
    "L20": 'Red promises while Blue holds marker "Shield", not to attack Blue.',
    "L21": 'Red promises not to attack the holder of marker "Shield" until the end of season 4.',
    "L22": (
        'Red promises Blue: (1) to let Blue use workplace "Forge" by the end of season 2; (2) not to give '
        'workplace "Forge" to Green; (3) if Blue does not give 1 wood to Red by the end of season 1, to '
        "attack Blue by the end of season 2."
    ),
    "L23": (
        'Red promises Blue if (Blue attacks Green or Green attacks Blue) and law "Truce" is in force, to '
        "attack Green at least once within 1 season, otherwise to give 4 wood to Blue within 1 season."
    ),
    "L24": (
        "Red promises Blue: (1) whenever a vote on any law opens, to spend at most 1 influence against it in "
        'that vote; (2) in plain words "Red will stay friendly in talk" judged by the table. This promise '
        'ends if law "Truce" is enacted. Blue may release Red. It binds even if the game ends early.'
    ),
    "L25": (
        "Red promises Blue: (1) to give exactly 2 wood to Blue by the end of season 3; (2) never to give more "
        'than 1 iron to Green; (3) once Blue holds marker "Crown", either (to spend at least 2 influence in '
        'favour of law "Crown Law" in the next vote on law "Crown Law") or (to give 5 corn to Blue within 1 '
        "season), otherwise to give 1 iron to Blue within 2 seasons. This promise is void if Blue attacks "
        "Red."
    ),
}
