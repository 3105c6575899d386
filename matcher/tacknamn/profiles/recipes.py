"""Write a profile as values of JSON, and make the same profile of them.

A pickle of a pseudonymizer has the whole profile, because the file of the profile may be missing, or
may have changed, where it is opened again.
"""

from typing import Any

from tacknamn.detection.harmless.always import HarmlessSettings
from tacknamn.detection.patterns.clinical_patterns import check_switches
from tacknamn.detection.patterns.custom_masks import check_pairs
from tacknamn.detection.thresholds import check_threshold
from tacknamn.errors import InputError
from tacknamn.profiles.methods import METHODS
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.records import KEEP, MARK, Join, MaskSwitches, Policy
from tacknamn.records import Action
from tacknamn.support.recipes import RecipeReader, make_damage_error

__all__ = ["make_profile_recipe", "open_profile_recipe"]

_WITHOUT_METHOD = {"keep": KEEP, "mark": MARK}
_SAMPLING = frozenset(("top", "cities", "weighted", "style"))
"""Arguments of the sampler that a profile may have."""


def make_profile_recipe(profile: Profile) -> dict[str, Any]:
    """Return what :func:`open_profile_recipe` reads."""
    harmless, masks = profile.harmless, profile.masks
    return {
        "name": profile.name,
        "description": profile.description,
        "policies": {label: _write_policy(policy) for label, policy in profile.policies.items()},
        "others": _write_policy(profile.others),
        "finders": sorted(profile.finders),
        "rules": {rule: _write_policy(policy) for rule, policy in profile.rules.items()},
        "joins": [
            {"labels": sorted(join.labels), "between": sorted(join.between)}
            for join in profile.joins
        ],
        "countries": sorted(harmless.countries),
        "names": sorted(harmless.names),
        "context": harmless.context,
        "sampling": dict(profile.sampler_settings),
        "extent": profile.extent,
        "thresholds": dict(profile.thresholds),
        "switched": sorted(masks.switched),
        "custom": [{"expression": pair[0], "text": pair[1]} for pair in masks.custom],
        "own_labels": sorted(profile.own_labels),
        "language": profile.language,
    }


def open_profile_recipe(recipe: RecipeReader) -> Profile:
    """Make the profile of a recipe."""
    policies, rules = (
        {name: _read_policy(written) for name, written in recipe.get_table(table, str).items()}
        for table in ("policies", "rules")
    )
    thresholds = recipe.get_table("thresholds", int, float)
    return Profile(
        name=recipe.get("name", str),
        description=recipe.get("description", str),
        policies=policies,
        others=_read_policy(recipe.get("others", str)),
        finders=frozenset(recipe.get_strings("finders")),
        rules=rules,
        joins=tuple(map(_read_join, recipe.get_parts("joins"))),
        harmless=HarmlessSettings(
            frozenset(recipe.get_strings("countries")),
            frozenset(recipe.get_strings("names")),
            recipe.get("context", bool),
        ),
        sampler_settings=_check_sampling(recipe.get_table("sampling", int, str, bool)),
        extent=recipe.get("extent", str),
        thresholds={label: check_threshold(label, least) for label, least in thresholds.items()},
        masks=_read_masks(recipe),
        own_labels=frozenset(recipe.get_strings("own_labels")),
        language=recipe.get("language", str),
    )


def _write_policy(policy: Policy) -> str:
    return f"{policy.method}:{policy.text}"


def _read_policy(written: str) -> Policy:
    method, _, text = written.partition(":")
    if method in _WITHOUT_METHOD:
        return _WITHOUT_METHOD[method]
    if method not in METHODS:
        raise InputError(f"a pickle is damaged: it has the unknown method {method:.40}")
    return Policy(Action.REPLACE, method, text)


def _read_join(recipe: RecipeReader) -> Join:
    return Join(*(frozenset(recipe.get_strings(name)) for name in ("labels", "between")))


def _read_masks(recipe: RecipeReader) -> MaskSwitches:
    pairs = [
        (part.get("expression", str), part.get("text", str)) for part in recipe.get_parts("custom")
    ]
    return MaskSwitches(check_switches(recipe.get("switched", list)), check_pairs(pairs))


def _check_sampling(settings: dict[str, Any]) -> dict[str, Any]:
    if not _SAMPLING.issuperset(settings):  # a setting that is left out would draw other names
        raise make_damage_error()
    return settings
