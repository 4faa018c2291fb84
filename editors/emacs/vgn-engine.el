;;; vgn-engine.el --- A chess engine beside a game  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: GPL-3.0-or-later
;; Package-Requires: ((emacs "29.1"))
;; Keywords: games

;;; Commentary:

;; `vgn-engine' (C-c C-e in a buffer with games) starts the UCI engine that the server's settings name, and stops it.  It
;; thinks about the position at point, and what it finds is shown behind the line of point and on the board.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'vgn-mode)

(declare-function eglot-current-server "eglot")
(declare-function eglot-uri-to-path "eglot")
(declare-function eglot--apply-workspace-edit "eglot")
(declare-function eglot--range-region "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function eglot--TextDocumentPositionParams "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function jsonrpc-request "jsonrpc")

(defface vgn-engine '((t :inherit shadow)) "What an engine has found, behind a line." :group 'games)

(defconst vgn-engine--shown 4 "Half-moves behind a line.")
(defconst vgn-engine--written 12 "Half-moves of a line that is written into the text.")

(defvar vgn-engine-functions nil "Called when an engine has found something else, or has ended.")

(defvar-local vgn-engine--here nil "What `vgn/cursor' has said of the position that was asked about.")
(defvar-local vgn-engine--search nil "The number of the search.")
(defvar-local vgn-engine--info nil "What was told of the search last.")
(defvar-local vgn-engine--why nil "Why there is nothing to see.")
(defvar-local vgn-engine--threat nil "Whether it is asked what the other side threatens.")
(defvar-local vgn-engine--overlay nil "What is shown behind the line of point.")

(defun vgn-engine--evaluation (line)
  "The evaluation of LINE, from White's side."
  (if (plist-get line :mate)
      (format "#%d" (plist-get line :mate))
    (format "%+.2f" (/ (or (plist-get line :cp) 0) 100.0))))

(defun vgn-engine--moves (line most)
  "The first MOST half-moves of LINE."
  (string-join (seq-take (append (plist-get line :san) nil) most) " "))

(defun vgn-engine-text ()
  "What the engine of this buffer has found, on one line; nil where nothing is known."
  (let ((lines (plist-get vgn-engine--info :lines)))
    (cond (vgn-engine--why vgn-engine--why)
          ((> (length lines) 0)
           (format "%s%s d%d %s" (if (eq (plist-get vgn-engine--info :threat) t) "threat " "")
                   (vgn-engine--evaluation (aref lines 0)) (plist-get vgn-engine--info :depth)
                   (vgn-engine--moves (aref lines 0) vgn-engine--shown))))))

(defun vgn-engine-rows (fen)
  "What the engine of this buffer has found on the board FEN, as texts of a line each."
  (cond ((not (bound-and-true-p vgn-engine-mode)) nil)
        (vgn-engine--why (list vgn-engine--why))
        ((equal (plist-get vgn-engine--info :fen) fen)
         (cons (format "%s, depth %d" (or (plist-get vgn-engine--info :engine) "engine")
                       (plist-get vgn-engine--info :depth))
               (seq-map-indexed
                (lambda (line at)
                  (format "%d: %s %s" (1+ at) (vgn-engine--evaluation line) (vgn-engine--moves line vgn-engine--written)))
                (plist-get vgn-engine--info :lines))))))

