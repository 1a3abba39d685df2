"""The least that Flask can serve."""

from flask import Flask

app = Flask(__name__)


@app.get("/health")
@app.get("/")
def hello() -> str:
    return "hello"
