;;; vgn-board.el --- A board beside a game of chess  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: GPL-3.0-or-later
;; Package-Requires: ((emacs "29.1"))
;; Keywords: games

;;; Commentary:

;; `vgn-board' (C-c C-w in a buffer with games) opens a window with a board that shows the half-move at point. In that
;; window keys step through the game, and point in the text goes with them; `?' shows them all.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)
(require 'vgn-mode)

(declare-function vgn-engine-rows "vgn-engine")
(declare-function eglot-current-server "eglot")
(declare-function eglot--range-region "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-async-request "jsonrpc")

(defgroup vgn-board nil "A board beside a game of chess." :group 'games)

;; White and black pieces stand out alike on these colours, three to one at least.
(defface vgn-board-light '((t :background "#ab8c66")) "Light squares.")
(defface vgn-board-dark '((t :background "#76583c")) "Dark squares.")
(defface vgn-board-last-light '((t :background "#a29532")) "Light squares of the last move.")
(defface vgn-board-last-dark '((t :background "#76701f")) "Dark squares of the last move.")
(defface vgn-board-check '((t :background "#b8423a")) "The square of a king in check.")
(defface vgn-board-circle '((t :background "#4f8a4f")) "Squares that `[%csl]' colours.")
(defface vgn-board-white '((t :foreground "#ffffff" :weight bold)) "White pieces.")
(defface vgn-board-black '((t :foreground "#000000" :weight bold)) "Black pieces.")

(defvar vgn-board-mode-map
  (let ((map (make-sparse-keymap)))
    (dolist (key '(("l" . vgn-board-next) ("<right>" . vgn-board-next) ("n" . vgn-board-next)
                   ("h" . vgn-board-previous) ("<left>" . vgn-board-previous) ("p" . vgn-board-previous)
                   ("j" . vgn-board-beside) ("<down>" . vgn-board-beside)
                   ("k" . vgn-board-beside-before) ("<up>" . vgn-board-beside-before)
                   ("o" . vgn-board-leave) ("DEL" . vgn-board-leave)
                   ("g g" . vgn-board-first) ("<home>" . vgn-board-first) ("M-<" . vgn-board-first)
                   ("G" . vgn-board-last) ("<end>" . vgn-board-last) ("M->" . vgn-board-last)
                   ("J" . vgn-board-next-game) ("<next>" . vgn-board-next-game)
                   ("K" . vgn-board-previous-game) ("<prior>" . vgn-board-previous-game)
                   ("f" . vgn-board-flip) ("RET" . vgn-board-text) ("y" . vgn-board-copy) ("w" . vgn-board-copy)
                   ("b" . vgn-board-browse)))
      (define-key map (kbd (car key)) (cdr key)))
    map)
  "Keys of the board.")

(define-derived-mode vgn-board-mode special-mode "Board"
  "The board of a game, in step with the text."
  (setq-local word-wrap t
              cursor-type nil
              show-trailing-whitespace nil))

(defvar vgn-engine-functions)

(defconst vgn-board-buffer "*vgn board*" "The name of the board's buffer.")

;; What is shown: the buffer of the games, the state of it that the game was read from, the game, the half-move.
(defvar vgn-board--text nil)
(defvar vgn-board--tick nil)
(defvar vgn-board--game nil)
(defvar vgn-board--id -1)
(defvar vgn-board--opening nil)
;; What was asked for last, as long as it is wanted.
(defvar vgn-board--asked nil)
(defvar vgn-board--flipped nil)

;; The game.

(defun vgn-board--move (id)
  "The half-move ID; nil at the beginning."
  (and (>= id 0) (aref (plist-get vgn-board--game :moves) id)))

(defun vgn-board--after (id)
  "What can follow the half-move ID in the text, the main line first."
  (gethash id (plist-get vgn-board--game :after)))

(defun vgn-board--siblings (id)
  "The half-moves at the place of ID."
  (and (vgn-board--move id) (vgn-board--after (plist-get (vgn-board--move id) :parent))))

(defun vgn-board--spelled (id)
  "The half-move ID with its number."
  (let ((move (vgn-board--move id)))
    (format "%d%s %s" (plist-get move :number) (if (equal (plist-get move :color) "white") "." "...")
            (or (plist-get move :san) (plist-get move :text)))))

(defun vgn-board--tag (name)
  "The value of the tag NAME of the game, if it says anything."
  (let ((tag (seq-find (lambda (tag) (equal (plist-get tag :name) name)) (plist-get vgn-board--game :tags))))
    (and tag (not (member (plist-get tag :value) '("" "?" "-"))) (plist-get tag :value))))

(defun vgn-board--shown (id)
  "The last half-move from ID back after which the board is known, or nil."
  (let ((move (vgn-board--move id)))
    (while (and move (not (plist-get move :fen)))
      (setq move (vgn-board--move (plist-get move :parent))))
    move))

(defun vgn-board--clock (id color)
  "What the clock of COLOR says at the half-move ID, as a text."
  (let ((move (vgn-board--move id)))
    (while (and move (not (and (equal (plist-get move :color) color) (plist-get move :clock))))
      (setq move (vgn-board--move (plist-get move :parent))))
    (if move (format-seconds "%h:%.2m:%.2s" (plist-get move :clock)) "")))

;; The picture.

(defconst vgn-board--signs '((?k . "♚") (?q . "♛") (?r . "♜") (?b . "♝") (?n . "♞") (?p . "♟")))

(defun vgn-board--pieces (fen)
  "The pieces of FEN by their squares."
  (let ((pieces (make-hash-table :test #'equal)) (rank 8))
    (dolist (line (seq-take (split-string (car (split-string fen " ")) "/") 8))
      (let ((file ?a))
        (seq-doseq (sign line)
          (cond ((<= ?1 sign ?8) (setq file (+ file (- sign ?0))))
                ((assq (downcase sign) vgn-board--signs)
                 (puthash (format "%c%d" file rank) sign pieces)
                 (setq file (1+ file))))))
      (setq rank (1- rank)))
    pieces))

(defun vgn-board--pocket (fen color)
  "What COLOR has in the pocket of FEN, or which checks it has given, as a text."
  (let* ((fields (split-string fen " "))
         (ranks (split-string (car fields) "[][/]" t))
         (upper (equal color "white"))
         (checks (seq-find (lambda (field) (string-match-p "\\`[0-3]\\+[0-3]\\'" field)) (cdr fields))))
    (concat
     (mapconcat (lambda (sign) (concat (cdr (assq (downcase sign) vgn-board--signs)) " "))
                (seq-filter (lambda (sign) (and (assq (downcase sign) vgn-board--signs)
                                                (eq upper (eq sign (upcase sign)))))
                            (apply #'concat (nthcdr 8 ranks)))
                "")
     (and checks (format "%d/3 checks " (- 3 (- (aref checks (if upper 0 2)) ?0)))))))

(defun vgn-board--mate (moves)
  "Words for an evaluation by MOVES to mate."
  (if (zerop moves)
      "mate"
    (format "%s mates in %d" (if (> moves 0) "White" "Black") (abs moves))))

(defun vgn-board--end (id)
  "How the game ends after the half-move ID, or nil."
  (let* ((move (vgn-board--move id))
         (last (and move (eql (or (plist-get move :depth) 0) 0) (not (vgn-board--after id))))
         (said (delq nil (list (or (plist-get move :ending) (and last (plist-get vgn-board--game :ending)))
                               (and last (plist-get vgn-board--game :result))))))
    (and said (string-join said ", "))))

(defun vgn-board--insert-squares (fen move shapes below)
  "Insert the board of FEN after MOVE, with SHAPES, the side BELOW below."
  (let* ((pieces (vgn-board--pieces fen))
         (last (append (plist-get move :squares) nil))
         (king (if (string-search " w" fen) ?K ?k))
         (circles (seq-keep (lambda (shape) (and (not (plist-get shape :to)) (plist-get shape :from))) shapes))
         (files (if (equal below "white") (number-sequence ?a ?h) (number-sequence ?h ?a -1)))
         (ranks (if (equal below "white") (number-sequence 8 1 -1) (number-sequence 1 8))))
    (dolist (rank ranks)
      (insert (propertize (format "%d " rank) 'face 'shadow))
      (dolist (file files)
        (let* ((square (format "%c%d" file rank))
               (piece (gethash square pieces))
               (light (cl-oddp (+ file rank)))
               (face (cond ((and (eq piece king) (eq (plist-get move :check) t)) 'vgn-board-check)
                           ((member square circles) 'vgn-board-circle)
                           ((member square last) (if light 'vgn-board-last-light 'vgn-board-last-dark))
                           (light 'vgn-board-light)
                           (t 'vgn-board-dark)))
               (sign (if piece (cdr (assq (downcase piece) vgn-board--signs)) " "))
               (side (if (and piece (eq piece (upcase piece))) 'vgn-board-white 'vgn-board-black)))
          (insert (propertize (format " %s " sign) 'face (list side face)))))
      (insert "\n"))
    (insert (propertize (format "  %s\n" (mapconcat (lambda (file) (format " %c " file)) files "")) 'face 'shadow))))

(defun vgn-board--insert-player (color turn id fen)
  "Insert the player of COLOR; whose TURN it is has a dot; clock at ID, pocket of FEN."
  (let* ((name (capitalize color))
         (title (vgn-board--tag (concat name "Title")))
         (rating (vgn-board--tag (concat name "Elo"))))
    (insert (if (and (equal color turn) (not (plist-get (vgn-board--move id) :ending))) "● " "  ")
            (propertize (concat (and title (concat title " ")) (or (vgn-board--tag name) name)
                                (and rating (format " (%s)" rating)))
                        'face 'bold)
            "  " (vgn-board--pocket fen color) (vgn-board--clock id color) "\n")))

(defun vgn-board--insert-line (title ids)
  "Insert TITLE and the half-moves IDS, if there are any."
  (when ids
    (insert title (mapconcat #'vgn-board--spelled ids ", ") "\n")))

(defun vgn-board--insert-said (id turn)
  "Insert what is said of the half-move ID, after which it is the TURN of one side."
  (let* ((move (vgn-board--move id))
         (about (or move vgn-board--game))
         (eval (plist-get about :eval)))
    (insert (propertize (if move (vgn-board--spelled id) "The beginning") 'face 'font-lock-function-name-face))
    (seq-doseq (nag (plist-get move :nags))
      (insert (propertize (or (plist-get nag :glyph) (format "$%d" (plist-get nag :code))) 'face 'font-lock-warning-face)))
    (when eval
      (insert "  " (if (plist-get eval :mate)
                       (vgn-board--mate (plist-get eval :mate))
                     (format "%+.2f" (/ (plist-get eval :cp) 100.0)))))
    (insert "  " (or (vgn-board--end id)
                     (concat (and (eq (plist-get move :check) t) "check, ") (capitalize turn) " to move"))
            "\n")
    (when (and move (not (plist-get move :fen)))
      (insert (propertize "The board after this is not known: it is the last one that is.\n" 'face 'warning)))
    (seq-doseq (finding (plist-get about :findings))
      (insert (propertize (concat "✗ " (plist-get finding :message) "\n")
                          'face (if (equal (plist-get finding :severity) "error") 'error 'warning))))
    (when (and (fboundp 'vgn-engine-rows) (buffer-live-p vgn-board--text))
      (let ((fen (or (plist-get move :fen) (plist-get vgn-board--game :start))))
        (dolist (row (with-current-buffer vgn-board--text (vgn-engine-rows fen)))
          (insert (propertize row 'face 'font-lock-constant-face) "\n"))))
    (when vgn-board--opening
      (insert (propertize (format "%s %s\n" (plist-get vgn-board--opening :eco) (plist-get vgn-board--opening :name))
                          'face 'font-lock-string-face)))
    (vgn-board--insert-line "next: " (seq-take (vgn-board--after id) 1))
    (vgn-board--insert-line "or: " (cdr (vgn-board--after id)))
    (vgn-board--insert-line "instead: " (remq id (vgn-board--siblings id)))
    (when-let* ((arrows (seq-filter (lambda (shape) (plist-get shape :to)) (plist-get about :shapes))))
      (let ((names (mapcar (lambda (shape) (concat (plist-get shape :from) "→" (plist-get shape :to))) arrows)))
        (insert (propertize (string-join names " ") 'face 'font-lock-warning-face) "\n")))
    (seq-doseq (comment (vconcat (plist-get about :before) (plist-get about :comments)))
      (insert (propertize (concat comment "\n") 'face 'font-lock-comment-face)))))

(defun vgn-board--draw ()
  "Draw the half-move that is shown."
  (when-let* ((buffer (get-buffer vgn-board-buffer)))
    (with-current-buffer buffer
      (let ((inhibit-read-only t))
        (erase-buffer)
        (if (not vgn-board--game)
            (insert "There is no game at point.")
          (let* ((id vgn-board--id)
                 (shown (vgn-board--shown id))
                 (fen (or (plist-get shown :fen) (plist-get vgn-board--game :start) "8/8/8/8/8/8/8/8 w"))
                 (turn (if (string-search " b" fen) "black" "white"))
                 (below (if (eq (equal (plist-get vgn-board--game :orientation) "black") (and vgn-board--flipped t))
                            "white" "black"))
                 (shapes (plist-get (or (vgn-board--move id) vgn-board--game) :shapes)))
            (vgn-board--insert-player (if (equal below "white") "black" "white") turn id fen)
            (vgn-board--insert-squares fen shown shapes below)
            (vgn-board--insert-player below turn id fen)
            (insert "\n")
            (vgn-board--insert-said id turn)))
        (goto-char (point-min))))))

;; In step with the text.

(defun vgn-board--load (about wanted)
  "Ask for the game that ABOUT names here, and show the half-move WANTED."
  (let ((buffer (current-buffer))
        (tick (buffer-chars-modified-tick))
        (asked (setq vgn-board--asked (list wanted)))
        (moves [])
        (whole nil))
    (cl-labels
        ((ask (from)
           (jsonrpc-async-request
            (vgn--server) :vgn/game
            (append (list :textDocument (eglot--TextDocumentIdentifier) :from from) about)
            :success-fn #'answered :error-fn #'ignore :timeout-fn #'ignore))
         (answered (part)
           ;; Another game may have been asked for since.
           (when (and part (buffer-live-p buffer) (eq asked vgn-board--asked))
             (with-current-buffer buffer
               ;; What is said of a text that has changed is not shown: the next cursor brings it.
               (when (eql tick (buffer-chars-modified-tick))
                 (setq whole part
                       moves (vconcat moves (plist-get part :moves)))
                 (if (and (< (length moves) (plist-get part :total)) (> (length (plist-get part :moves)) 0))
                     (ask (length moves))
                   (show))))))
         (show ()
           (let ((after (make-hash-table)))
             (seq-doseq (move (reverse moves))
               (push (plist-get move :id) (gethash (plist-get move :parent) after)))
             (setq vgn-board--text buffer
                   vgn-board--tick tick
                   vgn-board--id wanted
                   vgn-board--game (append (list :moves moves :after after) whole))
             (vgn-board--draw))))
      (ask 0))))

(defun vgn-board--starts-at (place)
  "Whether the game that is shown begins at PLACE."
  (let ((start (plist-get (plist-get vgn-board--game :range) :start)))
    (seq-every-p (lambda (key) (eql (plist-get start key) (plist-get place key))) '(:line :character))))

(defun vgn-board--see (found)
  "Show what stands at point, which the server has FOUND."
  (when (get-buffer vgn-board-buffer)
    (let ((id (or (plist-get found :move) -1))
          (start (plist-get (plist-get found :range) :start)))
      (setq vgn-board--opening (plist-get found :opening))
      (if (and (eq vgn-board--text (current-buffer))
               (eql vgn-board--tick (buffer-chars-modified-tick))
               ;; The keys of two positions may be in different orders.
               (vgn-board--starts-at start))
          (progn (setq vgn-board--id id
                       ;; What is on its way is not wanted any more.
                       vgn-board--asked nil)
                 (vgn-board--draw))
        (vgn-board--load (list :position start) id)))))

(defun vgn-board--point (range)
  "Put point of the text where RANGE begins, behind empty lines."
  (with-current-buffer vgn-board--text
    (goto-char (car (eglot--range-region range)))
    (skip-chars-forward " \t\r\n")
    (dolist (window (get-buffer-window-list nil nil t))
      (set-window-point window (point)))
    (vgn--ask-cursor)))

(defun vgn-board--go (id)
  "Go to the half-move ID, on the board and in the text."
  (when (and id vgn-board--game (buffer-live-p vgn-board--text))
    (if (not (eql vgn-board--tick (buffer-chars-modified-tick vgn-board--text)))
        ;; The text has changed since: what is shown comes first.
        (with-current-buffer vgn-board--text (vgn--ask-cursor))
      (setq vgn-board--id id
            vgn-board--opening nil)
      (vgn-board--draw)
      (vgn-board--point (plist-get (or (vgn-board--move id) vgn-board--game) :range)))))

(defun vgn-board-next ()
  "Go to the next half-move."
  (interactive)
  (vgn-board--go (car (vgn-board--after vgn-board--id))))

(defun vgn-board-previous ()
  "Go to the half-move before."
  (interactive)
  (vgn-board--go (plist-get (vgn-board--move vgn-board--id) :parent)))

(defun vgn-board-beside (&optional back)
  "Go to the next variation at this place; with BACK to the one before."
  (interactive)
  (when-let* ((all (vgn-board--siblings vgn-board--id)))
    (vgn-board--go (nth (mod (+ (seq-position all vgn-board--id) (if back -1 1)) (length all)) all))))

(defun vgn-board-beside-before ()
  "Go to the variation before at this place."
  (interactive)
  (vgn-board-beside t))

(defun vgn-board-leave ()
  "Go to the half-move that the variation replaces."
  (interactive)
  (let ((id vgn-board--id))
    (while (and id (>= id 0) (eql id (car (vgn-board--siblings id))))
      (setq id (plist-get (vgn-board--move id) :parent)))
    (when (and id (>= id 0))
      (vgn-board--go (car (vgn-board--siblings id))))))

(defun vgn-board-first ()
  "Go to the beginning of the game."
  (interactive)
  (vgn-board--go -1))

(defun vgn-board-last ()
  "Go to the end of the line."
  (interactive)
  (let ((id vgn-board--id))
    (while (vgn-board--after id)
      (setq id (car (vgn-board--after id))))
    (vgn-board--go id)))

(defun vgn-board--step (to)
  "Go in the text where the server's step TO leads."
  (let ((window (get-buffer-window vgn-board--text t)))
    (with-current-buffer vgn-board--text
      (save-selected-window
        (when window
          (select-window window))
        (vgn--step to)
        ;; No key counts until the other game has come.
        (setq vgn-board--tick nil)
        (vgn--ask-cursor)))))

(defun vgn-board-next-game ()
  "Go to the next game."
  (interactive)
  (vgn-board--step "nextGame"))

(defun vgn-board-previous-game ()
  "Go to the game before."
  (interactive)
  (vgn-board--step "previousGame"))

(defun vgn-board-flip ()
  "Turn the board."
  (interactive)
  (setq vgn-board--flipped (not vgn-board--flipped))
  (vgn-board--draw))

(defun vgn-board-text ()
  "Go to the text."
  (interactive)
  (pop-to-buffer vgn-board--text))

(defun vgn-board-copy ()
  "Put the board that is shown on the kill ring, as FEN."
  (interactive)
  (let ((fen (or (plist-get (vgn-board--shown vgn-board--id) :fen) (plist-get vgn-board--game :start))))
    (kill-new fen)
    (message "%s" fen)))

(defun vgn-board-browse ()
  "Open the board in the browser."
  (interactive)
  (with-current-buffer vgn-board--text
    (vgn-open-board)))

(defun vgn-board--open (action)
  "Show the board by the display ACTION, and have it follow point."
  (with-current-buffer (get-buffer-create vgn-board-buffer)
    (unless (derived-mode-p 'vgn-board-mode)
      (vgn-board-mode)))
  (display-buffer vgn-board-buffer action)
  (add-hook 'vgn-cursor-functions #'vgn-board--see)
  (add-hook 'vgn-engine-functions #'vgn-board--draw)
  (setq vgn--told nil)
  (vgn-follow-mode 1))

;;;###autoload
(defun vgn-board ()
  "Open a board that shows the half-move at point."
  (interactive)
  (vgn-board--open '(display-buffer-in-direction (direction . right) (window-width . 42))))

;;;###autoload
(defun vgn-float ()
  "Open a board that shows the half-move at point, in a frame of its own."
  (interactive)
  (vgn-board--open '((display-buffer-reuse-window display-buffer-pop-up-frame)
                     (reusable-frames . t)
                     (pop-up-frame-parameters (width . 44) (height . 26) (minibuffer . nil) (unsplittable . t)))))

(provide 'vgn-board)
;;; vgn-board.el ends here
