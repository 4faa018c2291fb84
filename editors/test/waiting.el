;;; waiting.el --- What the tests in Emacs say and wait for  -*- lexical-binding: t; -*-

(defconst patience 60 "In seconds.")

(defun say (format &rest arguments)
  (princ (concat (apply #'format format arguments) "\n")))

(defun wait-for (what condition)
  "Wait until CONDITION gives something, and return it."
  (let ((deadline (+ (float-time) patience)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) deadline)
        (error "Waited in vain for %s" what))
      (accept-process-output nil 0.05))
    found))
