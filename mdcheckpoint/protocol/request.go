package protocol

import "fmt"

// A RequestError is a change that mdck refuses (Refused) or that makes no sense. Hint has the
// remedies, one per line, or is "".
type RequestError struct {
	Reason, Hint string
	Refused      bool
	Path         string // file that Reason is about, with slashes; "" if Reason names it
	First        string // file to restore first, with slashes, or ""
	Err          error  // the cause; if Reason is "", Err is the message
}

func (e *RequestError) Error() string {
	if e.Reason == "" && e.Err != nil {
		return e.Err.Error()
	}
	return e.Reason
}

func (e *RequestError) Unwrap() error { return e.Err }

// BadRequest returns the error of a change that makes no sense.
//
//go:noinline
func BadRequest(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint}
}

// Refusal returns the error for a refused change.
//
//go:noinline
func Refusal(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint, Refused: true}
}