(defun vgn-engine--show ()
  "Show behind the line of point what is known."
  (let ((text (and (bound-and-true-p vgn-engine-mode) (vgn-engine-text))))
    (if (not text)
        (when vgn-engine--overlay (delete-overlay vgn-engine--overlay))
      (unless vgn-engine--overlay
        (setq vgn-engine--overlay (make-overlay (point) (point) nil t)))
      (move-overlay vgn-engine--overlay (line-end-position) (line-end-position))
      (overlay-put vgn-engine--overlay 'after-string (propertize (concat "  " text) 'face 'vgn-engine)))
    (run-hooks 'vgn-engine-functions)))

(defun vgn-engine--ask ()
  "Ask about the position at point."
  (let ((buffer (current-buffer))
        (here vgn-engine--here)
        (threat vgn-engine--threat))
    (setq vgn-engine--search nil
          vgn-engine--info nil
          vgn-engine--why nil)
    (cl-flet ((answered (search why)
                (when (buffer-live-p buffer)
                  (with-current-buffer buffer
                    (when (and vgn-engine-mode (eq here vgn-engine--here) (eq threat vgn-engine--threat))
                      (setq vgn-engine--search search
                            vgn-engine--why why)
                      ;; News of this search may have come before its number.
                      (unless (eql search (plist-get vgn-engine--info :id))
                        (setq vgn-engine--info nil))
                      (vgn-engine--show))))))
      (jsonrpc-async-request
       (vgn--server) :vgn/engineStart
       (append (eglot--TextDocumentPositionParams) (list :of (if threat "threat" "position")))
       :success-fn (lambda (started) (answered (plist-get started :id) nil))
       :error-fn (lambda (problem) (answered nil (plist-get problem :message)))
       :timeout-fn #'ignore))))

(defun vgn-engine--see (found)
  "Ask about what the server has FOUND at point, if it is another position."
  (when vgn-engine-mode
    (let ((same (equal (plist-get found :fen) (plist-get vgn-engine--here :fen))))
      ;; What is typed in a comment is no reason to ask again.
      (if same
          (setq vgn-engine--here (plist-put vgn-engine--here :move (plist-get found :move))
                vgn-engine--here (plist-put vgn-engine--here :version (plist-get found :version)))
        (setq vgn-engine--here (copy-sequence found)
              vgn-engine--threat nil)
        (vgn-engine--ask))
      (vgn-engine--show))))

(with-eval-after-load 'eglot
  (cl-defmethod eglot-handle-notification (_server (_method (eql vgn/engineInfo)) &rest info)
    "Show what an engine has found, as INFO has it."
    (when-let* ((path (eglot-uri-to-path (plist-get info :uri)))
                (buffer (find-buffer-visiting path)))
      (with-current-buffer buffer
        (when (and vgn-engine-mode
                   (or (null vgn-engine--search) (eql (plist-get info :id) vgn-engine--search)))
          (setq vgn-engine--info info
                vgn-engine--why (plist-get info :error))
          (when vgn-engine--search
            (vgn-engine--show)))))))

;;;###autoload
(define-minor-mode vgn-engine-mode
  "Have the engine of the server's settings think about the position at point."
  :lighter " Engine"
  (setq vgn-engine--here nil
        vgn-engine--search nil
        vgn-engine--info nil
        vgn-engine--why nil
        vgn-engine--threat nil)
  (if vgn-engine-mode
      (progn
        (add-hook 'vgn-cursor-functions #'vgn-engine--see nil t)
        (setq vgn--told nil)
        (vgn-follow-mode 1)
        (vgn--ask-cursor))
    (remove-hook 'vgn-cursor-functions #'vgn-engine--see t)
    (when (eglot-current-server)
      (jsonrpc-async-request (eglot-current-server) :vgn/engineStop
                             (list :textDocument (eglot--TextDocumentIdentifier))
                             :success-fn #'ignore :error-fn #'ignore :timeout-fn #'ignore))
    (vgn-engine--show)))

;;;###autoload
(defun vgn-engine ()
  "Start the engine of the server's settings at point, or stop it."
  (interactive)
  (vgn--server)
  (vgn-engine-mode 'toggle))

;;;###autoload
(defun vgn-engine-threat ()
  "Show what the other side would play if it were to move; again, the best moves."
  (interactive)
  (unless (and vgn-engine-mode vgn-engine--here)
    (user-error "No engine runs here: start it with M-x vgn-engine"))
  (setq vgn-engine--threat (not vgn-engine--threat))
  (vgn-engine--ask))

;;;###autoload
(defun vgn-engine-play (&optional number most)
  "Write the engine's line NUMBER, 1 or the prefix argument, as a variation.
MOST half-moves of it are written, as one step to undo."
  (interactive "p")
  (let* ((lines (plist-get vgn-engine--info :lines))
         (line (and (<= 1 (or number 1) (length lines)) (aref lines (1- (or number 1))))))
    (cond ((not vgn-engine-mode) (user-error "No engine runs here: start it with M-x vgn-engine"))
          ((not line) (user-error "The engine has no line %d here" (or number 1)))
          ((eq (plist-get vgn-engine--info :threat) t) (user-error "A threat is no line of this position")))
    (let ((played (jsonrpc-request
                   (vgn--server) :vgn/playLine
                   (list :textDocument (append (eglot--TextDocumentIdentifier)
                                               (list :version (plist-get vgn-engine--here :version)))
                         :game (plist-get vgn-engine--here :game)
                         :after (or (plist-get vgn-engine--here :move) -1)
                         :moves (vconcat (seq-take (append (plist-get line :uci) nil)
                                                   (or most vgn-engine--written)))))))
      (undo-boundary)
      (when (plist-get played :edit)
        (vgn-engine--apply (plist-get played :edit)))
      (undo-boundary)
      (goto-char (car (eglot--range-region (plist-get played :select))))
      (vgn--ask-cursor))))

(defun vgn-engine--apply (edit)
  "Apply the workspace EDIT, whatever arguments this eglot's own function has."
  (if (> (cdr (func-arity #'eglot--apply-workspace-edit)) 2)
      (eglot--apply-workspace-edit edit nil nil)
    (condition-case nil
        (eglot--apply-workspace-edit edit 'vgn-engine)
      (wrong-number-of-arguments (eglot--apply-workspace-edit edit)))))

;;;###autoload
(defun vgn-engine-reply ()
  "Play the engine's best move."
  (interactive)
  (vgn-engine-play 1 1))

(provide 'vgn-engine)
;;; vgn-engine.el ends here
