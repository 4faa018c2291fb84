;;; vgn-mode.el --- Chess games in VGN and PGN text  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: GPL-3.0-or-later
;; Package-Requires: ((emacs "29.1"))
;; Keywords: languages, games

;;; Commentary:

;; `vgn-mode' and `pgn-mode' for files named .vgn and .pgn, and the server vgn-lsp for eglot:
;;
;;     (load "/path/to/vgn-mode.el")
;;     (add-hook 'vgn-mode-hook #'eglot-ensure)   ; pgn-mode runs it too
;;
;; `vgn-next-move' and its like (C-c C-n, C-c C-p, C-c > and so on) step through games, half-moves, variations and
;; mistakes. `vgn-decoded' shows a file with binary games as text. The action "Explain" shows the page of a diagnostic.

;;; Code:

(require 'cl-lib)

(defconst vgn-mode-font-lock
  `(("^%.*$" . font-lock-comment-face)
    ("\\[%\\(\\w+\\)" 1 font-lock-builtin-face prepend)
    ("^\\s-*\\[\\s-*\\([A-Za-z0-9_]+\\)" 1 font-lock-keyword-face)
    ("\\$[0-9.]+" . font-lock-constant-face)
    ("[!?]+" . font-lock-warning-face)
    ;; What books print in place of NAGs, alone or behind a move.
    (,(rx (or bol space (any "1-8O+#=QRBN"))
          (group (or (seq (or "=" "+=" "=+" "+/=" "=/+" "+/-" "-/+" "+-" "-+" "RR" "TN" "inf" "unclear") symbol-end)
                     (1+ (any "‼⁇⁉⁈□■☐▢∞÷⩲²⩱³±∓µμ⨀⊙☉○◯⟳↻⇈↑ƒ→©⯹⇆⇄⇌⇋⊕⨁∆Δ△∇▽⌓⇔⇗↗⊞⟫»⟪«✕×✗⊥┴")))))
     1 font-lock-warning-face t)
    (,(rx (or bol space) (group (or "1-0" "0-1" "1/2-1/2" "*")) (or eol space)) 1 font-lock-type-face)
    ("\\_<[0-9]+\\(?:\\.5\\|\\.+\\)" . font-lock-doc-face)
    (,(rx symbol-start
          (or (seq (any "Oo0") (1+ "-" (any "Oo0")))
              (seq (any "KQkq") (any "Cc"))
              (seq (opt (any "A-Z")) (* (any "a-hA-H1-8x:-")) (any "a-hA-H") (any "1-8")
                   (* (any "a-zA-Z=()")))))
     . font-lock-function-name-face))
  "What the words of a game look like.")

(defvar vgn-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?{ "<" table)
    (modify-syntax-entry ?} ">" table)
    (modify-syntax-entry ?\; "< b" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?\[ "(]" table)
    (modify-syntax-entry ?\] ")[" table)
    (modify-syntax-entry ?\( "()" table)
    (modify-syntax-entry ?\) ")(" table)
    (dolist (sign '(?- ?= ?+ ?# ?/))
      (modify-syntax-entry sign "_" table))
    table)
  "Comments in braces and after semicolons, strings, brackets.")

(defvar vgn-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-n") #'vgn-next-move)
    (define-key map (kbd "C-c C-p") #'vgn-previous-move)
    (define-key map (kbd "C-c >") #'vgn-next-game)
    (define-key map (kbd "C-c <") #'vgn-previous-game)
    (define-key map (kbd "C-c C-v") #'vgn-next-variation)
    (define-key map (kbd "C-c C-b") #'vgn-previous-variation)
    (define-key map (kbd "C-c C-u") #'vgn-leave-variation)
    (define-key map (kbd "C-c }") #'vgn-next-mistake)
    (define-key map (kbd "C-c {") #'vgn-previous-mistake)
    map)
  "Keys for steps through games.")

;;;###autoload
(define-derived-mode vgn-mode text-mode "VGN"
  "Chess games in VGN text."
  ;; eglot leaves point in front of what the server writes behind a key.
  (setq-local eglot-ignored-server-capabilities
              (cons :documentOnTypeFormattingProvider (bound-and-true-p eglot-ignored-server-capabilities)))
  (setq-local comment-start "{"
              comment-end "}"
              comment-start-skip "[{;]\\s-*"
              comment-end-skip "\\s-*}"
              font-lock-defaults '(vgn-mode-font-lock)))

;;;###autoload
(define-derived-mode pgn-mode vgn-mode "PGN"
  "Chess games in PGN text.")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.vgn\\'" . vgn-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.pgn\\'" . pgn-mode))

(defvar eglot-ignored-server-capabilities)
(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '(((pgn-mode :language-id "pgn") (vgn-mode :language-id "vgn")) . ("vgn-lsp" "--stdio"))))

;; The command behind "Explain": eglot would only pass it to the server, which has no window to show a page in.
(with-eval-after-load 'eglot
  (cl-defmethod eglot-execute :around (server action)
    "Show the page of a diagnostic; leave any other ACTION to SERVER."
    (if (equal (plist-get action :command) "vgn-lsp.explain")
        (vgn-explain server (aref (plist-get action :arguments) 0))
      (cl-call-next-method))))

;; Eglot's own functions: this file is of no use without it, and loads without it.
(declare-function eglot-current-server "eglot")
(declare-function eglot-execute "eglot")
(declare-function eglot--TextDocumentPositionParams "eglot")
(declare-function eglot--range-region "eglot")
(declare-function jsonrpc-request "jsonrpc")

(defun vgn--step (to)
  "Go where the server's step TO leads."
  (let* ((server (or (eglot-current-server) (user-error "The server vgn-lsp does not run for this buffer")))
         (place (append (eglot--TextDocumentPositionParams) (list :to to)))
         (range (or (jsonrpc-request server :vgn/step place) (user-error "There is nothing more of the kind"))))
    (push-mark nil t)
    (goto-char (car (eglot--range-region range)))))

(defmacro vgn--define-steps (&rest steps)
  "Define a command for each of STEPS: its name, what the server calls it, and what it goes to."
  (cons 'progn
        (mapcar (lambda (step)
                  `(defun ,(nth 0 step) ()
                     ,(format "Go to %s." (nth 2 step))
                     (interactive)
                     (vgn--step ,(nth 1 step))))
                steps)))

