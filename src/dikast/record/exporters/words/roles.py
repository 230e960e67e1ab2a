"""What speeches are called in the formats of debates, in the other languages of the page. Must not know the formats.

A role that is not here is a debate's own word and is shown as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Role(NamedTuple):
    """One role in the languages that are not English."""

    ar: str
    es: str
    de: str


ROLES: Final[Mapping[str, Role]] = MappingProxyType(
    {
        "opening": Role("افتتاح", "apertura", "Eröffnung"),
        "rebuttal": Role("رد", "réplica", "Erwiderung"),
        "closing": Role("ختام", "cierre", "Schluss"),
        "constructive": Role("خطبة بنائية", "discurso constructivo", "Aufbaurede"),
        "summary": Role("تلخيص", "resumen", "Zusammenfassung"),
        "final focus": Role("خلاصة ختامية", "enfoque final", "Schlussfokus"),
        "crossfire": Role("مساءلة متبادلة", "fuego cruzado", "Kreuzfeuer"),
        "grand crossfire": Role("مساءلة متبادلة جامعة", "gran fuego cruzado", "großes Kreuzfeuer"),
        "moderated discussion": Role("نقاش مُدار", "discusión moderada", "moderierte Diskussion"),
        "first affirmative": Role("متحدث الإثبات الأول", "primer orador afirmativo", "erste Rede Pro"),
        "second affirmative": Role("متحدث الإثبات الثاني", "segundo orador afirmativo", "zweite Rede Pro"),
        "third affirmative": Role("متحدث الإثبات الثالث", "tercer orador afirmativo", "dritte Rede Pro"),
        "first negative": Role("متحدث النفي الأول", "primer orador negativo", "erste Rede Contra"),
        "second negative": Role("متحدث النفي الثاني", "segundo orador negativo", "zweite Rede Contra"),
        "third negative": Role("متحدث النفي الثالث", "tercer orador negativo", "dritte Rede Contra"),
        "affirmative constructive": Role("خطبة الإثبات البنائية", "constructivo afirmativo", "Aufbaurede Pro"),
        "negative constructive": Role("خطبة النفي البنائية", "constructivo negativo", "Aufbaurede Contra"),
        "negative rebuttal": Role("رد النفي", "réplica negativa", "Erwiderung Contra"),
        "affirmative reply": Role("رد الإثبات الختامي", "réplica final afirmativa", "Schlussrede Pro"),
        "negative reply": Role("رد النفي الختامي", "réplica final negativa", "Schlussrede Contra"),
        "first affirmative constructive": Role(
            "خطبة الإثبات البنائية الأولى", "primer constructivo afirmativo", "erste Aufbaurede Pro"
        ),
        "second affirmative constructive": Role(
            "خطبة الإثبات البنائية الثانية", "segundo constructivo afirmativo", "zweite Aufbaurede Pro"
        ),
        "first negative constructive": Role(
            "خطبة النفي البنائية الأولى", "primer constructivo negativo", "erste Aufbaurede Contra"
        ),
        "second negative constructive": Role(
            "خطبة النفي البنائية الثانية", "segundo constructivo negativo", "zweite Aufbaurede Contra"
        ),
        "first affirmative rebuttal": Role("رد الإثبات الأول", "primera réplica afirmativa", "erste Erwiderung Pro"),
        "second affirmative rebuttal": Role("رد الإثبات الثاني", "segunda réplica afirmativa", "zweite Erwiderung Pro"),
        "first negative rebuttal": Role("رد النفي الأول", "primera réplica negativa", "erste Erwiderung Contra"),
        "second negative rebuttal": Role("رد النفي الثاني", "segunda réplica negativa", "zweite Erwiderung Contra"),
        "cross-examination by the affirmative": Role(
            "استجواب يجريه الإثبات", "interrogatorio del afirmativo", "Kreuzverhör durch Pro"
        ),
        "cross-examination by the negative": Role(
            "استجواب يجريه النفي", "interrogatorio del negativo", "Kreuzverhör durch Contra"
        ),
        "questions by the affirmative": Role("أسئلة الإثبات", "preguntas del afirmativo", "Fragen von Pro"),
        "questions by the negative": Role("أسئلة النفي", "preguntas del negativo", "Fragen von Contra"),
        "first proposition": Role("متحدث الموالاة الأول", "primer orador de la proposición", "erste Rede Proposition"),
        "second proposition": Role(
            "متحدث الموالاة الثاني", "segundo orador de la proposición", "zweite Rede Proposition"
        ),
        "third proposition": Role(
            "متحدث الموالاة الثالث", "tercer orador de la proposición", "dritte Rede Proposition"
        ),
        "first opposition": Role("متحدث المعارضة الأول", "primer orador de la oposición", "erste Rede Opposition"),
        "second opposition": Role("متحدث المعارضة الثاني", "segundo orador de la oposición", "zweite Rede Opposition"),
        "third opposition": Role("متحدث المعارضة الثالث", "tercer orador de la oposición", "dritte Rede Opposition"),
        "proposition reply": Role(
            "رد الموالاة الختامي", "réplica final de la proposición", "Schlussrede der Proposition"
        ),
        "opposition reply": Role("رد المعارضة الختامي", "réplica final de la oposición", "Schlussrede der Opposition"),
        "government reply": Role("رد الحكومة الختامي", "réplica final del gobierno", "Schlussrede der Regierung"),
        "prime minister": Role("رئيس الوزراء", "primer ministro", "Premierminister"),
        "deputy prime minister": Role("نائب رئيس الوزراء", "viceprimer ministro", "stellvertretender Premierminister"),
        "leader of the opposition": Role("زعيم المعارضة", "líder de la oposición", "Oppositionsführer"),
        "deputy leader of the opposition": Role(
            "نائب زعيم المعارضة", "vicelíder de la oposición", "stellvertretender Oppositionsführer"
        ),
        "member of the government": Role("عضو الحكومة", "miembro del gobierno", "Mitglied der Regierung"),
        "member of the opposition": Role("عضو المعارضة", "miembro de la oposición", "Mitglied der Opposition"),
        "government whip": Role("منسّق الحكومة", "látigo del gobierno", "Whip der Regierung"),
        "opposition whip": Role("منسّق المعارضة", "látigo de la oposición", "Whip der Opposition"),
        "prime minister constructive": Role(
            "خطبة رئيس الوزراء البنائية", "constructivo del primer ministro", "Aufbaurede des Premierministers"
        ),
        "prime minister rebuttal": Role(
            "رد رئيس الوزراء", "réplica del primer ministro", "Erwiderung des Premierministers"
        ),
        "leader of the opposition constructive": Role(
            "خطبة زعيم المعارضة البنائية", "constructivo del líder de la oposición", "Aufbaurede des Oppositionsführers"
        ),
        "leader of the opposition rebuttal": Role(
            "رد زعيم المعارضة", "réplica del líder de la oposición", "Erwiderung des Oppositionsführers"
        ),
    }
)
