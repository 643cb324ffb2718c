package protocol

import "fmt"

// A RequestError is the error for a change that makes no sense or, if Refused is set, for a
// possible change that is refused. Hint gives the remedies, one a line, or "" if none is known.
type RequestError struct {
	Reason, Hint string
	Refused      bool
	Path         string // slash path of the file that Reason is about; "" if Reason includes it
	First        string // slash path of a file to restore first; "" for none
	Err          error  // the cause; without a Reason it is the message
}

func (e *RequestError) Error() string {
	if e.Reason == "" && e.Err != nil {
		return e.Err.Error()
	}
	return e.Reason
}

func (e *RequestError) Unwrap() error { return e.Err }

// BadRequest returns the error of a change that makes no sense.
// It is not inlined, to keep the binary small.
//
//go:noinline
func BadRequest(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint}
}

// Refusal returns the error of a change that is refused.
func Refusal(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint, Refused: true}
}
