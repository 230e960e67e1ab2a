"""The page's words in Arabic. Not complete: no page may use this table before it has every key of the English one.

Must not know the other tables or the layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ARABIC: Final[Mapping[str, str]] = MappingProxyType(
    {
        # page
        "page.title": "{motion}: الحكم",
        "page.untitled": "مناظرة بلا قضية معلنة",
        "page.skip": "انتقل إلى الحكم",
        "page.scheme": "الألوان",
        "page.scheme.system": "كما في النظام",
        "page.scheme.light": "فاتح",
        "page.scheme.dark": "داكن",
        "page.law": "الحَكَم يزن الاستدلال والدليل، ولا يقول أيُّ القيم أصح.",
        "page.kind.match": "مباراة",
        "page.kind.floor": "ساحة مفتوحة",
        "page.speeches": "عدد الخطب: {number}",
        "page.speech": "خطبة واحدة",
        "page.posts": "عدد المداخلات: {number}",
        "page.post": "مداخلة واحدة",
        "page.format": "الصيغة {format}",
        "page.method": "المنهج",
        "page.version": "النسخة {number} من هذا الحكم",
        # finding
        "finding.ahead": "{side} متقدّم، {shares}",
        "finding.close": "نتيجة متقاربة لا تُحسم: {shares}",
        "finding.draw": "تعادل، النقاط لكل طرف: {points}",
        "finding.none": "تعادل: لا نقاط بعد",
        "finding.unjudged": "لم يُحكم فيها: تحتاج إلى إنسان",
        "finding.split": "تعادل: القراءات غير متفقة",
        "bar.none": "لا نقاط بعد",
        "bar.bracket": "داخل هذا القوس نتيجة متقاربة لا تُحسم",
        "bar.block": "الجزء الرمادي موضع النتيجة المتقاربة التي لا تُحسم",
        "bar.label": "{a_name} {a}، {b_name} {b}",
        "call.stable": "نتيجة مستقرة.",
        "call.close": "نتيجة متقاربة لا تُحسم.",
        "call.draw": "تعادل.",
        "call.apart": "الفارق بين الحصتين {apart}، ولا تُحسم النتيجة إذا كان {limit} أو أقل.",
        "call.within": "الفارق بين الحصتين {apart}، ولا تُحسم النتيجة إذا كان {limit} أو أقل.",
        "call.points": "بالنقاط: {a} مقابل {b}.",
        "call.finding.side": "بحسب دفتر النقاط، الأكثر نقاطًا: {side}.",
        "call.readings": "الحكم هو ما رأته أغلبية القراءات، وعددها {readings}، والأرقام أرقام القراءة الوسطى.",
        "contested.own": "محل خلاف: رأي الحَكَم في المجمل مختلف. قرأ المناظرة كاملة فرجّح {side}، والفصل لدفتر النقاط.",
        "contested.own.tie": "محل خلاف: رأي الحَكَم في المجمل مختلف. قرأ المناظرة كاملة فرأى تعادلًا، "
        "والفصل لدفتر النقاط.",
        "contested.readings": "محل خلاف: اتفقت {agree} من القراءات، وعددها {readings}.",
        "amended": "النسخة {number}، معدّلة: {why}",
        "amended.before": "قبل ذلك: {before}",
        # what it turns on
        "turn.title": "علامَ يتوقف الحكم",
        "turn.one": "على جواب واحد.",
        "turn.many": "عدد الأجوبة التي يتوقف عليها معًا: {number}.",
        "turn.unknown": "الأجوبة أكثر من أن يُعرف أقل ما يغيّر المتقدّم منها.",
        "turn.least": "وتكفي أيضًا طرق أخرى بالعدد نفسه من التغييرات، لا يقل عددها عن: {number}.",
        "turn.never": "لا جواب واحد ولا مجموعة أجوبة، لو قُرئت قراءة أخرى، تغيّر المتقدّم.",
        "turn.had": "لو {changes}، لكانت النتيجة: {result}.",
        "turn.and": " و",
        "turn.outcome": "قُرئ دفاع {side} عن {ref} أمام {attack} على أنه {after} لا {before}",
        "turn.unanswered": "قُرئ الرد على {attack} الموجّه إلى {ref} على أنه {after} لا {before}",
        "turn.weight": "قُرئت {ref} على أنها حجة {after} لا {before}",
        "turn.score": "قُرئ {field} في {ref} على أنه {after} لا {before}",
        "turn.fallacy": "قُرئ {field} في {ref} على أنه {after} لا {before}",
        "reading.true": "متناول لما يرد عليه",
        "reading.false": "متجاوز لما يرد عليه",
        "reading.none": "بلا مغالطة",
        "turn.other": "قُرئ {ref} على أنه {after} لا {before}",
        "turn.result.side": "{side} متقدّم، {high} نقطة مقابل {low}",
        "turn.result.draw": "تعادل، النقاط لكل طرف: {high}",
        "turn.close": "{result}، بفارق متقارب لا يُحسم",
        "turn.others": "وتكفي أيضًا طرق أخرى بالعدد نفسه من التغييرات، وعددها: {number}.",
        "turn.other.one": "وتكفي أيضًا طريقة واحدة أخرى بالعدد نفسه من التغييرات.",
        "turn.all": "اعرض كل الطرق",
        "turn.listed": "أولها، وعدد المعروض {number}:",
        # facts
        "facts.label": "حقائق عن هذا الحكم",
        "facts.judge": "الحَكَم",
        "facts.judges": "الحُكّام",
        "facts.unknown": "غير مسجَّل",
        "facts.readings": "القراءات",
        "facts.readings.value": "{agree} من {readings} متفقة",
        "facts.readings.one": "1 من 1",
        "facts.perceptions": "الأجوبة",
        "facts.perceptions.none": "لا شيء مسجَّل",
        "facts.quotes.all": "{number}، وُجدت كل اقتباساتها",
        "facts.quotes.some": "{number}؛ الاقتباسات الموجودة: {found} من {quotes}",
        "facts.rejected": "المرفوض من الأجوبة",
        "facts.own": "رأي الحَكَم في المجمل",
        "facts.own.agrees": "موافق",
        "facts.own.differs": "مخالف",
        "facts.amendments": "التعديلات",
        "facts.record": "السجل",
        "facts.verify": "تحقَّق منه بالأمر",
    }
)
