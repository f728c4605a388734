"""Validates the papers of an unpacked archive: CITATION.cff by its schema, ro-crate-metadata.json by RO-Crate 1.2.

    python3 judge.py FOLDER

Works without a network: the JSON-LD context that the validator would fetch comes from the package `rocrate`. That is the
context of RO-Crate 1.3, which names the terms of 1.2 alike.
"""

import json
import pathlib
import sys

import rocrate
from cffconvert.citation import Citation
from rocrate_validator import services
from rocrate_validator.models import Severity, ValidationSettings
from rocrate_validator.utils.http import HttpRequester

CONTEXT = (pathlib.Path(rocrate.__file__).parent / "data/ro-crate.jsonld").read_text(encoding="utf-8")


class Response:
    """What a server of the context would answer."""

    status_code = 200
    ok = True
    text = CONTEXT
    content = CONTEXT.encode()
    headers = {"Content-Type": "application/ld+json"}

    def json(self):
        return json.loads(CONTEXT)

    def raise_for_status(self):
        pass


def answer(self, method):
    def ask(url, **_):
        if url.startswith("https://w3id.org/ro/crate/1.2/context"):
            return Response()
        raise RuntimeError(f"the network is not asked for {url}")

    return ask if method in ("get", "head") else object.__getattribute__(self, method)



for name in ("get", "head"):
    setattr(HttpRequester, name, lambda self, url, **kwargs: answer(self, "get")(url, **kwargs))

folder = pathlib.Path(sys.argv[1]).resolve()
problems = []

try:
    Citation((folder / "CITATION.cff").read_text(encoding="utf-8")).validate()
except Exception as error:  # whatever the schema's library throws is a problem of the file
    problems.append(f"CITATION.cff: {error}")

settings = ValidationSettings(
    rocrate_uri=str(folder),
    profile_identifier="ro-crate-1.2",
    requirement_severity=Severity.REQUIRED,
    offline=True,
)
result = services.validate(settings)
for issue in result.get_issues():
    problems.append(f"ro-crate-metadata.json: {issue.check.identifier}: {issue.message}")

print("\n".join(problems) if problems else "valid")
sys.exit(bool(problems))
