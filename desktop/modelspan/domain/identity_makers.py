"""Organisations by the names outside files give them: legal forms, laboratories, accounts on model hubs."""

from __future__ import annotations

import re
from functools import lru_cache

from modelspan.domain.identity_spelling import ASKED, plain

# Squeezed name -> id of the organisation of the bundled catalogue that stands behind it.
BEHIND = {
    "googledeepmind": "google", "deepmind": "google", "googlebrain": "google", "googleresearch": "google",
    "facebook": "meta", "facebookairesearch": "meta", "fair": "meta", "metallama": "meta", "metaplatforms": "meta",
    "metasuperintelligence": "meta", "metaai": "meta", "codellama": "meta",
    "qwen": "alibaba", "qwenteam": "alibaba", "alibabacloud": "alibaba", "alibabagroup": "alibaba", "tongyi": "alibaba",
    "damoacademy": "alibaba", "alibabadamoacademy": "alibaba", "alibabanlp": "alibaba", "tongyizhiwen": "alibaba",
    "zai": "zhipu", "zaiorg": "zhipu", "thudm": "zhipu", "zhipuai": "zhipu", "glm": "zhipu",
    "moonshotai": "moonshot", "kimi": "moonshot", "cohereforai": "cohere", "coherelabs": "cohere",
    "minimaxai": "minimax", "deepseekai": "deepseek", "mistralai": "mistral", "claude": "anthropic",
    "microsoftresearch": "microsoft", "microsoftresearchasia": "microsoft", "microsoftai": "microsoft",
    "amazonwebservices": "aws", "amazonaws": "aws", "amazonscience": "amazon", "amazonagi": "amazon",
    "amazonnova": "amazon", "amazonbedrock": "amazon", "nvidiaresearch": "nvidia", "huaweinoahsarklab": "huawei",
    "huaweicloud": "huawei", "ascendtribe": "huawei", "spacexai": "xai", "advancedmicrodevices": "amd",
    "intelhabana": "intel", "habana": "intel", "thead": "alibaba", "kunlunxinbaidu": "kunlunxin",
    "stargateopenai": "openai",
}  # fmt: skip
# Squeezed name of an account or a laboratory -> the name its organisation goes by; the catalogue does not know them.
PROPER = {
    "01ai": "01.AI", "zerooneai": "01.AI", "abacusai": "Abacus.AI", "ai21": "AI21 Labs", "ai21labs": "AI21 Labs",
    "aisingapore": "AI Singapore", "allenai": "Allen Institute for AI", "ai2": "Allen Institute for AI",
    "arceeai": "Arcee AI", "baai": "Beijing Academy of Artificial Intelligence (BAAI)",
    "beijingacademyofartificialintelligencebaai": "Beijing Academy of Artificial Intelligence (BAAI)",
    "bfl": "Black Forest Labs", "blackforestlabs": "Black Forest Labs", "bytedanceseed": "ByteDance",
    "deepcogito": "Deep Cogito", "eleutherai": "EleutherAI", "ibmgranite": "IBM", "ibmresearch": "IBM",
    "ideogramai": "Ideogram", "inception": "Inception Labs", "inclusionai": "inclusionAI",
    "internlm": "Shanghai AI Lab", "liquid": "Liquid AI", "liquidai": "Liquid AI", "lgai": "LG AI Research",
    "lgaiexaone": "LG AI Research", "lumalabs": "Luma Labs", "meituanlongcat": "Meituan",
    "nousresearch": "Nous Research", "opengvlab": "Shanghai AI Lab", "paddlepaddle": "Baidu",
    "primeintellect": "Prime Intellect", "pfnet": "Preferred Networks", "rednotehilab": "Rednote",
    "rekaai": "Reka AI", "reka": "Reka AI", "runwayml": "Runway", "sarvamai": "Sarvam AI",
    "stabilityai": "Stability AI", "stepfunai": "StepFun", "stepfun": "StepFun", "tencenthunyuan": "Tencent",
    "tiiuae": "Technology Innovation Institute", "togethercomputer": "Together AI", "together": "Together AI",
    "togetherai": "Together AI", "upstage": "Upstage", "xiaomimimo": "Xiaomi", "volcengine": "ByteDance",
    "perplexityai": "Perplexity", "salesforceresearch": "Salesforce", "baichuaninc": "Baichuan",
    "kwaipilot": "Kwaipilot", "bigscienceworkshop": "BigScience",
}  # fmt: skip
# Organisations of the catalogue that serve the models of others: before a slash they are a place, not a maker.
HOSTS = frozenset([
    "groq", "cerebras", "nebius", "lambda", "lambdaai", "sambanova", "crusoe", "coreweave", "fluidstack", "nscale",
    "huggingface", "github", "microsoftazure", "oracle", "googlecloud", "aws", "akamai", "venice", "litellm",
    "modelsdev", "x", "volta", "iren", "humain",
])  # fmt: skip
FORMS = re.compile(r"[ ,]+(?:inc|ltd|llc|corp|corporation|co|company|gmbh|ag|sa|plc|group|holdings|limited)\.?$")
PARTS = re.compile(r"[ -]+(?:ai|research|labs?|team|technologies|technology|systems|cloud|org)$")
CELL = re.compile(r"[,;]")
SEVERAL = re.compile(r"[,;]|\s&\s|\band\b")
# What files give as a maker and is a region, a quality or a server.
NO_MAKER = re.compile(
    r"[a-z]{2}(?:-gov)?-[a-z]+-\d|us|eu|us-gov|global|global-standard|apac|jp|au|regional|ps|pro|speech|low|medium|high"
    r"|xhigh|standard|hd|\d.*-x-.*|vertex_ai|vertex|azure|azure_ai|bedrock|github_copilot|github-copilot|claude_platform"
    r"|databricks|together_ai|tee|free|unknown|other"
)
LEGAL = re.compile(r"[ ,]+(?:Inc|Ltd|LLC|Corp|Co|GmbH|plc)\b\.?$", re.IGNORECASE)
ACCOUNT = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
SHORT = {"ai": "AI", "llm": "LLM", "ml": "ML", "agi": "AGI", "io": "IO", "org": "Org", "ibm": "IBM", "lg": "LG"}
SHORTEST = 4  # letters of a name whose ending may be left out: X AI is not X


