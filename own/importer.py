def import_sql():
    pass
