"""The games of a text as python-chess reads them: as its game tree, which scripts use, or as they are written, for what
other programs have written."""

import io
import logging

import chess
import chess.pgn

logging.disable()


def half_move(move, before=(), nags=(), after=(), variations=()):
    return {
        "move": move,
        "before": list(before),
        "nags": list(nags),
        "after": list(after),
        "variations": list(variations),
    }


def given(*texts):
    return [text for text in texts if text]


def line(node, board):
    """The half-moves behind a node, whose board it is."""
    moves = []
    while node.variations:
        main, *others = node.variations
        made = of_node(main, board)
        for other in others:
            inner = board.copy(stack=False)
            first = of_node(other, inner)
            inner.push(other.move)
            made["variations"].append([first, *line(other, inner)])
        moves.append(made)
        board.push(main.move)
        node = main
    return moves


def of_node(node, board):
    return half_move(board.san(node.move), given(node.starting_comment), sorted(node.nags), given(node.comment))


def as_tree(text):
    games, file = [], io.StringIO(text, newline=None)
    while True:
        try:
            game = chess.pgn.read_game(file)
        except (IndexError, ValueError) as error:
            # Some texts are too much for it.
            games.append({"tags": [], "comments": [], "moves": [], "errors": [repr(error)]})
            continue
        if game is None:
            return games
        board = game.board()
        moves = line(game, board)
        tags = [[name, value] for name, value in game.headers.items() if name not in chess.pgn.TAG_ROSTER or value]
        errors = [str(error) for error in game.errors]
        games.append({"tags": tags, "comments": given(game.comment), "moves": moves, "errors": errors})


class AsWritten(chess.pgn.BaseVisitor):
    """Comments one by one, each with the half-move that it stands behind; at the beginning of a line with the next."""

    def begin_game(self):
        self.game = {"tags": [], "comments": [], "moves": [], "errors": []}
        self.lines, self.pending = [self.game["moves"]], []

    def begin_headers(self):
        return None

    def visit_header(self, tagname, tagvalue):
        self.game["tags"].append([tagname, tagvalue])

    def visit_comment(self, comment):
        if self.lines[-1]:
            self.lines[-1][-1]["after"].append(comment)
        elif len(self.lines) == 1:
            self.game["comments"].append(comment)
        else:
            self.pending.append(comment)

    def visit_nag(self, nag):
        if self.lines[-1]:
            self.lines[-1][-1]["nags"].append(nag)

    def visit_move(self, board, move):
        self.lines[-1].append(half_move(board.san(move), self.pending))
        self.pending = []

    def begin_variation(self):
        if not self.lines[-1]:
            self.lines[-1].append(half_move(""))
        self.lines[-1][-1]["variations"].append([])
        self.lines.append(self.lines[-1][-1]["variations"][-1])

    def end_variation(self):
        if self.pending:
            self.lines[-1].append(half_move("", self.pending))
            self.pending = []
        if len(self.lines) > 1:
            self.lines.pop()

    def handle_error(self, error):
        self.game["errors"].append(str(error))

    def result(self):
        return self.game


def as_written(text):
    games, file = [], io.StringIO(text, newline=None)
    while (game := chess.pgn.read_game(file, Visitor=AsWritten)) is not None:
        games.append(game)
    return games


def respell(game):
    """Spells half-moves as the others do, for a reader that knows no board."""
    board = chess.pgn.Headers({name: value for name, value in game["tags"] if name in ("FEN", "SetUp", "Variant")})
    try:
        waiting = [(game["moves"], board.board())]
    except ValueError:
        return
    while waiting:
        moves, board = waiting.pop()
        for made in moves:
            waiting.extend((variation, board.copy(stack=False)) for variation in made["variations"])
            try:
                move = board.parse_san(made["move"].removeprefix("P"))
            except ValueError:
                break
            made["move"] = board.san(move)
            board.push(move)
