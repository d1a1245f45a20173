from collections.abc import Sequence

class LayoutJudge:
    def __init__(
        self, aims: tuple[float, ...], frame: list[tuple[float, float]], corners: list[float],
        steps: tuple[int, ...], colours: int, spacing: float,
    ) -> None: ...
    def add(
        self, path: tuple[Sequence[tuple[float, float]], ...], borders: tuple[int | None, ...],
        corners: tuple[tuple[int, int], ...], port0: float, port1: float, leans: list[float],
    ) -> int: ...
    def keep(self, courses: list[int]) -> None: ...
    def judge(
        self, courses: list[int], limit: float,
    ) -> tuple[float, list[float], list[float] | None, tuple[int, ...],
               list[tuple[float, float]]] | None: ...
    def spot(self, courses: list[int], face: int) -> tuple[float, float]: ...
