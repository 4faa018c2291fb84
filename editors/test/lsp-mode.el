;;; lsp-mode.el --- Run inside Emacs by lsp-mode.sh  -*- lexical-binding: t; -*-

(require 'lsp-mode)
(require 'lsp-diagnostics)
(require 'lsp-lens)
(require 'lsp-modeline)

(load (expand-file-name "waiting.el" (file-name-directory load-file-name)) nil t)

;; A piece beyond the basic plane, before what is wrong and what is laid out.
(defconst text "[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"?\"]
[Black \"?\"]
[Result \"*\"]

1. e4 e5 {🨀🨀}   2. Ke3 Nc6  3. Nf3 *
")

(defun found ()
  "The diagnostics of the buffer."
  (gethash (lsp--fix-path-casing buffer-file-name) (lsp-diagnostics t)))

(condition-case reason
    (let ((lsp-restart 'ignore) (lsp-auto-guess-root t) (lsp-enable-file-watchers nil)
          (lsp-warn-no-matched-clients nil) (lsp-debounce-full-sync-notifications-interval 0)
          (lsp-diagnostics-provider :none) (lsp-idle-delay 0.05))
      (with-temp-file "a game.pgn"
        (insert text))
      (find-file "a game.pgn")
      (lsp)
      (wait-for "the server" (lambda () (seq-find (lambda (it) (eq (lsp--workspace-status it) 'initialized)) (lsp-workspaces))))
      (say "Emacs %s, lsp-mode %s, %s" emacs-version (file-name-nondirectory (directory-file-name (file-name-directory (locate-library "lsp-mode")))) major-mode)
      (let* ((illegal (car (wait-for "diagnostics" #'found)))
             (range (lsp-get illegal :range)))
        (unless (equal (lsp-get illegal :code) "illegal-move")
          (error "Found %s" illegal))
        (let ((here (buffer-substring (lsp--position-to-point (lsp-get range :start))
                                      (lsp--position-to-point (lsp-get range :end)))))
          (say "illegal: %s" here)
          (unless (equal here "Ke3")
            (error "The diagnostic is at %s" here))))
      (goto-char (point-min))
      (search-forward "Ke3")
      (replace-match "Nc3")
      (search-forward "3. Nf")
      (let ((contents (lsp-get (lsp-request "textDocument/hover" (lsp--text-document-position-params)) :contents)))
        (say "hover: %s" (car (split-string (lsp-get contents :value) "\n")))
        (unless (string-search "Ng1-f3" (lsp-get contents :value))
          (error "The hover says %s" (lsp-get contents :value))))
      (wait-for "no diagnostics" (lambda () (not (found))))
      (say "mended")
      (lsp-format-buffer)
      (say "formatted: %s" (buffer-substring (line-beginning-position 0) (line-end-position)))
      (unless (string-suffix-p "\n\n1. e4 e5 {🨀🨀} 2. Nc3 Nc6 3. Nf3 *\n" (buffer-string))
        (error "Formatted: %s" (buffer-string)))
      (set-buffer-modified-p nil)
      (say "all as it should be"))
  (error
   (say "FAILED: %s" (error-message-string reason))
   (kill-emacs 1)))
;; Nobody is asked about the process that is still there.
(set-process-query-on-exit-flag (car (process-list)) nil)
(kill-emacs 0)
