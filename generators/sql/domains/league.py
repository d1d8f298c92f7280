"""A sports league: clubs, players, coaches, matches with a home and an away side, goals, and transfers."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, money, text, whole

DOMAIN = Domain(
    "league",
    (
        Entity(
            "team",
            ("team/teams", "club/clubs", "squad/squads"),
            (
                text("name", "team_name:name", form="team"),
                text("city", "home_town", form="place", nullable=0.3),
                whole("founded:founding year", "founding_year", low=1880, high=2010, nullable=0.5),
                whole(
                    "arena_seats:number of seats in the arena",
                    "ground_capacity:capacity of the ground",
                    low=800,
                    high=48000,
                    nullable=0.4,
                ),
                category(
                    "colour",
                    "shirt_colour",
                    pool="red,blue,green,black,white,yellow,orange,purple,maroon,sky blue",
                    nullable=0.3,
                    optional=0.3,
                ),
                money("budget", "season_budget", low=20000, high=90000, nullable=0.4, optional=0.3),
            ),
        ),
        Entity(
            "player",
            ("player/players", "athlete/athletes"),
            (
                text("name", "full_name", "player_name:name", form="person"),
                category(
                    "line:line of play",
                    "playing_role",
                    "post",
                    pool="keeper,defender,midfielder,winger,striker,sweeper",
                    take=(4, 6),
                ),
                whole("shirt:shirt number", "jersey:jersey number", low=1, high=99, nullable=0.4),
                date("birth_date", "born_on:birth date", low=-38, high=-17),
                whole(
                    "height", "height_cm:height", low=158, high=208, nullable=0.5, optional=0.3, note="in cm"
                ),
                money("wage", "weekly_wage", low=200, high=5000, nullable=0.4),
                flag(
                    ("injured", "who are injured", "who are not injured"),
                    ("left_footed", "who are left-footed", "who are not left-footed"),
                    optional=0.3,
                ),
            ),
            (Link("team", "{plural} of {}", nullable=0.6, loose=0.2),),
        ),
        Entity(
            "coach",
            ("coach/coaches", "trainer/trainers"),
            (
                text("name", "full_name", form="person"),
                category("licence", "diploma", pool="A,B,C,Pro,Youth,none", take=(3, 5), nullable=0.5),
                date("hired_on:hiring date", "contract_start:start of contract", low=-5, high=1),
                date("contract_end:end of contract", "leaves_on:leaving date", low=1, high=4, nullable=0.7),
                money("salary", "yearly_pay", low=9000, high=90000, nullable=0.3, optional=0.3),
            ),
            (
                Link("team", "{plural} of {}", nullable=0.5),
                Link("coach", "{plural} under {}", ("head coach", "chief"), nullable=1.0, loose=0.1),
            ),
            optional=True,
        ),
        Entity(
            "match",
            ("game/games", "fixture/fixtures"),
            (
                text("code", "game_code:code", form="code", unique=True),
                date("played_on:date", "game_date", "match_date"),
                whole("home_goals", "goals_home:home goals", "home_score", low=0, high=7, nullable=0.5),
                whole("away_goals", "goals_away:away goals", "away_score", low=0, high=7, nullable=0.5),
                whole("spectators:number of spectators", "attendance", low=50, high=40000, nullable=0.5),
                category(
                    "stage",
                    "round_name:round",
                    pool="league,cup,friendly,final,semi-final,play-off,group stage",
                    take=(3, 5),
                ),
                flag(
                    ("extra_time", "that went to extra time", "that did not go to extra time"),
                    ("televised", "that were televised", "that were not televised"),
                    optional=0.3,
                ),
            ),
            (
                Link("team", "{plural} that {} played at home", ("home team", "host"), loose=0.1),
                Link("team", "{plural} that {} played away", ("away team", "visitor", "guest team"), loose=0.1),
            ),
        ),
        Entity(
            "goal",
            ("goal/goals",),
            (
                text("code", "goal_code:code", form="code"),
                whole("game_minute:minute of play", "scored_in_game_minute:minute of play", low=1, high=95),
                category(
                    "way:way of scoring",
                    "manner",
                    pool="header,volley,penalty,free kick,tap-in,long shot,own goal",
                    nullable=0.4,
                ),
                flag(
                    ("disputed", "that were disputed", "that were not disputed"),
                    ("reviewed", "that were reviewed", "that were not reviewed"),
                    nullable=0.3,
                    optional=0.4,
                ),
            ),
            (
                Link("match", "{plural} in {}"),
                Link("player", "{plural} scored by {}", ("scorer", "goal getter"), nullable=0.4, loose=0.2),
                Link("player", "{plural} with {} as {owner}", ("assistant", "passer"), nullable=0.9),
            ),
            optional=True,
        ),
        Entity(
            "transfer",
            ("transfer/transfers", "move/moves"),
            (
                text("code", "contract_code", form="code", unique=True),
                date("signed_on:signing date", "transfer_date"),
                money("fee", "transfer_fee", low=0, high=60000, nullable=0.6),
                flag(
                    ("on_loan", "that are loans", "that are not loans"),
                    ("free_agent", "of free agents", "of players under contract"),
                    optional=0.3,
                ),
            ),
            (
                Link("player", "{plural} of {}", loose=0.2),
                Link("team", "{plural} away from {}", ("old team", "seller"), nullable=0.7),
                Link("team", "{plural} to {}", ("new team", "buyer"), nullable=0.2),
            ),
            optional=True,
        ),
    ),
)
