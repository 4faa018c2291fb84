/**
 * Games in PGN and VGN text, in every text notation.
 *
 * It has the structure of a file and the kinds of its words, and no rules of chess: the server judges. What may be half
 * written is no error here, so that colours and folds hold still while somebody types: a game without a terminator, a
 * value without its quotes, a variation that is empty or not closed, a word that has no meaning (`stray`). Errors are
 * left to brackets of tags, and to comments that are not closed.
 *
 * There is no external scanner. Two things that need one are read more simply than by the server: `%` begins an escape
 * at any word's place and not only at a line's start, and a comment that is not closed ends at the next `}`.
 */

// What separates words; the marks and the blank are those of texts that were joined or copied from web pages.
const BLANK = ' \\t\\r\\n\\v\\f\\u00a0\\ufeff';
// What ends a word, as in the server's lexer.
const END = `${BLANK}\\[\\](){};$*!?.`;
// Piece letters of all languages, and figurines. Of the small letters, b is left to the file.
const PIECE = '(Кр|[\\p{Lu}♔-♟kqrnp])';
const EN_PASSANT = '(en|EN|\\/?e\\.?p\\.?|\\/?E\\.?P\\.?)';
const PROMOTION = '(=?\\([\\p{Lu}qrbn]\\)|[=\\/]?[\\p{Lu}♔-♟qrbn])';
const MARK = '(\\+?#[+#]?|\\+\\+?)';

/** A pattern of parts, for the patterns that share them. */
const pattern = (...parts) => new RegExp(parts.join(''), 'u');

module.exports = grammar({
  name: 'vgn',

  // A comment stands anywhere between the words of a game, and at the border of two games. As an extra, it belongs to
  // the node around it and never to the end of the node before it.
  extras: $ => [pattern(`[${BLANK}]`), $.comment, $.line_comment, $.escape],

  inline: $ => [$._element],

  supertypes: $ => [$.move],

  rules: {
    source_file: $ => repeat($.game),

    // The next game begins behind a terminator, or with the next tags.
    game: $ => prec.right(choice(
      seq($.tag_section, optional($.movetext)),
      $.movetext,
    )),

    tag_section: $ => prec.right(repeat1($.tag_pair)),

    // A value may lack its quotes or have some inside; many faults in one file would make a parser slow that has to
    // recover from each of them.
    tag_pair: $ => seq(
      '[',
      optional(field('name', $.tag_name)),
      repeat(choice(field('value', $.tag_value), alias($._tag_word, $.stray))),
      choice(']', field('value', $.unclosed_value)),
    ),

    tag_name: _ => /[A-Za-z0-9_]+/,
    _tag_word: _ => /[^\s"\[\]{;%][^\s"\[\]{;]*/,

    tag_value: $ => seq(
      '"',
      repeat(choice(
        alias(token.immediate(prec(1, /[^"\\\r\n]+/)), $.text),
        alias(token.immediate(prec(1, /\\[^\r\n]/)), $.escape_sequence),
      )),
      token.immediate(prec(1, '"')),
    ),

    // A value without its closing quote, as it stands while it is typed, ends with its line.
    unclosed_value: _ => /"([^"\\\r\n]|\\[^\r\n])*[\r\n]/,

    movetext: $ => prec.right(choice(
      seq(repeat1(choice($._element, alias(')', $.stray))), optional($.terminator)),
      $.terminator,
    )),

    // Without its parenthesis it goes on to the end of the game.
    variation: $ => prec.right(seq(
      '(',
      repeat(choice($._element, $.terminator)),
      optional(field('close', ')')),
    )),

    // Where two patterns fit all of a word, the first in this order is taken.
    _element: $ => choice(
      $.board,
      $.move,
      $.move_number,
      $.periods,
      $.en_passant,
      $.suffix,
      $.nag,
      $.variation,
      $.stray,
    ),

    // FEN and SFEN: eight ranks, then as many fields as there are.
    board: $ => prec.right(seq(
      $.ranks,
      optional($.side),
      optional(seq($.castling_rights, optional($.square))),
      optional(seq($.clock, $.clock)),
      optional($.mark),
    )),
    ranks: _ => /([KQRBNPkqrbnp1-8~]{1,16}\/){7}[KQRBNPkqrbnp1-8~]{1,16}(\/[QRBNPqrbnp]*)?/,
    side: _ => /[wWbB]/,
    castling_rights: _ => /-|[KQkqA-Ha-h]{1,4}/,
    square: _ => /-|[a-hA-H][1-8]/,
    clock: _ => /\d+/,
    mark: _ => /\+#?[+#]?|#[+#]?/,

    // `1.`, `1...`, and VGN's `1.5` of Black.
    move_number: _ => /\d+(\.5|\.*)/,
    periods: _ => /\.+/,

    move: $ => choice($.null_move, $.castling, $.coordinate_move, $.drop, $.algebraic_move),

    null_move: _ => token(choice('--', 'Z0', '0000', '@@@@', 'null')),
    castling: _ => pattern('([Oo0](-[Oo0]){1,2}|[KQkq][Cc])', MARK, '?'),
    // FCN `Pa7-b8xR=Q+#`, LAN `e7xd8=Q+`, UCI and MCN `e7e8q`: source and destination in full.
    coordinate_move: _ => pattern(
      '(', PIECE, '|b)?[a-hA-H][1-8][\\-xX:]?[a-hA-H][1-8]',
      '(', EN_PASSANT, '|[xX][KQRBNPkqrbnp])?', PROMOTION, '?', MARK, '?',
    ),
    drop: _ => pattern('[PNBRQK]?@[a-h][1-8]', MARK, '?'),
    // SAN in export and import form.
    algebraic_move: _ => pattern(
      PIECE, '?[a-h]?[1-8]?[xX:\\-]?[a-h][1-8]:?', MARK, '?(', EN_PASSANT, '|', PROMOTION, ')?', MARK, '?',
    ),

    en_passant: _ => /e\.p\.?|E\.P\.?|ep|EP/,
    suffix: _ => /[!?]+/,
    nag: _ => /\$\d+(\.\d+)*/,

    terminator: _ => choice('1-0', '0-1', '1/2-1/2', '*'),

    // A word of no notation; a `$` without its number; what closes nothing; a command outside of a comment.
    stray: _ => token(choice(
      pattern(`[^%${END}][^${END}]*`),
      /[$\]}]/,
      /\[%[^\]\r\n]*\]/,
    )),

    comment: $ => seq('{', repeat(choice($._comment_text, $.command)), '}'),
    _comment_text: _ => token.immediate(prec(1, /[^}\[]+|\[/)),

    // `[%clk 1:23:45]`. A command without its `]` is read to the next bracket: it is no error of structure.
    command: $ => prec.right(seq(
      token.immediate(prec(2, '[%')),
      optional(field('name', $.command_name)),
      optional($._blank),
      optional(field('operand', $.operand)),
      optional(token.immediate(prec(4, ']'))),
    )),
    _blank: _ => token.immediate(prec(3, /\s+/)),
    command_name: _ => token.immediate(prec(3, /\w+/)),
    operand: _ => token.immediate(prec(2, /[^\[\]}]+/)),

    line_comment: _ => /;[^\r\n]*/,
    escape: _ => /%[^\r\n]*/,
  },
});
