"""The gym over HTTP: environments, tasks, verdicts, episodes and curricula for trainers in other processes.

    rlvr serve --port 8000

docs/serving.md is the guide. FastAPI and uvicorn come with the extra ``serve``; `import rlvr` imports none of it.
"""