@lru_cache(ASKED)
def several(text: str) -> tuple[str, ...]:
    """The organisations a cell names, each by itself; a legal form after a comma belongs to the name before it."""
    if NO_MAKER.fullmatch(plain(text)):
        return ()
    return tuple(part.strip() for part in SEVERAL.split(FORMS.sub("", plain(text))) if part.strip())


def first_of(text: str) -> str:
    """The first organisation of a cell, as it is to be read; empty for none. An `and` is taken as part of a name."""
    if NO_MAKER.fullmatch(plain(text)):
        return ""
    first = next((part.strip() for part in CELL.split(LEGAL.sub("", text)) if part.strip(" ~@")), "")
    return readable(PROPER.get(squeeze(first), first))


def readable(text: str) -> str:
    """A name as people read it: accounts such as arcee-ai get spaces and capitals."""
    name = " ".join(text.strip(" ~@").split())
    if not ACCOUNT.fullmatch(name):
        return name
    words = [SHORT.get(word, word.capitalize()) for word in re.split("[-_]", name) if word]
    return " ".join(words) or name


@lru_cache(ASKED)
def squeeze(text: str) -> str:
    """Letters and digits alone; signs that tell things apart are said: HumanEval+ is not HumanEval, <8k not >8k."""
    said = plain(text).replace("+", "plus").replace("<", "under").replace(">", "over")
    return "".join(character for character in said if character.isalnum())


@lru_cache(ASKED)
def maker_forms(text: str) -> tuple[str, ...]:
    """What an organisation may be found by, the surest first."""
    proper = PROPER.get(squeeze(text), "")
    name = FORMS.sub("", plain(text).lstrip("~@"))
    name = re.sub(r"\s*\([^)]*\)$", "", name) or name
    short = PARTS.sub("", name)
    found = [squeeze(proper), squeeze(text), squeeze(name)]
    if len(squeeze(short)) >= SHORTEST:
        found.append(squeeze(short))
    if found[2].endswith("ai") and len(found[2]) > SHORTEST + 2:
        found.append(found[2][:-2])
    return tuple(form for form in dict.fromkeys(found) if form)
