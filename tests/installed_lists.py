"""Install packages with lists into a folder, as pip leaves them, without pip."""

from pathlib import Path

from tacknamn.lexicon.bundle import VERSION
from tests.making import bundle, entry

__all__ = ["install_lists"]


def install_lists(
    site: Path, name: str = "sv", distribution: str = "", form: int = VERSION, town: str = "Lund"
) -> Path:
    """Install lists with one town into ``site``, and return the folder of their bundle."""
    distribution = distribution or f"tacknamn-data-{name}"
    package = distribution.replace("-", "_")
    facts = site / f"{package}-{form}.202611.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {distribution}\nVersion: {form}.202611.0\n"
    )
    (facts / "entry_points.txt").write_text(f"[tacknamn.data]\n{name} = {package}\n")
    (site / package).mkdir()
    # Lists are data: opening them must not run the code of their package.
    (site / package / "__init__.py").write_text("raise RuntimeError('imported')\n")
    return bundle(site / package / "bundle", [[entry(town, "city")]])