(vgn--define-steps
 (vgn-next-game "nextGame" "the next game")
 (vgn-previous-game "previousGame" "the game before")
 (vgn-next-move "nextMove" "the next half-move of the line")
 (vgn-previous-move "previousMove" "the half-move before")
 (vgn-next-variation "nextVariation" "the next variation of the game")
 (vgn-previous-variation "previousVariation" "the variation before")
 (vgn-leave-variation "leaveVariation" "the half-move that the variation replaces")
 (vgn-next-finding "nextFinding" "the next finding")
 (vgn-previous-finding "previousFinding" "the finding before")
 (vgn-next-mistake "nextMistake" "the next half-move that is marked, or evaluated, as a mistake")
 (vgn-previous-mistake "previousMistake" "the mistake before"))

(defun vgn-explain (server code)
  "Show the page of the diagnostic CODE in a help window, as SERVER writes it."
  (let* ((uri (format "vgn-explain:/%s.md" code))
         (answer (jsonrpc-request server :workspace/textDocumentContent (list :uri uri))))
    (with-help-window (format "*vgn %s*" code)
      (princ (plist-get answer :text)))))

;;;###autoload
(defun vgn-decoded ()
  "Show the file of this buffer as text, its binary games decoded.
The text is made by the server of the file's bytes, and cannot be changed."
  (interactive)
  (let* ((server (or (eglot-current-server) (user-error "The server vgn-lsp does not run for this buffer")))
         (file (or buffer-file-name (user-error "This buffer is no file")))
         (uri (concat "file://" (url-encode-url (expand-file-name file))))
         (answer (jsonrpc-request server :vgn/decodedText (list :textDocument (list :uri uri))))
         (buffer (get-buffer-create (format "*decoded %s*" (file-name-nondirectory file)))))
    (with-current-buffer buffer
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (plist-get answer :text)))
      (goto-char (point-min))
      (delay-mode-hooks (vgn-mode))
      (view-mode 1))
    (display-buffer buffer)))

(provide 'vgn-mode)
;;; vgn-mode.el ends here
