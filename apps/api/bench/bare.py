"""The measure of all others: a Flask view that does nothing."""

from flask import Flask

app = Flask(__name__)


@app.get("/bare")
def bare() -> dict[str, bool]:
    return {"ok": True}
