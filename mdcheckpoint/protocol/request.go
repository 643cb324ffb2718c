package protocol

import "fmt"

// A RequestError says why a change makes no sense or, if it is Refused, why a change that
// could be made is not. Hint is what to do instead, a line each; "" if nothing is known to help.
type RequestError struct {
	Reason, Hint string
	Refused      bool
	Path         string // slash path of what Reason is about; "" if it says so itself
	First        string // slash path of a file that has to be restored first; "" for none
	Err          error  // the cause, which is the text if there is no Reason
}

func (e *RequestError) Error() string {
	if e.Reason == "" && e.Err != nil {
		return e.Err.Error()
	}
	return e.Reason
}

func (e *RequestError) Unwrap() error { return e.Err }

// BadRequest returns the error of a change that makes no sense.
func BadRequest(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint}
}

// Refusal returns the error of a change that is refused.
func Refusal(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint, Refused: true}
}
