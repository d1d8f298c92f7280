"""The family data: questions about calendars and tables that the prompt shows."""
