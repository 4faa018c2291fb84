;;; vgn-mode.el --- Chess games in VGN and PGN text  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: GPL-3.0-or-later
;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: languages, games

;;; Commentary:

;; `vgn-mode' and `pgn-mode' for files named .vgn and .pgn, and the server vgn-lsp for eglot:
;;
;;     (package-install-file "/path/to/editors/emacs")   ; once
;;     (add-hook 'vgn-mode-hook #'eglot-ensure)   ; pgn-mode runs it too
;;
;; `vgn-next-move' and its like (C-c C-n, C-c C-p, C-c > and so on) step through games, half-moves, variations and
;; mistakes. `vgn-board' (C-c C-w) opens a window with a board that shows the half-move at point; `vgn-open-board'
;; (C-c C-o) opens the board in the browser, on which moves are made with the mouse. `vgn-copy-fen' (C-c C-f) and
;; `vgn-copy-line' (C-c C-l) put what stands at point on the kill ring. `vgn-game' goes to a game that is chosen,
;; `vgn-fix' makes the safe fixes of the file, `vgn-convert' writes the game in another notation. `vgn-decoded' shows a file with binary games as
;; text. The action "Explain" shows the page of a diagnostic.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)

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
    (define-key map (kbd "C-c C-w") #'vgn-board)
    (define-key map (kbd "C-c C-e") #'vgn-engine)
    (define-key map (kbd "C-c C-t") #'vgn-engine-threat)
    (define-key map (kbd "C-c C-y") #'vgn-engine-play)
    (define-key map (kbd "C-c C-r") #'vgn-engine-reply)
    (define-key map (kbd "C-c C-o") #'vgn-open-board)
    (define-key map (kbd "C-c C-f") #'vgn-copy-fen)
    (define-key map (kbd "C-c C-l") #'vgn-copy-line)
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

;; What the server writes, as for a board in the browser, is one step to undo each time: eglot sets no boundary behind it
;; where no command is at work.
(with-eval-after-load 'eglot
  (cl-defmethod eglot-handle-request :extra "vgn" :after
    ((server eglot-lsp-server) (_method (eql workspace/applyEdit)) &rest _)
    (dolist (buffer (eglot--managed-buffers server))
      (when (buffer-live-p buffer)
        (with-current-buffer buffer
          (when (derived-mode-p 'vgn-mode)
            (undo-boundary)))))))

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
(declare-function eglot--managed-buffers "eglot")
(declare-function eglot--TextDocumentPositionParams "eglot")
(declare-function eglot--range-region "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function jsonrpc-async-request "jsonrpc")

(defun vgn--server ()
  "The server of this buffer, which knows the buffer as it is now."
  (prog1 (or (eglot-current-server) (user-error "The server vgn-lsp does not run for this buffer"))
    (eglot--signal-textDocument/didChange)))

(defun vgn--step (to)
  "Go where the server's step TO leads."
  (let* ((server (vgn--server))
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

;; The board is a file of its own, beside this one.
(dolist (command '(vgn-engine vgn-engine-threat vgn-engine-play vgn-engine-reply))
  (autoload command (expand-file-name "vgn-engine" (file-name-directory (or load-file-name buffer-file-name))) nil t))
(autoload 'vgn-board (expand-file-name "vgn-board" (file-name-directory (or load-file-name buffer-file-name)))
  "Open a board that shows the half-move at point." t)
(autoload 'vgn-float (expand-file-name "vgn-board" (file-name-directory (or load-file-name buffer-file-name)))
  "Open a board that shows the half-move at point, in a frame of its own." t)

;; What stands at point.

(defun vgn--at-point (command)
  "What the server's COMMAND says of the place at point."
  (let ((arguments (vector (eglot--TextDocumentPositionParams))))
    (jsonrpc-request (vgn--server) :workspace/executeCommand (list :command command :arguments arguments))))

(defun vgn-copy-fen ()
  "Put the board at point on the kill ring, as FEN."
  (interactive)
  (let ((fen (vgn--at-point "vgn.fen")))
    (kill-new fen)
    (message "%s" fen)))

(defun vgn-copy-line ()
  "Put the half-moves that lead to point on the kill ring."
  (interactive)
  (let ((line (vgn--at-point "vgn.line")))
    (kill-new line)
    (message "%s" line)))

;; Whole games.

(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function eglot-code-actions "eglot")

(defun vgn-game (&optional number)
  "Go to the game NUMBER of the buffer; without a prefix argument one is chosen."
  (interactive "P")
  (let* ((place (list :textDocument (eglot--TextDocumentIdentifier)))
         (games (append (jsonrpc-request (vgn--server) :textDocument/documentSymbol place) nil))
         (count 0)
         (named (mapcar (lambda (game)
                          (cons (string-trim (format "%d: %s %s" (setq count (1+ count)) (plist-get game :name)
                                                     (or (plist-get game :detail) (plist-get game :containerName) "")))
                                game))
                        games))
         (chosen (if number
                     (nth (1- (prefix-numeric-value number)) games)
                   (cdr (assoc (completing-read "Game: " named nil t) named))))
         (range (or (plist-get chosen :selectionRange)
                    (plist-get (plist-get chosen :location) :range)
                    (user-error "There is no such game"))))
    (push-mark nil t)
    (goto-char (car (eglot--range-region range)))))

(defun vgn-fix ()
  "Fix what can be fixed safely in the whole buffer."
  (interactive)
  (vgn--server)
  (eglot-code-actions (point-min) (point-max) "source.fixAll" t))

(defun vgn-convert (notation)
  "Write the game at point in another NOTATION, such as FCN, UCI or LAN."
  (interactive
   (list (completing-read "Notation: " (mapcar (lambda (one) (plist-get one :to)) (vgn--at-point "vgn.gameAs")) nil t)))
  (let* ((server (vgn--server))
         (known (seq-find (lambda (one) (string-equal-ignore-case (plist-get one :to) notation))
                          (vgn--at-point "vgn.gameAs")))
         (title (format "Convert this game to %s" (or (plist-get known :name) (user-error "No notation %s" notation))))
         (here (plist-get (eglot--TextDocumentPositionParams) :position))
         (asked (list :textDocument (eglot--TextDocumentIdentifier)
                      :range (list :start here :end here)
                      :context (list :diagnostics [] :only ["refactor.rewrite"])))
         (action (seq-find (lambda (action) (equal (plist-get action :title) title))
                           (jsonrpc-request server :textDocument/codeAction asked))))
    (eglot-execute server (or action (user-error "The game at point is not converted to %s" notation)))))

(defun vgn-open-board ()
  "Open the board of this buffer in the browser.
It goes where point goes, and what is played on it is written into the buffer."
  (interactive)
  (message "The board is at %s" (vgn--at-point "vgn.openBoard"))
  (vgn-follow-mode 1))

;; Point is told while somebody wants to know. One question is under way at a time, and after it the latest is asked.

(defvar vgn-cursor-functions nil
  "Called with what stands at point, as the server's `vgn/cursor' has it, in the buffer of the game.")

(defvar-local vgn--told nil "Where point was, and the state of the text, when the server was asked last.")
(defvar-local vgn--asked-at nil "When the question that is under way was asked.")

(defun vgn--ask-cursor ()
  "Ask what stands at point, unless that is known or being asked."
  (let ((buffer (current-buffer))
        (place (cons (point) (buffer-chars-modified-tick))))
    (unless (or (equal place vgn--told)
                (and vgn--asked-at (< (- (float-time) vgn--asked-at) 3))
                (not (eglot-current-server)))
      (setq vgn--told place
            vgn--asked-at (float-time))
      (let ((answered (lambda (found)
                        (when (buffer-live-p buffer)
                          (with-current-buffer buffer
                            (setq vgn--asked-at nil)
                            ;; What is said of another place, or of a text that has changed, is not shown.
                            (when (and found (equal place (cons (point) (buffer-chars-modified-tick))))
                              (run-hook-with-args 'vgn-cursor-functions found))
                            (vgn--ask-cursor))))))
        (jsonrpc-async-request (vgn--server) :vgn/cursor (eglot--TextDocumentPositionParams)
                               :success-fn answered
                               :error-fn (lambda (_) (funcall answered nil))
                               :timeout-fn #'ignore)))))

(define-minor-mode vgn-follow-mode
  "Tell the server where point is, so that a board follows it."
  :lighter nil
  (if (not vgn-follow-mode)
      (remove-hook 'post-command-hook #'vgn--ask-cursor t)
    (add-hook 'post-command-hook #'vgn--ask-cursor nil t)
    (vgn--ask-cursor)))

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
