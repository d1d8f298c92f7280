"""Words that are no names of tables or columns here, because some engine reads them as SQL.

All keywords of SQLite, the reserved ones of PostgreSQL and of DuckDB, those that are names of types or functions
there, and parts of dates, which sort badly with functions of the same name.
"""

from __future__ import annotations

KEYWORDS = frozenset(
    """
    abort action add after all alter always analyse analyze and anti any array as asc asof asymmetric at attach
    authorization autoincrement before begin between bigint binary bit blob boolean both by call cascade case cast
    char character check class coalesce collate collation column columns commit concurrently conflict constraint
    convert copy create cross cube current current_catalog current_date current_role current_schema current_time
    current_timestamp current_user cursor cycle data database date day days dec decade decimal default deferrable
    deferred delete desc describe detach distinct do double drop each else end escape except exclude exclusive
    exists explain extract fail fetch filter first float following for foreign freeze from full function generated
    glob glob grant greatest group grouping groups having hour hours if ignore ilike immediate in index indexed
    initially inner inout insert instead int integer intersect interval into is isnull join json key lambda last
    lateral leading least left like limit list local localtime localtimestamp macro map match materialized millennium
    minute minutes month months national natural nchar no none normalize not nothing notnull null nullif nulls numeric
    object of off offset on only option or order others out outer over overlaps overlay partition percent pivot
    pivot_longer pivot_wider placing plan position positional pragma preceding precision primary qualify quarter
    query raise range real recursive references regexp reindex release rename replace restrict returning right role
    rollback rollup row rows sample savepoint schema second seconds select semi sequence session session_user set
    setof show similar smallint some start struct substring summarize symmetric system_user table tables tablesample
    temp temporary text then ties time timestamp timezone to trailing transaction treat trigger trim true false
    try_cast type unbounded union unique unpack unpivot update user using vacuum value values varchar variadic
    verbose view virtual week weeks when where window with within without work xml year years zone
    """.split()
)
